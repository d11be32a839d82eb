import type { SyntaxNode } from '@lezer/common';
import { tokensIn } from '../syntax/source.js';
import type { Token } from '../syntax/tokens.js';
import { child } from '../syntax/tree.js';
import type { PythonModule } from './read-module.js';
import type { PythonScope } from './scope.js';
import { defaultText, typeText } from './text.js';

/** How a parameter said that it is positional before `/` could. */
const OLD_POSITIONAL = /^__(?!.*__$)/;

/** Where a signature stands, which says what its names mean. */
export interface TextContext {
  module: PythonModule;
  scope: PythonScope;
}

/** Splits tokens at commas outside of brackets; empty parts are left out. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token.text)) depth += 1;
    if (/^[)\]}]$/.test(token.text)) depth -= 1;
    if (depth === 0 && token.text === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function topLevel(tokens: readonly Token[], mark: string): number {
  let depth = 0;
  return tokens.findIndex(({ text }) => {
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    return depth === 0 && text === mark;
  });
}

interface Parameter {
  stars: string;
  name: string;
  annotation: Token[];
  value: Token[];
}

function parameter(tokens: readonly Token[], lambda: boolean): Parameter {
  const equals = topLevel(tokens, '=');
  const value = equals === -1 ? [] : tokens.slice(equals + 1);
  const head = equals === -1 ? tokens : tokens.slice(0, equals);
  const colon = lambda ? -1 : topLevel(head, ':');
  const annotation = colon === -1 ? [] : head.slice(colon + 1);
  const named = colon === -1 ? head : head.slice(0, colon);
  const stars = named.filter(({ kind }) => kind === 'mark').map(({ text }) => text);
  const name = named.find(({ kind }) => kind === 'word')?.text ?? '';
  return { stars: stars.join(''), name, annotation: [...annotation], value: [...value] };
}

function parameterText(one: Parameter, byPosition: boolean, context: TextContext): string {
  const { module, scope } = context;
  // Nobody can pass an argument by these names.
  const hidden = byPosition || (one.stars !== '' && one.name !== '');
  const name = hidden ? '_' : one.name;
  const annotation = typeText(one.annotation, module, scope);
  const value = defaultText(one.value, module, scope);
  const typed = annotation === '' ? '' : `: ${annotation}`;
  return `${one.stars}${name}${typed}${value === '' ? '' : ` = ${value}`}`;
}

/** `(a: int, /, b = 1, *, c)`; a method's first parameter, which no caller passes, is left out. */
export function parametersText(
  tokens: readonly Token[],
  context: TextContext,
  { bound = false, lambda = false } = {},
): string {
  const inner = tokens[0]?.text === '(' ? tokens.slice(1, -1) : tokens;
  const all = splitAtCommas(inner).map((part) => parameter(part, lambda));
  const slash = all.findIndex(({ stars }) => stars === '/');
  const texts = all.map((one, index) => {
    return parameterText(one, index < slash || OLD_POSITIONAL.test(one.name), context);
  });
  const receiver = bound && all[0]?.stars === '';
  return `(${texts
    .filter((text, index) => !(receiver && index === 0) && text !== '')
    .filter((text, index, left) => !(text === '/' && index === 0 && left.length > 0))
    .join(', ')})`;
}

/** `async [T](a: int) -> str` of a function definition. */
export function functionText(node: SyntaxNode, context: TextContext, bound: boolean): string {
  const { module, scope } = context;
  const { source } = module;
  const tokensOf = (name: string): Token[] => {
    const found = child(node, name);
    return found === undefined ? [] : tokensIn(source, found);
  };
  const async = child(node, 'async') === undefined ? '' : 'async ';
  const generic = typeText(tokensOf('TypeParamList'), module, scope);
  const result = typeText(tokensOf('TypeDef'), module, scope).replace(/^-> /, '');
  const returns = result === '' ? '' : ` -> ${result}`;
  return `${async}${generic}${parametersText(tokensOf('ParamList'), context, { bound })}${returns}`;
}
