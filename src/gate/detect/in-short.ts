const MOST = 5;

/** The first of some items and how many more there are. */
export function inShort(items: readonly string[], separator: string): string {
  const rest = items.length - MOST;
  return [...items.slice(0, MOST), ...(rest > 0 ? [`and ${rest} more`] : [])].join(separator);
}
