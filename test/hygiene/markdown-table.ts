/** A Markdown table, its columns padded as the formatter wants them, with a blank line around. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const lines = [line(head, ' '), line([], '-'), ...rows.map((row) => line(row, ' '))];
  return ['', ...lines, '', ''].join('\n');
}
