/** Offsets at which a part stands in a text, also where they overlap. */
export function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

/** Finds runs of whole lines in a file; the index makes many look-ups in a large file cheap. */
export class WholeLines {
  private index: Map<string, number[]> | undefined;

  constructor(readonly all: string[]) {}

  private at(line: string): number[] {
    if (this.index === undefined) {
      this.index = new Map();
      for (const [at, text] of this.all.entries()) {
        const known = this.index.get(text);
        if (known === undefined) this.index.set(text, [at]);
        else known.push(at);
      }
    }
    return this.index.get(line) ?? [];
  }

  /** Where these lines stand one after the other, as indexes of the first; none where there are none. */
  find(wanted: string[]): number[] {
    let rarest: { offset: number; found: number[] } | undefined;
    for (const [offset, line] of wanted.entries()) {
      const found = this.at(line);
      if (rarest === undefined || found.length < rarest.found.length) rarest = { offset, found };
    }
    const { offset = 0, found = [] } = rarest ?? {};
    return found
      .map((at) => at - offset)
      .filter((start) => start >= 0 && wanted.every((line, at) => this.all[start + at] === line));
  }
}
