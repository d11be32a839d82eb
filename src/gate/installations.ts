import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Dirent,
} from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { interpreterIn } from '../adapters/find-program.js';
import { isBelow } from '../adapters/link-back.js';

const HEAD_BYTES = 256;
const PROGRAMS = /^(?:bin|sbin|libexec)$/;
/** Beside the programs of an installation, and not beside scripts that somebody keeps. */
const OF_INSTALLATION = ['lib', 'lib64', 'libexec', 'pyvenv.cfg'];

function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** The folder of an installation whose programs lie in `folder`; else that folder itself. */
function prefixOf(folder: string): string {
  const [name, parent] = [basename(folder), dirname(folder)];
  if (name === '.bin' || name === 'shims') return parent;
  // It also holds what all programs keep of the user.
  if (!PROGRAMS.test(name) || basename(parent) === '.local') return folder;
  return OF_INSTALLATION.some((part) => existsSync(join(parent, part))) ? parent : folder;
}

/** Folder of the interpreter that a Python environment is made of, or null. */
function baseOf(environment: string): string | null {
  const file = join(environment, 'pyvenv.cfg');
  if (!existsSync(file)) return null;
  return /^home\s*=\s*(\/.*?)\s*$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
}

function interpreterOf(program: string): string | null {
  const file = openSync(program, 'r');
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    return interpreterIn(buffer.toString('utf8', 0, readSync(file, buffer)));
  } finally {
    closeSync(file);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Collects what programs need of some folders, from one to the next. */
class Search {
  readonly found = new Set<string>();
  private readonly seen = new Set<string>();

  constructor(private readonly within: readonly string[]) {}

  /** A folder in which programs are looked up, with all that its programs lead to. */
  folder(path: string): void {
    const at = real(path);
    if (at === null || this.seen.has(path)) return;
    this.seen.add(path);
    this.add(path);
    const base = this.installation(at);
    for (const entry of entriesOf(at)) {
      const file = join(at, entry.name);
      if (entry.isSymbolicLink()) this.program(file, base);
      else if (this.isWithin(at) && entry.isFile()) this.script(file);
    }
  }

  /** A program, unless it lies in an installation that is known. */
  program(path: string, known = ''): void {
    const at = real(path);
    if (at === null || this.seen.has(at) || !this.isWithin(at)) return;
    if (known !== '' && isBelow(known, at)) return;
    this.seen.add(at);
    this.add(path);
    const folder = dirname(at);
    // Beside it lies all that the user has.
    if (this.within.includes(folder)) this.add(at);
    else this.installation(folder);
    this.script(at);
  }

  /** Something that is named, and need not be a program. */
  add(path: string): void {
    if (this.isWithin(path)) this.found.add(path);
  }

  private installation(folder: string): string {
    const prefix = prefixOf(folder);
    this.add(prefix);
    const base = baseOf(dirname(folder));
    if (base !== null) this.folder(base);
    return prefix;
  }

  private script(file: string): void {
    try {
      const interpreter = interpreterOf(file);
      if (interpreter !== null) this.program(interpreter);
    } catch {
      // What the user may not read is not run either.
    }
  }

  private isWithin(path: string): boolean {
    return this.within.some((folder) => isBelow(folder, path));
  }
}

/**
 * Absolute paths below `within` that the programs of `argv` and of the folders of a PATH are made
 * of: the folders of the PATH, the installations that links and interpreters lead to.
 */
export function installations(
  argv: readonly string[],
  path: string,
  within: readonly string[],
): string[] {
  const search = new Search(within);
  for (const folder of path.split(delimiter)) if (isAbsolute(folder)) search.folder(folder);
  const [program = '', ...words] = argv;
  for (const file of [program, process.execPath]) if (isAbsolute(file)) search.program(file);
  for (const word of words) if (isAbsolute(word)) search.add(word);
  return [...search.found];
}
