import ts from 'typescript';
import { type Comment, commentsAbove, commentsBetween } from '../syntax/comments.js';
import { lineEnd, lineStart, nextLineStart, startsLine } from '../syntax/text.js';
import { walkOwn } from '../syntax/walk.js';

/** Statements without a blank line between them, under a comment of one line. */
export interface Paragraph {
  comment: Comment;
  block: ts.Block;
  statements: readonly ts.Statement[];
  first: ts.Statement;
  last: ts.Statement;
  /** Offset behind the last statement and a comment on its line. */
  end: number;
}

/** The commented paragraphs of a function, functions inside it left out. */
export function paragraphsOf(sourceFile: ts.SourceFile, fn: ts.Node): Paragraph[] {
  const found: Paragraph[] = [];
  walkOwn(fn, (node) => {
    if (!ts.isBlock(node)) return;
    for (const index of node.statements.keys()) {
      const paragraph = paragraphAt(sourceFile, node, index);
      if (paragraph !== undefined) found.push(paragraph);
    }
  });
  return found;
}

function paragraphAt(
  sourceFile: ts.SourceFile,
  block: ts.Block,
  index: number,
): Paragraph | undefined {
  const first = block.statements[index];
  const comment = first && headingOf(sourceFile, block, first);
  if (first === undefined || comment === undefined) return undefined;
  const rest = block.statements.slice(index);
  const gap = rest.findIndex((statement, at) => at > 0 && hasBlankLineAbove(sourceFile, statement));
  const statements = gap === -1 ? rest : rest.slice(0, gap);
  const last = statements.at(-1) ?? first;
  const end = trailingEnd(sourceFile, last.end);
  return end === undefined ? undefined : { comment, block, statements, first, last, end };
}

/** The one `//` line right above a statement that begins a paragraph. */
function headingOf(
  sourceFile: ts.SourceFile,
  block: ts.Block,
  statement: ts.Statement,
): Comment | undefined {
  const { text } = sourceFile;
  const above = commentsAbove(sourceFile, statement).filter((each) => startsLine(text, each.start));
  const [comment, second] = above;
  if (comment === undefined || second !== undefined || !comment.text.startsWith('//'))
    return undefined;
  const start = lineStart(text, comment.start);
  const previous = text.slice(lineStart(text, start - 1), start);
  const isFirst =
    previous.trim() === '' || start <= nextLineStart(text, block.getStart(sourceFile));
  const isRightAbove =
    nextLineStart(text, comment.end) === lineStart(text, statement.getStart(sourceFile));
  return isFirst && isRightAbove ? comment : undefined;
}

function hasBlankLineAbove(sourceFile: ts.SourceFile, statement: ts.Statement): boolean {
  return /\n[ \t]*\r?\n/.test(sourceFile.text.slice(statement.pos, statement.getStart(sourceFile)));
}

/** The end of the line when nothing but a comment stands behind the statement on it. */
function trailingEnd(sourceFile: ts.SourceFile, offset: number): number | undefined {
  const { text } = sourceFile;
  const end = lineEnd(text, offset);
  const comments = commentsBetween(sourceFile, offset, end);
  const code = comments.reduce(
    (rest, comment) => rest.replace(comment.text, ''),
    text.slice(offset, end),
  );
  const isOneLine = comments.every((comment) => comment.end <= end);
  return code.trim() === '' && isOneLine ? text.slice(0, end).trimEnd().length : undefined;
}
