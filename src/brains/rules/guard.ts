import ts from 'typescript';
import type { RuleContext, TextEdit } from './rule.js';
import { commentsAbove, commentsBetween, isMarkedOff } from './syntax/comments.js';
import { innerIndent, innerLines, liftedBlock, smallBlock } from './syntax/indent.js';
import { alwaysJumps } from './syntax/jumps.js';
import { areTiedToBlock, blockScopedNames, clashingName, visibleRegion } from './syntax/names.js';
import { negate } from './syntax/negate.js';
import { endsLine, indentAt, lineBreak, lineEnd, onOneLine, startsLine } from './syntax/text.js';
import { contains } from './syntax/walk.js';

/** The edits of a guard clause, the reason why it must not be, or that it is no case for the rule. */
export type GuardRewrite =
  { kind: 'edits'; edits: TextEdit[] } | { kind: 'skip'; why: string } | { kind: 'none' };

/** An `if` with its long branch, and what the guard does instead of entering it. */
export interface GuardSite {
  statement: ts.IfStatement;
  body: ts.Block;
  /** The statement of the guard without semicolon, or a branch that is there already. */
  exit: 'return' | 'continue' | ts.Statement;
}

const NONE: GuardRewrite = { kind: 'none' };

/** Number of lines between the braces of a block. */
export function innerLineCount(sourceFile: ts.SourceFile, block: ts.Block): number {
  const range = innerLines(sourceFile, block);
  return range === undefined
    ? 0
    : sourceFile.text.slice(range.start, range.end).trimEnd().split('\n').length;
}

/** Whether a branch is worth lifting: several statements or a block inside, no jump at its end. */
export function isWorthLifting(block: ts.Block): boolean {
  const worth =
    block.statements.length >= 2 || block.statements.some((each) => contains(each, ts.isBlock));
  return worth && !alwaysJumps(block);
}

/** Turns `if (c) { body }` into `if (!c) { exit }` with the body behind it. */
export function guardRewrite(context: RuleContext, site: GuardSite): GuardRewrite {
  const { sourceFile, text } = context;
  const { statement, body, exit } = site;
  const start = statement.getStart(sourceFile);
  const open = body.getStart(sourceFile);
  if (!startsLine(text, start) || text.slice(start, open).includes('\n')) return NONE;
  if (areTiedToBlock(body.statements) || isMarkedOff(sourceFile, statement)) return NONE;
  const indent = indentAt(text, start);
  const inner = innerIndent(sourceFile, body);
  const trailing = commentsBetween(sourceFile, statement.end, lineEnd(text, statement.end));
  if (!inner.startsWith(indent) || inner === indent) return NONE;
  if (trailing.length === 0 && !endsLine(text, statement.end)) return NONE;

  const negation = negate(sourceFile, statement.expression);
  if (negation.kind === 'unclean') return NONE;

  const comments = [
    ...commentsAbove(sourceFile, statement),
    ...commentsBetween(sourceFile, start, lineEnd(text, open)),
    ...commentsBetween(sourceFile, body.end, statement.end),
    ...trailing,
  ];
  if (comments.length > 0)
    return { kind: 'skip', why: 'a comment on the condition would no longer stand with its code' };
  const lifted = liftedBlock(sourceFile, body, indent);
  if (lifted === undefined) return NONE;
  if (negation.kind === 'nan') return { kind: 'skip', why: negation.why };
  const name = clashingName(blockScopedNames(body.statements), visibleRegion(statement), body);
  if (name !== undefined)
    return { kind: 'skip', why: `\`${name}\` of the branch is a name outside of it too` };

  const guard =
    typeof exit === 'string'
      ? smallBlock(sourceFile, exit, indent, inner.slice(indent.length))
      : exit.getText(sourceFile);
  const newline = lineBreak(text);
  const replaced = `if (${negation.text}) ${guard}${newline}${newline}${lifted}`;
  return { kind: 'edits', edits: [{ start, end: statement.end, text: replaced }] };
}

/** Whether a guard's exit can be taken over as it stands: one jump, without an inner line of comment. */
export function isPlainExit(sourceFile: ts.SourceFile, exit: ts.Statement): boolean {
  const statements = ts.isBlock(exit) ? exit.statements : [exit];
  const plain = ts.isBlock(exit) || onOneLine(sourceFile, exit);
  return plain && statements.length === 1 && alwaysJumps(exit) && !ts.isIfStatement(exit);
}
