import ts from 'typescript';
import { alwaysJumps } from './syntax/jumps.js';
import { sameTokens } from './syntax/tokens.js';
import { branchStatements } from './syntax/walk.js';

/** Bare `return`, `break` and `continue` are guard clauses: each stands for a reason of its own. */
function hasOutcome(branch: ts.Statement): boolean {
  const statements = branchStatements(branch);
  const last = statements.at(-1);
  if (last === undefined || !alwaysJumps(branch)) return false;
  if (statements.length > 1 || ts.isThrowStatement(last)) return true;
  return ts.isReturnStatement(last) && last.expression !== undefined;
}

function isPlainIf(statement: ts.Statement): statement is ts.IfStatement {
  return (
    ts.isIfStatement(statement) &&
    statement.elseStatement === undefined &&
    hasOutcome(statement.thenStatement)
  );
}

/** Runs of two or more neighbouring `if`s in a statement list whose bodies are equal and jump. */
export function equalNeighbours(sourceFile: ts.SourceFile, list: ts.Node): ts.IfStatement[][] {
  if (!ts.isBlock(list) && !ts.isSourceFile(list) && !ts.isCaseOrDefaultClause(list)) return [];
  const runs: ts.IfStatement[][] = [];
  let run: ts.IfStatement[] = [];
  const finish = (): void => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (const statement of list.statements) {
    const head = run[0];
    if (!isPlainIf(statement)) {
      finish();
      continue;
    }
    if (head && !sameTokens(sourceFile, head.thenStatement, statement.thenStatement)) finish();
    run.push(statement);
  }
  finish();
  return runs;
}

/** The longest run of equal bodies that begins a chain of `else if` at this statement. */
export function equalElseIfs(
  sourceFile: ts.SourceFile,
  statement: ts.IfStatement,
): ts.IfStatement[] {
  const body = statement.thenStatement;
  const before = statement.parent;
  if (
    ts.isIfStatement(before) &&
    before.elseStatement === statement &&
    sameTokens(sourceFile, before.thenStatement, body)
  )
    return [];
  const run = [statement];
  for (
    let next = statement.elseStatement;
    next !== undefined &&
    ts.isIfStatement(next) &&
    sameTokens(sourceFile, body, next.thenStatement);
    next = next.elseStatement
  )
    run.push(next);
  return run;
}
