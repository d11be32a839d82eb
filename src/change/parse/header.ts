import type { Refused } from '../change.js';
import { refuse } from '../refuse.js';
import { gitNames, nameIn, withoutPrefixes } from './names.js';
import { fenceAt } from './fence.js';
import { isFileStart, isHunkStart, isPair } from './marks.js';
import { quote, type LineReader } from './reader.js';

/** What the header lines of one file say, before any hunk; `/dev/null` stands for no file. */
export interface FileHeader {
  before: string;
  after: string;
  rename: boolean;
}

interface Seen {
  git?: [string, string];
  before?: string;
  after?: string;
  from?: string;
  to?: string;
  created: boolean;
  deleted: boolean;
}

const LINKS: Record<string, string> = { '120000': 'symlink', '160000': 'submodule' };

function badMode(mode: string, created: boolean, files: string[]): Refused | undefined {
  if (LINKS[mode] === 'symlink')
    return refuse('symlink', `Mode ${mode} is a symbolic link; change regular files only.`, files);
  if (LINKS[mode] === 'submodule')
    return refuse('submodule', `Mode ${mode} is a submodule; change regular files only.`, files);
  if (mode === '100644' || (mode === '100755' && !created)) return undefined;
  const message = `A new file may have mode 100644 only, not ${mode}.`;
  return refuse('mode-change', message, files);
}

/** Takes one extended header line into account; undefined where it says nothing that counts. */
function readExtended(line: string, seen: Seen, files: string[]): Refused | 'unknown' | undefined {
  const [, key = '', value = ''] =
    /^(index|old mode|new mode|new file mode|deleted file mode|similarity index|dissimilarity index|rename from|rename to|GIT binary patch|Binary files)(?: (.*))?$/.exec(
      line,
    ) ?? [];
  switch (key) {
    case 'similarity index':
    case 'dissimilarity index':
      return undefined;
    case 'index': {
      const mode = value.split(' ')[1];
      return mode === undefined ? undefined : badMode(mode, false, files);
    }
    case 'new file mode':
      seen.created = true;
      return badMode(value, true, files);
    case 'deleted file mode':
      seen.deleted = true;
      return badMode(value, false, files);
    case 'rename from':
    case 'rename to': {
      const name = nameIn(value);
      if (name === undefined) return 'unknown';
      seen[key === 'rename from' ? 'from' : 'to'] = name;
      return undefined;
    }
    case 'old mode':
    case 'new mode': {
      const message = `"${line}": file modes stay as they are. Leave the mode lines out.`;
      return badMode(value, false, files) ?? refuse('mode-change', message, files);
    }
    case 'GIT binary patch':
    case 'Binary files':
      return refuse('binary', `"${line}": binary files cannot be changed.`, files);
    default:
      return 'unknown';
  }
}

/** The two names before policy: from `---` and `+++`, else from the rename lines, else from git's. */
function namesOf(seen: Seen): [string, string] | undefined {
  const { before, after, from, to, git } = seen;
  if (before !== undefined && after !== undefined) return withoutPrefixes(before, after);
  if (from !== undefined && to !== undefined) return [from, to];
  return git === undefined ? undefined : withoutPrefixes(...git);
}

function conclude(seen: Seen, at: number): FileHeader | Refused {
  const names = namesOf(seen);
  if (names === undefined) {
    const message = `Line ${at}: the header names no file that can be told for sure. Add "--- a/PATH" and "+++ b/PATH" lines.`;
    return refuse('bad-header', message);
  }
  const old = seen.created ? '/dev/null' : names[0];
  const fresh = seen.deleted ? '/dev/null' : names[1];
  const rename = seen.from !== undefined && seen.to !== undefined;
  const files = [old, fresh].filter((name) => name !== '/dev/null');
  const git = seen.git === undefined ? undefined : withoutPrefixes(...seen.git);
  const agrees =
    (git === undefined || files.every((name) => git.includes(name))) &&
    (!rename || (seen.from === old && seen.to === fresh)) &&
    (rename || files.length < 2 || old === fresh) &&
    files.length > 0;
  if (agrees) return { before: old, after: fresh, rename };
  const message = `Line ${at}: the header lines name different files (${[...new Set(files)].join(', ')}). Name one file twice, use /dev/null for a new or deleted file, or "rename from" and "rename to" lines.`;
  return refuse('bad-header', message, files);
}

function endsHeader({ lines, position }: LineReader): boolean {
  const line = lines[position];
  return (
    line?.trim() === '' ||
    isFileStart(lines, position) ||
    isHunkStart(line) ||
    fenceAt(line) !== undefined
  );
}

function readGitLines(reader: LineReader, seen: Seen): Refused | undefined {
  const names = gitNames(reader.next().slice('diff --git '.length));
  if (names !== undefined) seen.git = names;
  const files = names === undefined ? [] : [withoutPrefixes(...names)[1]];
  while (!reader.done && !endsHeader(reader)) {
    const line = reader.peek() ?? '';
    const problem = readExtended(line, seen, files);
    if (problem === 'unknown') {
      const message = `Line ${reader.number}: ${quote(line)} is no header line of a diff.`;
      return refuse('unknown-text', message, files);
    }
    if (problem !== undefined) return problem;
    reader.next();
  }
  return undefined;
}

/** Reads the header of one file, up to its first hunk or to the next file. */
export function readHeader(reader: LineReader): FileHeader | Refused {
  const at = reader.number;
  const seen: Seen = { created: false, deleted: false };
  const line = reader.peek() ?? '';
  if (line.startsWith('diff --git ')) {
    const problem = readGitLines(reader, seen);
    if (problem !== undefined) return problem;
  } else if (line.startsWith('diff ')) {
    reader.next();
  }
  if (isPair(reader.lines, reader.position)) {
    const before = nameIn(reader.next().slice(4));
    const after = nameIn(reader.next().slice(4));
    if (before === undefined || after === undefined)
      return refuse('bad-path', `Line ${at}: the quoted path cannot be decoded to UTF-8.`);
    seen.before = before;
    seen.after = after;
  }
  return conclude(seen, at);
}
