import type { Refused } from '../change.js';
import type { Draft } from '../draft.js';
import { refuse } from '../refuse.js';

const LFS_HEADER = 'version https://git-lfs.github.com/spec/';
const GENERATED = /@generated\b|\bdo not edit\b|\bauto-?generated\b|\bcode generated\b/i;
const HEADER_LINES = 10;
const LONGEST_LINE = 2000;

function kindOf(path: string, bytes: Buffer): Refused | undefined {
  if (bytes.includes(0)) {
    const message = `${path} holds NUL bytes, so it is binary. Change text files only.`;
    return refuse('binary', message, [path]);
  }
  const text = bytes.toString('latin1');
  if (text.startsWith(LFS_HEADER)) {
    const message = `${path} is a Git LFS pointer, not the file itself. Leave it as it is.`;
    return refuse('lfs-pointer', message, [path]);
  }
  const lines = text.split('\n');
  if (GENERATED.test(lines.slice(0, HEADER_LINES).join('\n'))) {
    const message = `${path} says in its first lines that it is generated. Change its source instead.`;
    return refuse('generated-file', message, [path]);
  }
  if (!lines.some((line) => line.length > LONGEST_LINE)) return undefined;
  const message = `${path} has lines longer than ${LONGEST_LINE} bytes, so it is minified or generated. Change its source instead.`;
  return refuse('generated-file', message, [path]);
}

/** Refuses files that nobody reads or writes by hand: binary, LFS pointers, generated, minified. */
export function checkFileKind({ path, before, after }: Draft): Refused | undefined {
  const bytes = [before?.bytes, after?.bytes].filter((side) => side !== undefined);
  return bytes.map((side) => kindOf(path, side)).find((problem) => problem !== undefined);
}
