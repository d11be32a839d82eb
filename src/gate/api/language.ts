import { createHash } from 'node:crypto';
import { readSource, type Grammar, type Source } from './syntax/source.js';

/** Texts of files by their path, relative to the workspace, with `/`. */
export type Texts = ReadonlyMap<string, string>;

/** Lists the public API of one language from the texts of its files; nothing is run. */
export interface LanguageLister {
  name: string;
  /** Whether a file may declare something public. */
  isSource: (path: string) => boolean;
  /** Whether a file says how the sources are packaged. */
  isManifest: (path: string) => boolean;
  /** Lines `entry kind path: signature`, in any order; equal ones count. */
  list: (texts: Texts) => string[];
}

/** One line of a listing; an empty signature shows as `-`. */
export function line(entry: string, kind: string, path: string, signature: string): string {
  return `${entry} ${kind} ${path}: ${signature.trim() || '-'}`;
}

const UNLISTED = ' unlisted file: ';
const HASH = / \(its text is \w+\)$/;

/**
 * The line that stands for what cannot be listed of a file. With the file's text, another text is
 * another API; without it, what the lister made of the file is listed as well.
 */
export function unlistedLine(entry: string, why: string, text?: string): string {
  if (text === undefined) return `${entry}${UNLISTED}${why}`;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${entry}${UNLISTED}${why} (its text is ${hash})`;
}

/** What a listing says that it could not read, e.g. `go:a.go: syntax error in line 3`. */
export function unlistedFiles(symbols: readonly string[]): string[] {
  return symbols
    .filter((symbol) => symbol.includes(UNLISTED))
    .map((symbol) => symbol.replace(UNLISTED, ': ').replace(HASH, ''));
}

/** The files that the second of two listings lost: only the first could read them. */
export function lostFiles(before: readonly string[], after: readonly string[]): string[] {
  const entryOf = (file: string): string => file.slice(0, file.indexOf(': '));
  const known = new Set(unlistedFiles(before).map(entryOf));
  return unlistedFiles(after).filter((file) => !known.has(entryOf(file)));
}

/** Sources that could be read, and a line for each that could not. */
export interface ReadSources {
  sources: Source[];
  unlisted: string[];
}

/** Reads the declarations of files of one language; `prefix` names it in the lines. */
export function readSources(
  texts: Texts,
  isSource: (path: string) => boolean,
  prefix: string,
  grammar: Grammar,
): ReadSources {
  const read: ReadSources = { sources: [], unlisted: [] };
  for (const [path, text] of texts) {
    if (!isSource(path)) continue;
    const source = readSource(path, text, grammar);
    if (source.kind === 'source') {
      read.sources.push(source);
      continue;
    }
    const number = text.slice(0, source.at).split('\n').length;
    const why = `syntax error in line ${number}`;
    read.unlisted.push(unlistedLine(`${prefix}:${path}`, why, text));
  }
  return read;
}
