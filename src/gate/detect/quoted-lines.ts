/** Command lines that stand in one place of a file, as one shell would read them. */
export interface QuotedLines {
  /** File and place, precise enough for a person to find it. */
  source: string;
  /** Words around it that tell what it is for. */
  label: string;
  lines: string[];
  cwd: string;
  /** Why its exit code counts for nothing where it stands; null: it counts. */
  flaw: string | null;
}

const CONTROL =
  /^\s*(?:if|for|while|until|case|function|trap|select)\b|^\s*[\w-]+\s*\(\)|<<-?\s*\S/m;

/** The lines of a shell text, continued ones joined; none when only a shell can follow it. */
export function shellLines(text: string): string[] {
  if (CONTROL.test(text)) return [];
  return text
    .replace(/[ \t]*\\\r?\n[ \t]*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^set [-+]/.test(line));
}
