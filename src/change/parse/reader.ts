/** Lines of a diff with a cursor; a carriage return before the line end belongs to the line end. */
export class LineReader {
  private readonly lines: string[];
  private position = 0;
  /** Whether the text ends inside a line. */
  readonly cut: boolean;

  constructor(text: string) {
    this.lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
    this.cut = this.lines.at(-1) !== '';
    if (!this.cut) this.lines.pop();
  }

  /** The line `ahead` of the cursor; undefined at the end. */
  peek(ahead = 0): string | undefined {
    return this.lines[this.position + ahead];
  }

  next(): string | undefined {
    const line = this.peek();
    this.position += 1;
    return line;
  }

  /** 1-based number of the line at the cursor. */
  get number(): number {
    return this.position + 1;
  }

  get done(): boolean {
    return this.position >= this.lines.length;
  }

  /** The line at the cursor begins a new file or hunk, or the text is over. */
  get atHeader(): boolean {
    const line = this.peek();
    if (line === undefined || line.startsWith('diff --git ') || line.startsWith('@@ ')) return true;
    return line.startsWith('--- ') && this.peek(1)?.startsWith('+++ ') === true;
  }
}
