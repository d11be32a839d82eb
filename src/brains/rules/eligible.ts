import { posix } from 'node:path';

const EXTENSIONS = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']);
const NOT_OURS =
  /(?:^|\/)(?:node_modules|bower_components|vendor|vendored|third[-_]?party|dist)\/|[.-]min\.[cm]?js$|\.d\.[cm]?ts$|\.bundle\.[cm]?js$/;
const GENERATED =
  /@generated\b|\bDO NOT EDIT\b|^\s*(?:\/\/|\/?\*+)\s*(?:Code|Auto-?)\s?generated\b/im;
const MAX_LINE = 2000;
const MAX_BYTES = 1_000_000;

/** Whether a workspace path is JavaScript or TypeScript that people write in this repository. */
export function isCodePath(path: string): boolean {
  return EXTENSIONS.has(posix.extname(path)) && !NOT_OURS.test(path);
}

/** Whether a text looks written by hand: not generated, minified, huge or in another encoding than UTF-8. */
export function isHandWritten(text: string): boolean {
  if (text.length > MAX_BYTES || text.includes('\uFFFD') || GENERATED.test(text.slice(0, 1500)))
    return false;
  return text.split('\n').every((line) => line.length <= MAX_LINE);
}
