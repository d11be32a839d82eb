import ts from 'typescript';
import type { RuleContext } from './rule.js';
import { functionName, isFunctionNode } from './syntax/functions.js';
import { linesOf } from './syntax/text.js';
import { walk } from './syntax/walk.js';

/** 1-based inclusive lines. */
export interface Lines {
  startLine: number;
  endLine: number;
}

function declaredName(node: ts.Node): string | undefined {
  if (isFunctionNode(node)) return functionName(node);
  if (ts.isClassLike(node)) return node.name?.text;
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

/** Where the symbol is declared in the file: `name`, or `Class.member` by its full or last name. */
export function focusLines(context: RuleContext, focus: string): Lines[] {
  const found: Lines[] = [];
  walk(context.sourceFile, (node) => {
    const name = declaredName(node);
    if (name !== undefined && (name === focus || name.endsWith(`.${focus}`)))
      found.push(linesOf(context.sourceFile, node));
  });
  return found;
}

/** Whether two line ranges share a line. */
export function overlap(a: Lines, b: Lines): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}
