/**
 * Files as text without loss: a *byte string* has one character per byte (Latin-1), so any file
 * survives, and text of a model is turned into its UTF-8 bytes before it is compared.
 */

import { TextDecoder } from 'node:util';

const BOM = '\u00ef\u00bb\u00bf';
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A file with line ends taken out: what edits are located on. */
export interface FileText {
  bom: string;
  /** Byte string with `\n` line ends; ends in `\n` unless empty, also where the file does not. */
  text: string;
  /** The lines of `text`, without line ends. */
  lines: string[];
  /** Offset in `text` of each line, and of the end. */
  starts: number[];
  /** The line end of each line, as it stands in the file. */
  eols: string[];
  finalNewline: boolean;
}

/** UTF-8 bytes of a text as a byte string. */
export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A byte string read as UTF-8, for people. */
export function fromByteString(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes read as UTF-8 where they are that, else as Latin-1, so that no letter is lost. */
export function decode(bytes: Uint8Array): string {
  return asUtf8(bytes) ?? Buffer.from(bytes).toString('latin1');
}

/** Whether the bytes are well-formed UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  return asUtf8(bytes) !== undefined;
}

/** Takes blanks off both ends of a byte string, where `trim` would also take bytes of letters. */
export function trimBlanks(bytes: string): string {
  return bytes.replace(/^[\t\v\f\r ]+|[\t\v\f\r ]+$/g, '');
}

/** A byte string with `\n` line ends and without a BOM. */
export function plain(bytes: string): string {
  return (bytes.startsWith(BOM) ? bytes.slice(BOM.length) : bytes).replaceAll('\r\n', '\n');
}

/** Byte string of a model's text with `\n` line ends and without a BOM. */
export function normalise(text: string): string {
  return plain(toByteString(text));
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
  const text = body.replaceAll('\r\n', '\n') + (finalNewline ? '' : '\n');
  const lines = linesOf(text);
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return { bom, text, lines, starts, eols, finalNewline };
}

/** Index of the line that holds an offset; the number of lines for the end of the text. */
export function lineAt({ starts }: FileText, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
