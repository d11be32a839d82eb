/** Words for a shell that a person types into. Pure. */

/** Quotes a value for a POSIX shell when it needs that. */
export function shellQuote(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
