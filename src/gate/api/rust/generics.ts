import type { SyntaxNode } from '@lezer/common';
import { tokensIn } from '../syntax/source.js';
import { child } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import { boundsText, indexOfMark, splitAt, typeText, type RustContext } from './text.js';

/** What a declaration says of its type parameters, wherever it says it. */
export interface GenericText {
  /** `<'0, $1, const $2: usize = 3>`, or nothing. */
  parameters: string;
  /** ` where $1: Clone + Copy`, or nothing: bounds of the list and of the clause alike, sorted. */
  where: string;
  /** The context in which these parameters have their names. */
  context: RustContext;
}

function tokensOf(node: SyntaxNode, name: string, { module }: RustContext): Token[] {
  const found = child(node, name);
  return found === undefined ? [] : tokensIn(module.source, found);
}

interface Parameter {
  name: string;
  constant: boolean;
  /** Bounds, or the type of a constant. */
  bounds: Token[];
  value: Token[];
}

function parameter(tokens: readonly Token[]): Parameter {
  const equals = indexOfMark(tokens, '=');
  const head = equals === -1 ? tokens : tokens.slice(0, equals);
  const colon = indexOfMark(head, ':');
  const named = (colon === -1 ? head : head.slice(0, colon)).filter(({ kind }) => kind === 'word');
  return {
    name: named.at(-1)?.text ?? '',
    constant: named[0]?.text === 'const',
    bounds: colon === -1 ? [] : head.slice(colon + 1),
    value: equals === -1 ? [] : [...tokens.slice(equals + 1)],
  };
}

function parameterText(one: Parameter, context: RustContext): string {
  const name = context.generics.get(one.name) ?? one.name;
  const head = one.constant ? `const ${name}: ${typeText(one.bounds, context)}` : name;
  return one.value.length === 0 ? head : `${head} = ${typeText(one.value, context)}`;
}

/** Merges what is said of the same type, and sorts. */
function predicates(all: readonly [string, string[]][]): string {
  const merged = new Map<string, Set<string>>();
  for (const [type, bounds] of all)
    merged.set(type, new Set([...(merged.get(type) ?? []), ...bounds]));
  const texts = [...merged]
    .filter(([, bounds]) => bounds.size > 0)
    .map(([type, bounds]) => `${type}: ${[...bounds].sort().join(' + ')}`);
  return texts.length === 0 ? '' : ` where ${texts.sort().join(', ')}`;
}

/** Reads the type parameters and bounds of a declaration. */
export function genericsOf(node: SyntaxNode, outer: RustContext): GenericText {
  const list = tokensOf(node, 'TypeParamList', outer).slice(1, -1);
  const parameters = splitAt(list, ',').map(parameter);
  const generics = new Map(outer.generics);
  parameters.forEach(({ name }, index) => {
    generics.set(name, `${name.startsWith("'") ? "'" : '$'}${outer.generics.size + index}`);
  });
  const context = { ...outer, generics };
  const listed = parameters
    .filter(({ constant }) => !constant)
    .map(({ name, bounds }): [string, string[]] => [
      generics.get(name) ?? name,
      boundsText(bounds, context),
    ]);
  const clause = splitAt(tokensOf(node, 'WhereClause', outer).slice(1), ',').map(
    (predicate): [string, string[]] => {
      const colon = indexOfMark(predicate, ':');
      const type = typeText(predicate.slice(0, colon), context);
      return [type, boundsText(predicate.slice(colon + 1), context)];
    },
  );
  const texts = parameters.map((one) => parameterText(one, context)).join(', ');
  return {
    parameters: texts === '' ? '' : `<${texts}>`,
    where: predicates([...listed, ...clause]),
    context,
  };
}
