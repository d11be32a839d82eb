import ts from 'typescript';
import { contains, walk } from '../syntax/walk.js';
import { type CommentName, namesOneOf } from './comment-name.js';
import { isEffect } from './purity.js';
import { isAssignment } from './writes.js';
import type { Signature } from './signature.js';

/**
 * Why a paragraph does not do what its comment says; undefined when it does. A query must have a
 * result of its own, a check must throw and change nothing, an effect must end in what is named.
 */
export function brokenPromise(
  statements: readonly ts.Statement[],
  comment: CommentName,
  result: Signature['result'],
): string | undefined {
  if (comment.kind === 'query')
    return result?.isDeclared === true
      ? undefined
      : `"${comment.words[0]}" promises a result, but the paragraph declares none`;
  if (comment.kind === 'check')
    return result === undefined && throws(statements) && !statements.some(writes)
      ? undefined
      : `"${comment.words[0]}" promises a check, but the paragraph does more`;
  return namesOneOf(comment.words, lastDoing(statements))
    ? undefined
    : 'the comment does not name what the paragraph does last';
}

function throws(statements: readonly ts.Statement[]): boolean {
  return statements.some((statement) => contains(statement, ts.isThrowStatement));
}

function writes(statement: ts.Statement): boolean {
  return contains(
    statement,
    (node) => isEffect(node) && !ts.isCallExpression(node) && !ts.isNewExpression(node),
  );
}

/** The names in the last call of a paragraph and in the last write: callee, target. */
function lastDoing(statements: readonly ts.Statement[]): string[] {
  let [call, target]: [ts.Node | undefined, ts.Node | undefined] = [undefined, undefined];
  for (const statement of statements)
    walk(statement, (node) => {
      if (ts.isCallExpression(node)) call = later(call, node.expression);
      if (ts.isBinaryExpression(node) && isAssignment(node)) target = later(target, node.left);
      if (ts.isPostfixUnaryExpression(node)) target = later(target, node.operand);
      if (ts.isVariableDeclaration(node) && node.initializer) target = later(target, node.name);
    });
  const [atCall, atTarget] = [statementOf(statements, call), statementOf(statements, target)];
  const last = Math.max(atCall, atTarget);
  return [
    ...(call !== undefined && atCall === last ? [lastName(call)] : []),
    ...(target !== undefined && atTarget === last ? [lastName(target)] : []),
  ];
}

function later(known: ts.Node | undefined, node: ts.Node): ts.Node {
  return known === undefined || node.end > known.end ? node : known;
}

function statementOf(statements: readonly ts.Statement[], node: ts.Node | undefined): number {
  return node === undefined
    ? -1
    : statements.findIndex((each) => node.pos >= each.pos && node.end <= each.end);
}

function lastName(node: ts.Node): string {
  return ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
}
