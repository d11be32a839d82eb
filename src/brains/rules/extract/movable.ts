import ts from 'typescript';
import type { RuleContext } from '../rule.js';
import { enclosingFunction, type FunctionNode } from '../syntax/functions.js';
import { containsAwaitOrYield } from '../syntax/jumps.js';
import { contains, walk, walkOwn } from '../syntax/walk.js';
import { isBoundToFunction } from './bound.js';
import type { Paragraph } from './paragraph.js';
import type { Signature } from './signature.js';
import { innerFunctions, mentions, writesName } from './writes.js';

/** Whether statements can stand in another function at all: nothing that binds or leaves this one. */
export function isMovable(statements: readonly ts.Statement[]): boolean {
  return statements.every(
    (statement) =>
      !contains(statement, (node) => isBoundToFunction(node) || ts.isPrivateIdentifier(node)) &&
      !containsAwaitOrYield(statement) &&
      !leaves(statement),
  );
}

/** Whether a `return`, or a `break` or `continue` of a statement around, stands in the statement. */
function leaves(statement: ts.Statement): boolean {
  let found = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  walkOwn(statement, (node) => {
    if (ts.isReturnStatement(node) || ts.isLabeledStatement(node)) found = true;
    if (ts.isBreakOrContinueStatement(node) && !hasTarget(node, statement)) found = true;
  });
  return found;
}

function hasTarget(jump: ts.BreakOrContinueStatement, within: ts.Node): boolean {
  if (jump.label !== undefined) return false;
  for (let outer = jump.parent; ; outer = outer.parent) {
    if (ts.isIterationStatement(outer, false)) return true;
    if (ts.isSwitchStatement(outer) && ts.isBreakStatement(jump)) return true;
    if (outer === within) return false;
  }
}

const MODULE_NAMES = new Set(['exports', 'module', 'require', '__dirname', '__filename']);

/**
 * Where each parameter is declared, in that order; undefined when one belongs to no function. What
 * Node gives to every CommonJS module needs no passing, although the compiler passes it.
 */
export function parameterOrder(
  context: RuleContext,
  paragraph: Paragraph,
  signature: Signature,
): Map<string, ts.Node> | undefined {
  const checker = context.checker();
  const found = new Map<string, ts.Node>();
  for (const { name } of signature.parameters) {
    const symbol = checker.resolveName(name, paragraph.first, ts.SymbolFlags.Variable, false);
    const declaration = symbol?.declarations?.[0];
    const isLocal = declaration !== undefined && enclosingFunction(declaration) !== undefined;
    if (isLocal) found.set(name, declaration);
    else if (!MODULE_NAMES.has(name)) return undefined;
  }
  return new Map([...found].sort(([, a], [, b]) => a.pos - b.pos));
}

/**
 * Whether two functions would hold a copy of one variable that either of them changes: a parameter
 * written in the paragraph or in a closure, or a result that a closure of the paragraph keeps.
 */
export function wouldBeStale(
  paragraph: Paragraph,
  parameters: ReadonlyMap<string, ts.Node>,
  result: string | undefined,
): boolean {
  const closures = paragraph.statements.flatMap((statement) =>
    ts.isFunctionLike(statement) ? [statement] : innerFunctions(statement),
  );
  const isStale = [...parameters].some(([name, declaration]) => {
    const home = enclosingFunction(declaration);
    const isWritten = paragraph.statements.some((statement) => writesName(statement, name));
    return (
      (name !== result && isWritten) ||
      home === undefined ||
      innerFunctions(home).some((closure) => writesName(closure, name)) ||
      (closures.some((closure) => mentions(closure, name)) && writesName(home, name))
    );
  });
  return isStale || (result !== undefined && closures.some((each) => mentions(each, result)));
}

/** Whether a variable is written in the function behind the paragraph, so that it cannot be `const`. */
export function isWrittenAfter(fn: FunctionNode, paragraph: Paragraph, name: string): boolean {
  let written = false;
  walk(fn, (node) => {
    if (node.pos >= paragraph.last.end && ts.isIdentifier(node) && node.text === name)
      written ||= writesName(node, name);
  });
  return written;
}
