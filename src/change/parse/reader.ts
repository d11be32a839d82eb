/** Lines of a text with a cursor; a carriage return before the line end belongs to the line end. */
export class LineReader {
  readonly lines: readonly string[];
  /** Index of the line at the cursor. */
  position = 0;
  /** Whether the text ends inside a line. */
  readonly cut: boolean;

  constructor(text: string) {
    const lines = text.split(/\r?\n/);
    this.cut = lines.at(-1) !== '';
    if (!this.cut) lines.pop();
    this.lines = lines;
  }

  /** The line at the cursor; undefined at the end. */
  peek(): string | undefined {
    return this.lines[this.position];
  }

  /** The line at the cursor, which moves on; an empty one at the end. */
  next(): string {
    const line = this.peek() ?? '';
    this.position += 1;
    return line;
  }

  skipBlank(): void {
    while (!this.done && this.peek()?.trim() === '') this.position += 1;
  }

  /** 1-based number of the line at the cursor. */
  get number(): number {
    return this.position + 1;
  }

  get done(): boolean {
    return this.position >= this.lines.length;
  }
}

/** A line as messages show it: in quotes, and cut where it is long. */
export function quote(line: string): string {
  return line.length > 120 ? `"${line.slice(0, 120)}…"` : `"${line}"`;
}
