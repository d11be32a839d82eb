import type { Refused } from '../change.js';
import type { Draft } from '../draft.js';
import { refuse } from '../refuse.js';
import { saysGenerated } from './generated.js';

const LFS_POINTER = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\//;
const LONGEST_LINE = 2000;

function unreadable(path: string, bytes: Buffer): Refused | undefined {
  if (bytes.includes(0)) {
    const message = `${path} holds NUL bytes, so it is binary. Change text files only.`;
    return refuse('binary', message, [path]);
  }
  if (!LFS_POINTER.test(bytes.toString('latin1', 0, 100))) return undefined;
  const message = `${path} is a Git LFS pointer, not the file itself. Leave it as it is.`;
  return refuse('lfs-pointer', message, [path]);
}

function generated(path: string, bytes: Buffer): Refused | undefined {
  const text = bytes.toString('latin1');
  if (saysGenerated(text)) {
    const message = `${path} says in its first comments that it is generated. Change its source instead.`;
    return refuse('generated-file', message, [path]);
  }
  if (!text.split('\n').some((line) => line.length > LONGEST_LINE)) return undefined;
  const message = `${path} has lines longer than ${LONGEST_LINE} bytes, so it is minified or generated. Change its source instead.`;
  return refuse('generated-file', message, [path]);
}

/**
 * Refuses files that nobody reads or writes by hand: binary, LFS pointers, generated, minified; of
 * the latter two not those that the project itself calls handwritten.
 */
export function checkFileKind(
  { path, before, after }: Draft,
  handwritten: boolean,
): Refused | undefined {
  const bytes = [before?.bytes, after?.bytes].filter((side) => side !== undefined);
  const checks = handwritten ? [unreadable] : [unreadable, generated];
  return bytes
    .flatMap((side) => checks.map((check) => check(path, side)))
    .find((problem) => problem !== undefined);
}
