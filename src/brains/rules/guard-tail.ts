import ts from 'typescript';
import { collector } from './collector.js';
import { guardRewrite, innerLineCount, isWorthLifting } from './guard.js';
import type { Rule } from './rule.js';
import { type FunctionNode, isFunctionNode, placeName } from './syntax/functions.js';
import { returnsValue } from './syntax/jumps.js';
import { walk } from './syntax/walk.js';

const MIN_LINES = 6;

/** The `if` without `else` that ends a function which returns nothing. */
function conditionalTail(fn: FunctionNode): ts.IfStatement | undefined {
  if (ts.isConstructorDeclaration(fn) || ts.isGetAccessorDeclaration(fn)) return undefined;
  if (fn.body === undefined || !ts.isBlock(fn.body) || returnsValue(fn.body)) return undefined;
  const last = fn.body.statements.at(-1);
  return last !== undefined && ts.isIfStatement(last) && last.elseStatement === undefined
    ? last
    : undefined;
}

/** The last statement of a function is a long `if`: leave early instead. */
export const guardTail: Rule = {
  id: 'guard-tail',
  refactoring: 'Replace Nested Conditional with Guard Clauses',
  detect(context) {
    const { sourceFile } = context;
    const found = collector(context, this);
    walk(sourceFile, (fn) => {
      const statement = isFunctionNode(fn) ? conditionalTail(fn) : undefined;
      const body = statement?.thenStatement;
      if (statement === undefined || body === undefined || !ts.isBlock(body)) return;
      if (innerLineCount(sourceFile, body) < MIN_LINES || !isWorthLifting(body)) return;
      const smell = `nested conditional in ${placeName(statement)}`;
      const rewrite = guardRewrite(context, { statement, body, exit: 'return' });
      if (rewrite.kind === 'skip') found.skip(statement, smell, rewrite.why);
      if (rewrite.kind === 'edits')
        found.offer(statement, {
          smell,
          edits: rewrite.edits,
          severity: 3,
          confidence: 'high',
          intent: `Replace the nested conditional in ${placeName(statement)} with a guard clause`,
        });
    });
    return found.detection;
  },
};
