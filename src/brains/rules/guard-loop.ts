import ts from 'typescript';
import { collector } from './collector.js';
import { guardRewrite, innerLineCount, isWorthLifting } from './guard.js';
import type { Rule } from './rule.js';
import { placeName } from './syntax/functions.js';
import { walk } from './syntax/walk.js';

const MIN_LINES = 6;

/** The last statement of a loop's body is a long `if`: go on with the next round instead. */
export const guardLoop: Rule = {
  id: 'guard-loop',
  refactoring: 'Replace Nested Conditional with Guard Clauses',
  detect(context) {
    const { sourceFile } = context;
    const found = collector(context, this);
    walk(sourceFile, (loop) => {
      if (!ts.isIterationStatement(loop, false) || !ts.isBlock(loop.statement)) return;
      const statement = loop.statement.statements.at(-1);
      if (statement === undefined || !ts.isIfStatement(statement)) return;
      const body = statement.thenStatement;
      if (statement.elseStatement !== undefined || !ts.isBlock(body)) return;
      if (innerLineCount(sourceFile, body) < MIN_LINES || !isWorthLifting(body)) return;
      const smell = `nested conditional in a loop of ${placeName(statement)}`;
      const rewrite = guardRewrite(context, { statement, body, exit: 'continue' });
      if (rewrite.kind === 'skip') found.skip(statement, smell, rewrite.why);
      if (rewrite.kind === 'edits')
        found.offer(statement, {
          smell,
          edits: rewrite.edits,
          severity: 3,
          confidence: 'high',
          intent: `Replace the nested conditional in a loop of ${placeName(statement)} with a guard clause`,
        });
    });
    return found.detection;
  },
};
