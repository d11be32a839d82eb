/** A line that opens or closes a fenced block of Markdown. */
export interface Fence {
  /** The run of backticks or tildes. */
  marks: string;
  /** What stands behind them. */
  info: string;
  /** Number of blanks in front. */
  indent: number;
}

/** Reads a line that is nothing but a fence. */
export function fenceAt(line: string | undefined): Fence | undefined {
  const match = /^(\s*)(`{3,}|~{3,})([^`]*)$/.exec(line ?? '');
  if (match === null) return undefined;
  const [, blanks = '', marks = '', info = ''] = match;
  return { marks, info: info.trim(), indent: blanks.length };
}

/** Reads a fence that stands at the end of a line of prose, as in "The change: ```diff". */
export function fenceBehind(line: string): Fence | undefined {
  const at = line.indexOf('`');
  const match = /^(`{3,})([\w+-]*)\s*$/.exec(line.slice(at));
  if (match === null || line.slice(0, at).trim() === '') return undefined;
  const [, marks = '', info = ''] = match;
  return { marks, info, indent: 0 };
}

/** Whether a line closes a block, as CommonMark says: same mark, as long at least, nothing behind. */
export function closes(line: string, { marks }: Fence): boolean {
  const fence = fenceAt(line);
  return (
    fence !== undefined &&
    fence.indent < 4 &&
    fence.info === '' &&
    fence.marks[0] === marks[0] &&
    fence.marks.length >= marks.length
  );
}
