import type ts from 'typescript';
import type { TextEdit } from '../rule.js';

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset just behind the last character of the line that holds `offset`, line break not included. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline === -1) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** Offset of the line after the one that holds `offset`, or the end of the text. */
export function nextLineStart(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** The blanks and tabs that begin the line which holds `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0] ?? '';
}

/** Whether nothing but blanks stands before `offset` on its line. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

/** Whether nothing but blanks stands from `offset` to the end of its line. */
export function endsLine(text: string, offset: number): boolean {
  return text.slice(offset, lineEnd(text, offset)).trim() === '';
}

/** The line break that the text uses: that of its first line. */
export function lineBreak(text: string): '\r\n' | '\n' {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** 1-based line of an offset. */
export function lineNumber(sourceFile: ts.SourceFile, offset: number): number {
  return sourceFile.getLineAndCharacterOfPosition(offset).line + 1;
}

/** 1-based inclusive lines of a node, leading comments not included. */
export function linesOf(
  sourceFile: ts.SourceFile,
  node: ts.Node,
): { startLine: number; endLine: number } {
  return {
    startLine: lineNumber(sourceFile, node.getStart(sourceFile)),
    endLine: lineNumber(sourceFile, node.end),
  };
}

/** Whether a node's text lies on one line. */
export function onOneLine(sourceFile: ts.SourceFile, node: ts.Node): boolean {
  return !node.getText(sourceFile).includes('\n');
}

/** The text after sorted, non-overlapping edits. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end),
    text,
  );
}
