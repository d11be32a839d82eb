import type { Refused } from '../change.js';
import { refuse } from '../refuse.js';

const MAX_PATH_BYTES = 4096;
const MAX_SEGMENT_BYTES = 255;

/** A path without the dots and blanks at the end of its segments, which some platforms drop. */
export function trimmedPath(path: string): string {
  return path
    .split('/')
    .map((segment) => segment.replace(/[. ]+$/, '') || segment)
    .join('/');
}

/** Letter case and Unicode form as a case-folding file system compares them. */
export function foldCase(text: string): string {
  // Upper case first: ſ and ß become s and ss that way, as they do in a file system that folds case.
  return text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** One spelling for all that a case-folding or normalising file system takes for the same path. */
export function foldPath(path: string): string {
  // Ignorable code points are dropped by some file systems, so ".g\u200cit" is ".git" there.
  return trimmedPath(foldCase(path.replace(/\p{Cf}/gu, '')));
}

const GIT_NAMES = /^(?:\.git|git~\d+)(?:$|:)/;

/** A path that no repository, configuration or platform makes safe; undefined where it is fine. */
export function checkPath(path: string): Refused | undefined {
  const no = (reason: Parameters<typeof refuse>[0], rule: string): Refused =>
    refuse(reason, `Path ${JSON.stringify(path)}: ${rule}`, []);
  const control = [...path].some((char) => char < ' ' || (char >= '\u007f' && char <= '\u009f'));
  if (control) return no('path-control', 'it holds control characters. Name another file.');
  if (/\p{Cs}/u.test(path))
    return no('path-control', 'it holds half a surrogate pair. Name another file.');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    return no('path-too-long', 'it is longer than 4,096 bytes. Name another file.');
  if (path.split('/').some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES))
    return no('path-too-long', 'a segment of it is longer than 255 bytes. Name another file.');
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(path))
    return no('path-absolute', 'it is absolute. Name the file from the root of the repository.');
  const segments = path.split(/[/\\]/);
  if (segments.includes('..'))
    return no('path-traversal', 'it holds "..". Name the file from the root of the repository.');
  if (segments.some((segment) => GIT_NAMES.test(foldPath(segment))))
    return no('path-git', 'it lies in a .git folder. Nothing there can be changed.');
  if (segments.some((segment) => segment === '' || segment === '.'))
    return no('path-empty', 'it has an empty or "." segment. Write it without.');
  if (segments.some((segment) => /[. ]$/.test(segment) || segment.includes(':')))
    return no('path-name', 'a segment ends in a dot or blank, or holds a colon.');
  return undefined;
}
