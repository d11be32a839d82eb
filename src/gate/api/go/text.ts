import type { SyntaxNode } from '@lezer/common';
import { plain } from '../syntax/plain.js';
import { tokensIn, type Range } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import type { GoFile, GoPackage, Placed } from './package.js';

/** What type parameters are called in a listing, whose own names are no API: `$0`, `$1`. */
export type Generics = ReadonlyMap<string, string>;

/** Whether a name is exported: it begins with an upper-case letter. */
export function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** The names of type parameters by their place. */
export function genericsOf(names: readonly string[]): Generics {
  return new Map(names.map((name, index) => [name, `$${index}`]));
}

/** Tokens of a type or expression in one form: packages by import path, type parameters by place. */
export function tokensText(tokens: readonly Token[], file: GoFile, generics: Generics): string {
  const text = plain(tokens, (token, at) => {
    const { text } = token;
    if (tokens[at - 1]?.text === '.') return text;
    if (tokens[at + 1]?.text === '.') return file.imports.get(text) ?? text;
    return token.kind === 'word' ? (generics.get(text) ?? text) : text;
  });
  return text.replaceAll('interface{}', 'any');
}

/** A part of a file in one form. */
export function rangeText({ file }: Placed, range: Range, generics: Generics): string {
  return tokensText(tokensIn(file.source, range), file, generics);
}

/** The types of parameters or results, whose names are left out, one for each. */
function parameterTypes(placed: Placed, list: SyntaxNode, generics: Generics): string[] {
  return children(list, 'Parameter').flatMap((parameter) => {
    const names = children(parameter, 'DefName');
    const from = names.at(-1)?.to ?? parameter.from;
    const type = typeText(placed, { from, to: parameter.to }, generics, parameter);
    return names.length === 0 ? [type] : names.map(() => type);
  });
}

/** A type in one form; within it, the names of the parameters of function types are left out. */
export function typeText(
  placed: Placed,
  range: Range,
  generics: Generics,
  within: SyntaxNode = placed.node,
): string {
  let text = '';
  let done = range.from;
  const visit = (node: SyntaxNode): void => {
    for (const inner of children(node)) {
      if (inner.to <= range.from || inner.from >= range.to) continue;
      if (inner.name === 'FunctionType') {
        text += rangeText(placed, { from: done, to: inner.from }, generics);
        text += `func${signatureText(placed, inner, generics)}`;
        done = inner.to;
      } else visit(inner);
    }
  };
  visit(within);
  return text + rangeText(placed, { from: done, to: range.to }, generics);
}

/** `(int, ...string) error` of a function, method, function type or interface method. */
export function signatureText(placed: Placed, node: SyntaxNode, generics: Generics): string {
  const own = node.name === 'MethodDecl' ? 1 : 0;
  const [parameters, results] = children(node, 'Parameters').slice(own);
  if (parameters === undefined) return '()';
  const given = `(${parameterTypes(placed, parameters, generics).join(', ')})`;
  if (results !== undefined) {
    const types = parameterTypes(placed, results, generics);
    return types.length === 1 ? `${given} ${types.join('')}` : `${given} (${types.join(', ')})`;
  }
  const body = child(node, 'Block');
  const result = typeText(
    placed,
    { from: parameters.to, to: body?.from ?? node.to },
    generics,
    node,
  );
  return result === '' ? given : `${given} ${result}`;
}

/** The type parameters of a declaration: `[$0 any]`, and what their names stand for. */
export function typeParameters(
  placed: Placed,
  node: SyntaxNode,
): { text: string; generics: Generics } {
  const list = child(node, 'TypeParams');
  if (list === undefined) return { text: '', generics: new Map() };
  const tokens = tokensIn(placed.file.source, list).slice(1, -1);
  const names: string[] = [];
  let depth = 0;
  let expected = true;
  for (const { text, kind } of tokens) {
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    if (depth > 0) continue;
    if (expected && kind === 'word') names.push(text);
    expected = text === ',';
  }
  const generics = genericsOf(names);
  const inner = { from: list.from + 1, to: list.to - 1 };
  return { text: `[${typeText(placed, inner, generics, list)}]`, generics };
}

const MAX_DEPTH = 5;

function isLiteral({ kind, text }: Token): boolean {
  return kind !== 'word' || text === 'true' || text === 'false';
}

/** The value of a constant, in which the package's own unexported constants are their values. */
export function constantText(
  tokens: readonly Token[],
  iota: number,
  file: GoFile,
  of: GoPackage,
  depth = 0,
): string {
  return plain(tokens, (token) => {
    if (token.kind !== 'word') return token.text;
    if (token.text === 'iota') return `${iota}`;
    const [named, another] = of.constants.get(token.text) ?? [];
    if (named === undefined || another !== undefined || depth > MAX_DEPTH)
      return file.imports.get(token.text) ?? token.text;
    const literal = named.value.every(isLiteral);
    if (isExported(token.text) && !(literal && tokens.length === 1)) return token.text;
    const value = constantText(named.value, named.iota, named.file, of, depth + 1);
    return tokens.length === 1 || /^[\w."]+$/.test(value) ? value : `(${value})`;
  });
}
