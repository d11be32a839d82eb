/** A canonical git diff applied to the texts it was made from, strictly: every line must fit. */

/** A run of changed lines without context. */
export interface ChangedBlock {
  /** 1-based inclusive lines of the new text; for a pure deletion, the line at that point. */
  startLine: number;
  endLine: number;
  added: string[];
  removed: string[];
}

/** The one file of a change, before and after. */
export interface PatchedFile {
  path: string;
  before: string;
  after: string;
  blocks: ChangedBlock[];
}

export type PatchOutcome = { kind: 'ok'; files: PatchedFile[] } | { kind: 'cannot'; why: string };

class Mismatch extends Error {
  override name = 'Mismatch';
}

/**
 * Rebuilds the new texts from the old ones. `cannot` when the diff creates, deletes, renames or is
 * binary, when an original is missing, or when a line does not fit.
 */
export function applyPatch(
  diff: string,
  originals: readonly { path: string; text: string }[],
): PatchOutcome {
  const sections = diff.split(/^(?=diff --git )/m).filter((section) => section.trim() !== '');
  if (sections.length === 0) return { kind: 'cannot', why: 'the diff is empty' };
  try {
    return { kind: 'ok', files: sections.map((section) => patchFile(section, originals)) };
  } catch (error) {
    if (error instanceof Mismatch) return { kind: 'cannot', why: error.message };
    throw error;
  }
}

function patchFile(
  section: string,
  originals: readonly { path: string; text: string }[],
): PatchedFile {
  const lines = section.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = lines.findIndex((line) => line.startsWith('@@ '));
  const header = first === -1 ? lines : lines.slice(0, first);
  if (first === -1) throw new Mismatch('the diff holds a file without a text hunk');
  const [oldPath, newPath] = ['--- ', '+++ '].map((mark) => pathIn(header, mark));
  if (oldPath === undefined || oldPath !== newPath)
    throw new Mismatch('the diff creates, deletes or moves a file');
  const original = originals.find((each) => each.path === oldPath);
  if (original === undefined) throw new Mismatch(`the original text of ${oldPath} was not given`);
  return { path: oldPath, before: original.text, ...patchText(original.text, lines.slice(first)) };
}

function pathIn(header: readonly string[], mark: string): string | undefined {
  const line = header.find((each) => each.startsWith(mark))?.slice(mark.length);
  if (line === undefined) return undefined;
  const name = line.startsWith('"') ? unquote(line) : line.replace(/\t$/, '');
  return /^[ab]\//.test(name) ? name.slice(2) : undefined;
}

const ESCAPES: Record<string, number> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11 };

/** Undoes git's C-style quoting of a path. */
function unquote(quoted: string): string {
  const inner = quoted.slice(1, quoted.lastIndexOf('"'));
  const parts = inner.match(/\\[0-7]{3}|\\.|[^\\]+/gs) ?? [];
  const bytes = parts.map((part) => {
    if (!part.startsWith('\\')) return Buffer.from(part);
    if (/^\\[0-7]{3}$/.test(part)) return Buffer.from([parseInt(part.slice(1), 8)]);
    const letter = part.slice(1);
    return Buffer.from([ESCAPES[letter] ?? letter.charCodeAt(0)]);
  });
  return Buffer.concat(bytes).toString('utf8');
}

function patchText(
  before: string,
  hunkLines: readonly string[],
): { after: string; blocks: ChangedBlock[] } {
  const old = splitLines(before);
  const result: string[] = [];
  const blocks: ChangedBlock[] = [];
  let open: ChangedBlock | undefined;
  let [cursor, limit] = [0, 0];
  const close = (): void => {
    if (open !== undefined) {
      const last = open.startLine + open.added.length - 1;
      blocks.push({ ...open, endLine: Math.max(open.startLine, last) });
    }
    open = undefined;
  };
  const change = (): ChangedBlock =>
    (open ??= { startLine: Math.max(1, result.length + 1), endLine: 0, added: [], removed: [] });
  const takeOld = (line: string): void => {
    if (old[cursor] !== line)
      throw new Mismatch(`line ${cursor + 1} of the original is not the one in the diff`);
    cursor += 1;
  };
  hunkLines.forEach((line, index) => {
    if (line.startsWith('\\')) return;
    const ending = hunkLines[index + 1]?.startsWith('\\') === true ? '' : '\n';
    const text = line.slice(1) + ending;
    if (line.startsWith('@@ ')) {
      close();
      if (cursor !== limit) throw new Mismatch('a hunk is shorter than its header says');
      const range = hunkRange(line);
      if (range.start < cursor) throw new Mismatch('the hunks overlap');
      result.push(...old.slice(cursor, range.start));
      cursor = range.start;
      limit = range.start + range.length;
    } else if (line.startsWith('-')) {
      change().removed.push(line.slice(1));
      takeOld(text);
    } else if (line.startsWith('+')) {
      change().added.push(line.slice(1));
      result.push(text);
    } else {
      close();
      takeOld(text);
      result.push(text);
    }
  });
  close();
  if (cursor !== limit) throw new Mismatch('a hunk is shorter than its header says');
  result.push(...old.slice(cursor));
  return { after: result.join(''), blocks: withinText(blocks, result.length) };
}

/** The old lines of a hunk, counted from 0. */
function hunkRange(header: string): { start: number; length: number } {
  const match = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(header);
  if (match === null) throw new Mismatch('a hunk header cannot be read');
  const length = Number(match[2] ?? 1);
  const start = Number(match[1]);
  return { start: length === 0 ? start : start - 1, length };
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A deletion at the end of the text has no line behind it: it points to the last one. */
function withinText(blocks: readonly ChangedBlock[], lineCount: number): ChangedBlock[] {
  const last = Math.max(1, lineCount);
  return blocks.map((block) => ({
    ...block,
    startLine: Math.min(block.startLine, last),
    endLine: Math.min(block.endLine, last),
  }));
}
