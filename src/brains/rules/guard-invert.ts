import ts from 'typescript';
import { collector } from './collector.js';
import { guardRewrite, innerLineCount, isPlainExit } from './guard.js';
import type { Rule } from './rule.js';
import { placeName } from './syntax/functions.js';
import { alwaysJumps } from './syntax/jumps.js';
import { siblings, walk } from './syntax/walk.js';

const MIN_LINES = 5;

/** A long branch before an `else` that only leaves: say the exception first. */
export const guardInvert: Rule = {
  id: 'guard-invert',
  refactoring: 'Replace Nested Conditional with Guard Clauses',
  detect(context) {
    const { sourceFile } = context;
    const found = collector(context, this);
    walk(sourceFile, (statement) => {
      if (!ts.isIfStatement(statement)) return;
      const { thenStatement: body, elseStatement: exit } = statement;
      if (exit === undefined || !isPlainExit(sourceFile, exit) || !ts.isBlock(body)) return;
      if (innerLineCount(sourceFile, body) < MIN_LINES) return;
      const list = siblings(statement);
      if (list === undefined || ts.isCaseOrDefaultClause(statement.parent)) return;
      if (!alwaysJumps(body) && list.at(-1) !== statement) return;
      const smell = `exception handled last in ${placeName(statement)}`;
      const rewrite = guardRewrite(context, { statement, body, exit });
      if (rewrite.kind === 'skip') found.skip(statement, smell, rewrite.why);
      if (rewrite.kind === 'edits')
        found.offer(statement, {
          smell,
          edits: rewrite.edits,
          severity: 3,
          confidence: 'high',
          intent: `Handle the exceptional case of ${placeName(statement)} first, in a guard clause`,
        });
    });
    return found.detection;
  },
};
