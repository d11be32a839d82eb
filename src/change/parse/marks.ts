/** Whether a line begins a hunk, with or without ranges. */
export function isHunkStart(line: string | undefined): boolean {
  return line !== undefined && /^@@(?:[\s-]|$)/.test(line);
}

/** Whether a `---` and a `+++` line stand here. */
export function isPair(lines: readonly string[], at: number): boolean {
  return lines[at]?.startsWith('--- ') === true && lines[at + 1]?.startsWith('+++ ') === true;
}

/** Whether the header of a file begins at this line. */
export function isFileStart(lines: readonly string[], at: number): boolean {
  const line = lines[at];
  if (line?.startsWith('diff --git ') === true) return true;
  return isPair(lines, at) || (line?.startsWith('diff -') === true && isPair(lines, at + 1));
}
