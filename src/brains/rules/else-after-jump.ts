import ts from 'typescript';
import { collector } from './collector.js';
import type { Rule, RuleContext } from './rule.js';
import { commentsBetween, isMarkedOff } from './syntax/comments.js';
import { placeName } from './syntax/functions.js';
import { liftedBlock } from './syntax/indent.js';
import { alwaysJumps } from './syntax/jumps.js';
import { areTiedToBlock, blockScopedNames, clashingName, visibleRegion } from './syntax/names.js';
import { endsLine, indentAt, lineBreak, lineEnd, onOneLine, startsLine } from './syntax/text.js';
import { branchStatements, siblings, walk } from './syntax/walk.js';

/** The last `if` of a chain whose branches all jump, with the `else` behind it. */
function needlessElse(
  statement: ts.IfStatement,
): { last: ts.IfStatement; other: ts.Statement } | undefined {
  if (!alwaysJumps(statement.thenStatement)) return undefined;
  const other = statement.elseStatement;
  if (other === undefined) return undefined;
  return ts.isIfStatement(other) ? needlessElse(other) : { last: statement, other };
}

function liftedElse(context: RuleContext, other: ts.Statement, indent: string): string | undefined {
  const { sourceFile } = context;
  const lifted = ts.isBlock(other) ? liftedBlock(sourceFile, other, indent) : undefined;
  if (lifted !== undefined) return lifted;
  const [only, ...more] = branchStatements(other);
  return only !== undefined && more.length === 0 && onOneLine(sourceFile, other)
    ? indent + only.getText(sourceFile)
    : undefined;
}

/** An `else` behind branches that always jump says nothing: its code can stand at the outer level. */
export const elseAfterJump: Rule = {
  id: 'else-after-jump',
  refactoring: 'Replace Nested Conditional with Guard Clauses',
  detect(context) {
    const { sourceFile, text } = context;
    const found = collector(context, this);
    walk(sourceFile, (statement) => {
      if (!ts.isIfStatement(statement) || siblings(statement) === undefined) return;
      const chain = needlessElse(statement);
      const start = statement.getStart(sourceFile);
      if (chain === undefined || !startsLine(text, start)) return;
      const { last, other } = chain;
      const statements = branchStatements(other);
      if (areTiedToBlock(statements) || isMarkedOff(sourceFile, statement)) return;
      const names = blockScopedNames(statements);
      if (names.length > 0 && ts.isCaseOrDefaultClause(statement.parent)) return;
      const lifted = liftedElse(context, other, indentAt(text, start));
      if (lifted === undefined) return;

      const smell = `else after a jump in ${placeName(statement)}`;
      const from = last.thenStatement.end;
      const head = lineEnd(text, other.getStart(sourceFile));
      const trailing = commentsBetween(sourceFile, other.end, lineEnd(text, other.end));
      if (trailing.length === 0 && !endsLine(text, other.end)) return;
      if (commentsBetween(sourceFile, from, head).length + trailing.length > 0) {
        found.skip(statement, smell, 'a comment on the `else` would lose its place');
        return;
      }
      const clash = clashingName(names, visibleRegion(statement), other);
      if (clash !== undefined) {
        found.skip(statement, smell, `\`${clash}\` of the \`else\` is a name outside of it too`);
        return;
      }
      const gap = lineBreak(text).repeat(statements.length > 1 ? 2 : 1);
      found.offer(statement, {
        smell,
        edits: [{ start: from, end: other.end, text: gap + lifted }],
        severity: 2,
        confidence: 'high',
        intent: `Drop the needless else after a jump in ${placeName(statement)}`,
      });
    });
    return found.detection;
  },
};
