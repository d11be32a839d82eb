import ts from 'typescript';
import type { TextEdit } from '../rule.js';
import { commentsBetween } from '../syntax/comments.js';
import { indentAt, lineBreak } from '../syntax/text.js';

/** One name that an import binds. */
export interface ImportBinding {
  node: ts.Node;
  name: ts.Identifier;
}

/** The names that an import declaration binds, default first. */
export function importBindings(clause: ts.ImportClause): ImportBinding[] {
  const named = clause.namedBindings;
  const own = clause.name === undefined ? [] : [{ node: clause.name, name: clause.name }];
  if (named === undefined) return own;
  if (ts.isNamespaceImport(named)) return [...own, { node: named, name: named.name }];
  return [...own, ...named.elements.map((element) => ({ node: element, name: element.name }))];
}

/** The edit that leaves only some bindings (at least one) of an import; undefined at a comment. */
export function keepBindings(
  sourceFile: ts.SourceFile,
  clause: ts.ImportClause,
  kept: readonly ts.Node[],
): TextEdit | undefined {
  if (commentsBetween(sourceFile, clause.getStart(sourceFile), clause.end).length > 0)
    return undefined;
  const named = clause.namedBindings;
  const parts: string[] = [];
  if (clause.name !== undefined && kept.includes(clause.name)) parts.push(clause.name.text);
  if (named !== undefined && ts.isNamespaceImport(named)) {
    if (kept.includes(named)) parts.push(named.getText(sourceFile));
  } else if (named !== undefined) {
    const elements = named.elements.filter((element) => kept.includes(element));
    if (elements.length > 0) parts.push(namedList(sourceFile, named, elements));
  }
  const start = (clause.name ?? named ?? clause).getStart(sourceFile);
  return { start, end: clause.end, text: parts.join(', ') };
}

function namedList(
  sourceFile: ts.SourceFile,
  named: ts.NamedImports,
  elements: readonly ts.ImportSpecifier[],
): string {
  const { text } = sourceFile;
  const names = elements.map((element) => element.getText(sourceFile));
  const source = named.getText(sourceFile);
  if (elements.length === named.elements.length) return source;
  if (!source.includes('\n')) {
    const space = source.startsWith('{ ') ? ' ' : '';
    return `{${space}${names.join(', ')}${space}}`;
  }
  const newline = lineBreak(text);
  const indent = indentAt(text, named.elements[0]?.getStart(sourceFile) ?? named.pos);
  const comma = named.elements.hasTrailingComma ? ',' : '';
  const lines = names.map((name) => indent + name).join(`,${newline}`);
  return `{${newline}${lines}${comma}${newline}${indentAt(text, named.end)}}`;
}
