import { extname } from 'node:path';
import type { Parser } from '@lezer/common';
import { parser as cpp } from '@lezer/cpp';
import { parser as go } from '@lezer/go';
import { parser as java } from '@lezer/java';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import { parser as rust } from '@lezer/rust';

const script = javascript.configure({ dialect: 'jsx' });
const typed = javascript.configure({ dialect: 'ts' });
const typedJsx = javascript.configure({ dialect: 'ts jsx' });

const PARSERS = new Map<string, Parser>([
  ...['.js', '.cjs', '.mjs', '.jsx'].map((end) => [end, script] as const),
  ...['.ts', '.cts', '.mts'].map((end) => [end, typed] as const),
  ...['.c', '.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'].map((end) => [end, cpp] as const),
  ['.tsx', typedJsx],
  ['.py', python],
  ['.pyi', python],
  ['.rs', rust],
  ['.go', go],
  ['.java', java],
]);

/** A part of a text (offsets, end exclusive) and what the parser calls it. */
export interface NamedRange {
  name: string;
  from: number;
  to: number;
}

/** The parser for the language that the extension of a path names; undefined where there is none. */
export function parserFor(path: string): Parser | undefined {
  return PARSERS.get(extname(path).toLowerCase());
}

/**
 * The outermost nodes with one of these names, in the order of the text, which should be decoded;
 * undefined where no parser knows the language.
 */
export function nodesNamed(
  path: string,
  text: string,
  names: ReadonlySet<string>,
): NamedRange[] | undefined {
  const found: NamedRange[] = [];
  const tree = parserFor(path)?.parse(text);
  tree?.iterate({
    enter({ name, from, to }) {
      if (!names.has(name)) return true;
      found.push({ name, from, to });
      return false;
    },
  });
  return tree === undefined ? undefined : found;
}
