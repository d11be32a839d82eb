import ts from 'typescript';
import { contains, walkOwn } from './walk.js';

/** Whether a statement is a `return`, `throw`, `break` or `continue`. */
export function isJump(statement: ts.Statement): boolean {
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isBreakOrContinueStatement(statement)
  );
}

/** Whether control never reaches what follows the statement (a block, an if with both branches…). */
export function alwaysJumps(statement: ts.Statement | undefined): boolean {
  if (statement === undefined) return false;
  if (ts.isBlock(statement)) return alwaysJumps(statement.statements.at(-1));
  if (ts.isIfStatement(statement))
    return alwaysJumps(statement.thenStatement) && alwaysJumps(statement.elseStatement);
  return isJump(statement);
}

/** Whether a jump stands anywhere in the statement, functions inside it left out. */
export function containsJump(node: ts.Node): boolean {
  let found = false;
  walkOwn(node, (inner) => {
    if (ts.isStatement(inner) && isJump(inner)) found = true;
  });
  return found;
}

/** Whether the function itself, not one inside it, returns a value. */
export function returnsValue(body: ts.Node): boolean {
  let found = false;
  walkOwn(body, (inner) => {
    if (ts.isReturnStatement(inner) && inner.expression !== undefined) found = true;
  });
  return found;
}

/** Whether a node holds an `await` or `yield` of its own function or of one inside. */
export function containsAwaitOrYield(node: ts.Node): boolean {
  return contains(node, (inner) => ts.isAwaitExpression(inner) || ts.isYieldExpression(inner));
}
