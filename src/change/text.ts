/**
 * Files as text without loss: a *byte string* has one character per byte (Latin-1), so any file
 * survives, and text of a model is turned into its UTF-8 bytes before it is compared.
 */

const BOM = '\u00ef\u00bb\u00bf';

/** A file with line ends taken out: what edits are located on. */
export interface FileText {
  bom: string;
  /** Byte string with `\n` line ends; ends in `\n` unless empty, also where the file does not. */
  text: string;
  /** The line end of each `\n` of `text`, as it stands in the file. */
  eols: string[];
  finalNewline: boolean;
}

/** One piece of `FileText.text` (offsets, end exclusive) and what stands there afterwards. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
  /** Which edit or hunk it comes from, for messages. */
  label: string;
}

/** UTF-8 bytes of a text as a byte string. */
export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A byte string read as UTF-8, for people. */
export function fromByteString(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Byte string of a model's text with `\n` line ends and without a BOM. */
export function normalise(text: string): string {
  const bytes = toByteString(text).replaceAll('\r\n', '\n');
  return bytes.startsWith(BOM) ? bytes.slice(BOM.length) : bytes;
}

/** Lines of a `FileText.text`, or of any text whose last line is terminated. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.slice(0, -1).split('\n');
}

function majority(eols: string[]): string {
  const crlf = eols.filter((eol) => eol === '\r\n').length;
  return crlf * 2 > eols.length ? '\r\n' : '\n';
}

/** Reads the bytes of a file. */
export function readText(bytes: Uint8Array): FileText {
  const raw = Buffer.from(bytes).toString('latin1');
  const bom = raw.startsWith(BOM) ? BOM : '';
  const body = raw.slice(bom.length);
  const eols: string[] = [...(body.match(/\r?\n/g) ?? [])];
  const finalNewline = body === '' || body.endsWith('\n');
  if (!finalNewline) eols.push(majority(eols));
  return {
    bom,
    text: body.replaceAll('\r\n', '\n') + (finalNewline ? '' : '\n'),
    eols,
    finalNewline,
  };
}

function count(text: string): number {
  return text.split('\n').length - 1;
}

/** New lines take the line end of the same line in the old text, else of the line above. */
function dress(text: string, old: string, oldEols: string[], fallback: string): string {
  const oldLines = old.split('\n');
  const lines = text.split('\n');
  let next = 0;
  let eol = oldEols[0] ?? fallback;
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) return line;
      const at = oldLines.indexOf(line, next);
      if (at !== -1 && oldEols[at] !== undefined) {
        eol = oldEols[at];
        next = at + 1;
      }
      return line + eol;
    })
    .join('');
}

/**
 * Bytes of the file with the replacements made: ascending, not overlapping. Untouched text keeps
 * its bytes, and the end of the file its newline or lack of one unless `finalNewline` decides.
 */
export function rewrite(
  file: FileText,
  replacements: Replacement[],
  finalNewline: boolean | undefined,
): Buffer {
  let out = file.bom;
  let position = 0;
  let line = 0;
  const keep = (end: number): void => {
    const text = file.text.slice(position, end);
    const newlines = count(text);
    const eols = file.eols.slice(line, line + newlines);
    out += text.split('\n').reduce((all, part, index) => all + (eols[index - 1] ?? '\n') + part);
    line += newlines;
    position = end;
  };
  for (const { start, end, text } of replacements) {
    keep(start);
    const old = file.text.slice(start, end);
    const oldEols = file.eols.slice(line, line + count(old));
    const atLineStart = start === 0 || file.text[start - 1] === '\n';
    const [near, far] = atLineStart ? [line - 1, line] : [line, line - 1];
    out += dress(text, old, oldEols, file.eols[near] ?? file.eols[far] ?? '\n');
    line += oldEols.length;
    position = end;
  }
  keep(file.text.length);
  const bare = finalNewline === undefined ? !file.finalNewline : !finalNewline;
  return Buffer.from(bare ? out.replace(/\r?\n$/, '') : out, 'latin1');
}
