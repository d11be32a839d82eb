import { posix } from 'node:path';
import { foldPath } from './paths.js';
import { matcher } from './patterns.js';
import type { NamedValue } from './runner-keys.js';

/** Tells whether a path is named. */
export type Names = (path: string) => boolean;

const ENDINGS = ['js', 'ts', 'mjs', 'tsx', 'py', 'rs', 'go', 'java', 'rb', 'php', 'cs'];
const PLACES = ['', 'src/', 'lib/', 'app/', 'source/', 'src/zq/', 'packages/zq/src/'];
const MAX_REGEX = 500;

/** Files that only a pattern for everything would name. */
function ordinary(base: string): string[] {
  const bases = [...new Set(['', base === '' ? '' : `${base}/`])];
  return bases.flatMap((start) =>
    PLACES.flatMap((place) => ENDINGS.map((ending) => `${start}${place}zq.${ending}`)),
  );
}

/** A path from the root of the repository; undefined where it leaves it, or is the folder itself. */
function resolved(base: string, value: string): string | undefined {
  const plain = value.replace(/^<(?:rootDir|projectRoot)>\/?/, '').replace(/^\/+/, '');
  const path = posix.join(base, plain).replace(/\/+$/, '');
  return path === base || path === '.' || path.startsWith('..') ? undefined : path;
}

/** One file, of which the extension, or `/index` and the extension, may be missing. */
function fileNames(base: string, value: string): Names | undefined {
  const isPath = /\/|\.\w+$/.test(value) && !value.includes('$');
  const target = isPath ? resolved(base, value) : undefined;
  if (target === undefined) return undefined;
  const folded = foldPath(target);
  // An import of `./a.js` may mean the file a.ts.
  const script = folded.replace(/\.([cm]?)jsx?$/, '.$1ts');
  return (path) => {
    const bare = path.replace(/\.\w+$/, '');
    return (
      [folded, script, `${script}x`].includes(path) || [folded, `${folded}/index`].includes(bare)
    );
  };
}

function globNames(base: string, value: string): Names | undefined {
  const target = resolved(base, value);
  if (target === undefined) return undefined;
  const isGlob = /[*?[{(]/.test(target);
  return isGlob ? matcher(target) : folderNames(base, value);
}

/** A folder and all below it; a file where it is one. */
function folderNames(base: string, value: string): Names | undefined {
  const target = resolved(base, value);
  if (target === undefined) return undefined;
  const folded = foldPath(target);
  return (path) => path === folded || path.startsWith(`${folded}/`);
}

function regexNames(base: string, value: string): Names | undefined {
  // Repeated repetition can take for ever, and the pattern is the project's.
  if (value.length > MAX_REGEX || /[*+}]\)[*+{]/.test(value)) return undefined;
  try {
    const root = base === '' ? '' : `/${base}`;
    const pattern = new RegExp(value.replaceAll('<rootDir>', root), 'i');
    return (path) => (root === '' || `/${path}`.startsWith(`${root}/`)) && pattern.test(`/${path}`);
  } catch {
    return undefined;
  }
}

const WORDS = ['mock', 'stub', 'fake', 'fixture', 'dummy', 'double', 'spec', 'test', 'testing'];
const lower = WORDS.join('|');
const upper = WORDS.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('|');
/** One of the words, alone between other marks or a part of a name in camel case. */
const STAND_IN = new RegExp(
  `(?:(?<![A-Za-z])(?:${lower})|(?:${upper}))(?:s|ed)?(?![a-z])|(?<![A-Z])(?:${lower.toUpperCase()})S?(?![A-Za-z])`,
);

/** The paths that a value names, folded; undefined where it names none, or nearly everything. */
export function namesOf(base: string, { meaning, value }: NamedValue): Names | undefined {
  if (meaning === 'root' || meaning === 'command') return undefined;
  if (meaning === 'file') return fileNames(base, value);
  if (meaning === 'mock') return STAND_IN.test(value) ? fileNames(base, value) : undefined;
  const inAnyFolder = meaning === 'python-files' && !value.includes('/') ? `**/${value}` : value;
  const names =
    meaning === 'regex'
      ? regexNames(base, value)
      : meaning === 'folder' || meaning === 'test-paths'
        ? folderNames(base, value)
        : globNames(base, inAnyFolder);
  return names === undefined || ordinary(base).some(names) ? undefined : names;
}
