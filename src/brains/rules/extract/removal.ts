import type ts from 'typescript';
import type { TextEdit } from '../rule.js';
import { commentsAbove } from '../syntax/comments.js';
import { endsLine, lineStart, nextLineStart, startsLine } from '../syntax/text.js';

/** Comments that say more than what the declaration under them does. */
const STANDS_ALONE =
  /@(?:typedef|callback|template|import|license|copyright|overload)|copyright|#region/i;

/**
 * The edit that takes a declaration away with the comments attached to it and one blank line;
 * undefined when it shares a line with other code or a comment stands for more than itself.
 */
export function removalEdit(sourceFile: ts.SourceFile, node: ts.Node): TextEdit | undefined {
  const { text } = sourceFile;
  const nodeStart = node.getStart(sourceFile);
  if (!startsLine(text, nodeStart) || !endsLine(text, node.end)) return undefined;
  let start = lineStart(text, nodeStart);
  for (const comment of [...commentsAbove(sourceFile, node)].reverse()) {
    const isAttached =
      startsLine(text, comment.start) && nextLineStart(text, comment.end) === start;
    if (!isAttached) break;
    if (STANDS_ALONE.test(comment.text)) return undefined;
    start = lineStart(text, comment.start);
  }
  return withBlankLine(text, start, nextLineStart(text, node.end));
}

function withBlankLine(text: string, start: number, end: number): TextEdit {
  const blankAt = (offset: number): boolean =>
    offset < text.length && text.slice(offset, nextLineStart(text, offset)).trim() === '';
  const previous = start === 0 ? undefined : lineStart(text, start - 1);
  const opens = previous === undefined || /[{[(]\s*$/.test(text.slice(previous, start));
  const isBlankBefore = previous !== undefined && blankAt(previous);
  if (blankAt(end) && (opens || isBlankBefore)) return edit(start, nextLineStart(text, end));
  const closes = end >= text.length || /^\s*[}\])]/.test(text.slice(end, nextLineStart(text, end)));
  return isBlankBefore && closes ? edit(previous, end) : edit(start, end);
}

function edit(start: number, end: number): TextEdit {
  return { start, end, text: '' };
}
