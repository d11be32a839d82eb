import ts from 'typescript';
import { indentAt, lineBreak, lineStart, nextLineStart, startsLine } from './text.js';
import { walk } from './walk.js';

/** Ranges whose line breaks are part of a value: white space there must never change. */
function verbatimRanges(root: ts.Node, sourceFile: ts.SourceFile): [number, number][] {
  const ranges: [number, number][] = [];
  walk(root, (node) => {
    const verbatim =
      ts.isTemplateExpression(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteral(node);
    if (verbatim) ranges.push([node.getStart(sourceFile), node.end]);
    return !verbatim;
  });
  return ranges;
}

/**
 * The text of `[start, end)`, whole lines of `root`, with the indentation `from` replaced by `to`.
 * Blank lines, lines indented less than `from` and lines that begin inside a string stay as they are.
 */
export function reindent(
  sourceFile: ts.SourceFile,
  root: ts.Node,
  range: { start: number; end: number },
  from: string,
  to: string,
): string {
  const text = sourceFile.text;
  const verbatim = verbatimRanges(root, sourceFile);
  let result = '';
  for (let at = range.start; at < range.end; at = nextLineStart(text, at)) {
    const line = text.slice(at, Math.min(nextLineStart(text, at), range.end));
    const kept = verbatim.some(([start, end]) => at > start && at < end);
    result += !kept && line.startsWith(from) ? to + line.slice(from.length) : line;
  }
  return result;
}

/**
 * The whole lines between a block's braces, or undefined when code shares a line with a brace. A
 * comment behind the opening brace is not in them: the caller looks for it.
 */
export function innerLines(
  sourceFile: ts.SourceFile,
  block: ts.Block,
): { start: number; end: number } | undefined {
  const text = sourceFile.text;
  const open = block.getStart(sourceFile) + 1;
  const close = block.end - 1;
  const first = block.statements[0]?.getStart(sourceFile) ?? open;
  const range = { start: nextLineStart(text, open), end: lineStart(text, close) };
  return first >= range.start && startsLine(text, close) ? range : undefined;
}

/** Indentation of a block's statements: that of its first one. */
export function innerIndent(sourceFile: ts.SourceFile, block: ts.Block): string {
  const first = block.statements[0];
  return indentAt(sourceFile.text, first?.getStart(sourceFile) ?? block.getStart(sourceFile));
}

/** A block's inner lines at the indentation `to`, last line break cut off; undefined as `innerLines`. */
export function liftedBlock(
  sourceFile: ts.SourceFile,
  block: ts.Block,
  to: string,
): string | undefined {
  const range = innerLines(sourceFile, block);
  if (range === undefined) return undefined;
  const lines = reindent(sourceFile, block, range, innerIndent(sourceFile, block), to);
  return lines.replace(/\s+$/, '');
}

/** Whether the file ends its statements with semicolons, by its first fifty that could. */
export function usesSemicolons(sourceFile: ts.SourceFile): boolean {
  let [asked, ended] = [0, 0];
  walk(sourceFile, (node) => {
    if (asked >= 50) return false;
    if (
      ts.isExpressionStatement(node) ||
      ts.isVariableStatement(node) ||
      ts.isReturnStatement(node)
    ) {
      asked += 1;
      if (sourceFile.text[node.end - 1] === ';') ended += 1;
    }
    return true;
  });
  return ended * 2 >= asked;
}

/** A `{ … }` of one statement on three lines in the style of the file. */
export function smallBlock(
  sourceFile: ts.SourceFile,
  statement: string,
  indent: string,
  unit: string,
): string {
  const newline = lineBreak(sourceFile.text);
  const end = usesSemicolons(sourceFile) ? ';' : '';
  return `{${newline}${indent}${unit}${statement}${end}${newline}${indent}}`;
}
