import ts from 'typescript';
import { collector } from './collector.js';
import type { Rule, RuleContext, TextEdit } from './rule.js';
import { commentsBetween, isMarkedOff } from './syntax/comments.js';
import { placeName } from './syntax/functions.js';
import { innerIndent, reindent } from './syntax/indent.js';
import { containsJump } from './syntax/jumps.js';
import { blockScopedNames, variableReferences } from './syntax/names.js';
import {
  endsLine,
  indentAt,
  lineBreak,
  lineEnd,
  lineStart,
  nextLineStart,
  startsLine,
} from './syntax/text.js';
import { sameTokens } from './syntax/tokens.js';
import { siblings, walk } from './syntax/walk.js';

interface Branches {
  then: ts.Block;
  other: ts.Block;
  /** Number of equal statements at the ends. */
  length: number;
}

function equalTail(sourceFile: ts.SourceFile, statement: ts.IfStatement): Branches | undefined {
  const { thenStatement: then, elseStatement: other } = statement;
  if (!ts.isBlock(then) || other === undefined || !ts.isBlock(other)) return undefined;
  const most = Math.min(then.statements.length, other.statements.length) - 1;
  let length = 0;
  while (length < most) {
    const [a, b] = [then, other].map((block) => block.statements.at(-1 - length));
    if (a === undefined || b === undefined || !sameTokens(sourceFile, a, b)) break;
    length += 1;
  }
  return length === 0 ? undefined : { then, other, length };
}

/** Whole lines of the last statements of a block, blank lines and line break before them included. */
function tailLines(
  context: RuleContext,
  block: ts.Block,
  length: number,
): { head: readonly ts.Statement[]; tail: readonly ts.Statement[]; edit: TextEdit } | undefined {
  const { sourceFile, text } = context;
  const head = block.statements.slice(0, -length);
  const tail = block.statements.slice(-length);
  const [before, first] = [head.at(-1), tail[0]];
  if (before === undefined || first === undefined) return undefined;
  const whole = startsLine(text, first.getStart(sourceFile)) && startsLine(text, block.end - 1);
  if (!whole || first.getStart(sourceFile) < nextLineStart(text, before.end)) return undefined;
  return {
    head,
    tail,
    edit: {
      start: lineEnd(text, before.end),
      end: lineEnd(text, tail.at(-1)?.end ?? block.end),
      text: '',
    },
  };
}

/** Whether the statements declare names, or use names that the rest of their branch declares. */
function isTiedToBranch(head: readonly ts.Statement[], tail: readonly ts.Statement[]): boolean {
  if (blockScopedNames(tail).length > 0) return true;
  const local = new Set(blockScopedNames(head));
  return tail.some((statement) =>
    [...variableReferences(statement).keys()].some((name) => local.has(name)),
  );
}

/** Both branches end in the same statements: let them stand once, behind the `if`. */
export const commonTail: Rule = {
  id: 'common-tail',
  refactoring: 'Slide Statements',
  detect(context) {
    const { sourceFile, text } = context;
    const found = collector(context, this);
    walk(sourceFile, (statement) => {
      if (!ts.isIfStatement(statement) || siblings(statement) === undefined) return;
      const branches = equalTail(sourceFile, statement);
      if (branches === undefined || isMarkedOff(sourceFile, statement)) return;
      const then = tailLines(context, branches.then, branches.length);
      const other = tailLines(context, branches.other, branches.length);
      if (then === undefined || other === undefined) return;
      if ([...then.head, ...other.head].some(containsJump)) return;
      if (isTiedToBranch(then.head, then.tail) || isTiedToBranch(other.head, other.tail)) return;
      const start = statement.getStart(sourceFile);
      if (!startsLine(text, start) || !endsLine(text, statement.end)) return;

      const smell = `same statements at the end of both branches in ${placeName(statement)}`;
      const comments = [
        ...commentsBetween(sourceFile, then.edit.start, branches.other.getStart(sourceFile)),
        ...commentsBetween(sourceFile, other.edit.start, lineEnd(text, statement.end)),
      ];
      if (comments.length > 0) {
        found.skip(statement, smell, 'a comment stands with the statements of one branch');
        return;
      }
      const lines = reindent(
        sourceFile,
        branches.other,
        {
          start: lineStart(text, other.tail[0]?.getStart(sourceFile) ?? start),
          end: other.edit.end,
        },
        innerIndent(sourceFile, branches.other),
        indentAt(text, start),
      );
      const behind = { start: statement.end, end: statement.end, text: lineBreak(text) + lines };
      found.offer(statement, {
        smell,
        edits: [then.edit, other.edit, behind],
        severity: 3,
        confidence: 'high',
        intent: `Move what both branches of ${placeName(statement)} end with behind the conditional`,
      });
    });
    return found.detection;
  },
};
