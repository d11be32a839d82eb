import ts from 'typescript';
import { lineEnd, nextLineStart } from './text.js';
import { tokenNodes } from './tokens.js';

/** A comment's place and text, delimiters included. */
export interface Comment {
  start: number;
  end: number;
  text: string;
}

const DISABLES =
  /eslint-(?:disable|enable)|@ts-(?:ignore|expect-error|nocheck)|(?:istanbul|c8|v8|node:coverage) (?:ignore|disable)|(?:prettier|biome|oxfmt|deno-lint|deno-fmt)-ignore|oxlint-disable|jshint|jslint|tslint:disable|NOSONAR|@license|@preserve/;

const cache = new WeakMap<ts.SourceFile, readonly Comment[]>();

function scanTrivia(text: string, from: number, to: number): Comment[] {
  const found: Comment[] = [];
  let at = from;
  if (from === 0 && text.startsWith('#!')) at = Math.max(0, text.indexOf('\n'));
  while (at < to) {
    const opener = text.slice(at, at + 2);
    if (opener !== '//' && opener !== '/*') {
      at += 1;
      continue;
    }
    const closing = opener === '//' ? /\r?\n|$/g : /\*\//g;
    closing.lastIndex = at + 2;
    const match = closing.exec(text);
    const end = opener === '//' ? (match?.index ?? to) : closing.lastIndex || to;
    found.push({ start: at, end, text: text.slice(at, end) });
    at = Math.max(end, at + 2);
  }
  return found;
}

/** All comments of a file in order. */
export function commentsOf(sourceFile: ts.SourceFile): readonly Comment[] {
  const known = cache.get(sourceFile);
  if (known !== undefined) return known;
  const comments = [
    ...tokenNodes(sourceFile, sourceFile.getChildAt(0, sourceFile)),
    sourceFile.endOfFileToken,
  ].flatMap((token) =>
    token.kind === ts.SyntaxKind.JsxText
      ? []
      : scanTrivia(sourceFile.text, token.pos, token.getStart(sourceFile)),
  );
  cache.set(sourceFile, comments);
  return comments;
}

/** The comments that begin in `[start, end)`. */
export function commentsBetween(
  sourceFile: ts.SourceFile,
  start: number,
  end: number,
): readonly Comment[] {
  return commentsOf(sourceFile).filter((comment) => comment.start >= start && comment.start < end);
}

/** Where a node's own comments may begin: behind the rest of the line that ends the code before it. */
function leadStart(sourceFile: ts.SourceFile, node: ts.Node): number {
  const start = node.getStart(sourceFile);
  if (node.pos === 0) return 0;
  return Math.min(nextLineStart(sourceFile.text, node.pos), start);
}

/** The comments above a node; one at the end of the line before it belongs to the code there. */
export function commentsAbove(sourceFile: ts.SourceFile, node: ts.Node): readonly Comment[] {
  return commentsBetween(sourceFile, leadStart(sourceFile, node), node.getStart(sourceFile));
}

/** Whether a comment in, above or around a node tells a tool to leave the code alone. */
export function isMarkedOff(sourceFile: ts.SourceFile, node: ts.Node): boolean {
  const marks = (start: number, end: number): boolean =>
    commentsBetween(sourceFile, start, end).some((comment) => DISABLES.test(comment.text));
  if (marks(leadStart(sourceFile, node), lineEnd(sourceFile.text, node.end))) return true;
  for (let outer = node.parent; !ts.isSourceFile(outer); outer = outer.parent)
    if (marks(leadStart(sourceFile, outer), outer.getStart(sourceFile))) return true;
  return false;
}
