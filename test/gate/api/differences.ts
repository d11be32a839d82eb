import { diffApi } from '../../../src/gate/api/diff.js';
import type { LanguageLister } from '../../../src/gate/api/language.js';

/** A change of some files and the differences of the API that it should make. */
export interface Change {
  title: string;
  before: Record<string, string>;
  /** Replaced and added files; an empty text takes a file away. */
  after: Record<string, string>;
  /** `-`, `+` or `~` before `entry kind path` of each difference; none: the API is the same. */
  expected: string[];
}

/** The differences of two listings, each without its signature, sorted. */
export function differences(before: readonly string[], after: readonly string[]): string[] {
  const key = (line: string): string => line.slice(0, line.indexOf(': '));
  const diff = diffApi(before, after);
  return [
    ...diff.removed.map((line) => `- ${key(line)}`),
    ...diff.added.map((line) => `+ ${key(line)}`),
    ...diff.changed.map(([line]) => `~ ${key(line)}`),
  ].sort();
}

/** What a lister says of files. */
export function linesOf(lister: LanguageLister, files: Record<string, string>): string[] {
  const present = Object.entries(files).filter(([, text]) => text !== '');
  return lister.list(new Map(present)).sort();
}

/** The differences that a change makes, by one lister. */
export function measured(lister: LanguageLister, { before, after }: Change): string[] {
  return differences(linesOf(lister, before), linesOf(lister, { ...before, ...after }));
}
