import type { Refused } from './change.js';
import type { Draft, FileState } from './draft.js';
import { refuse } from './refuse.js';
import { sharedEnds } from './shared-ends.js';
import { nodesNamed } from './syntax.js';
import { decode } from './text.js';

const COMMENTS = new Set(['LineComment', 'BlockComment', 'Comment']);

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

function withoutComments(path: string, text: string): string {
  let position = 0;
  let out = '';
  for (const { from, to } of nodesNamed(path, text, COMMENTS) ?? []) {
    out += `${text.slice(position, from)} `;
    position = to;
  }
  return out + text.slice(position);
}

/** The lines from the first to the last that differ, in either text, with all that stands above. */
function differing(old: string, fresh: string): { above: string; lines: string[] } {
  const { head, tail } = sharedEnds(old, fresh);
  const start = old.lastIndexOf('\n', head - 1) + 1;
  const lines = [old, fresh].map((text) => {
    const end = text.indexOf('\n', text.length - tail);
    return text.slice(start, end === -1 ? text.length : end);
  });
  return { above: old.slice(0, start), lines };
}

/** False where no comment can be in what differs, which saves parsing a large file. */
function mayBeComments(path: string, old: string, fresh: string): boolean {
  const { above, lines } = differing(old, fresh);
  const opened = above.lastIndexOf('/*');
  // In Rust, where comments nest, a closing mark above does not tell that all are closed.
  const open = opened !== -1 && (path.endsWith('.rs') || opened + 1 >= above.lastIndexOf('*/'));
  return open || lines.some((text) => /\/\/|\/\*|#/.test(text));
}

type Effect = 'blanks' | 'comments' | 'code';

/** The most that differs between two texts. */
function effectOn(path: string, before: FileState, after: FileState): Effect {
  const [old, fresh] = [decode(before.bytes), decode(after.bytes)];
  if (withoutBlanks(old) === withoutBlanks(fresh)) return 'blanks';
  if (!mayBeComments(path, old, fresh)) return 'code';
  const code = [old, fresh].map((text) => withoutBlanks(withoutComments(path, text)));
  return code[0] === code[1] ? 'comments' : 'code';
}

/** Whether lines of Python are indented differently, which moves statements and is not their form. */
function movesStatements({ path, before, after }: Draft): boolean {
  if (!/\.pyi?$/i.test(path) || before === null || after === null) return false;
  const [old = [], fresh = []] = [before, after].map(({ bytes }) =>
    decode(bytes)
      .split(/\r?\n/)
      .filter((line) => line.trim() !== ''),
  );
  const depth = (line: string | undefined): number | undefined => line?.search(/\S/);
  return old.length === fresh.length && old.some((line, at) => depth(line) !== depth(fresh[at]));
}

/** Refuses a change in which nothing but blanks, line breaks and comments differs. */
export function checkEffect(drafts: Draft[]): Refused | undefined {
  const files = drafts.map(({ path }) => path);
  let most: Effect = 'blanks';
  for (const { path, before, after } of drafts) {
    if (before === null || after === null) return undefined;
    const effect = effectOn(path, before, after);
    if (effect === 'code') return undefined;
    if (effect === 'comments') most = effect;
  }
  if (most === 'blanks' && drafts.some(movesStatements)) {
    const message = `Only blanks differ in ${files.join(', ')}, and in Python those at the start of a line move statements from block to block. Such a change alone is no refactoring: change the code, or propose something else.`;
    return refuse('whitespace-only', message, files);
  }
  if (most === 'blanks') {
    const message = `Only blanks and line breaks differ in ${files.join(', ')}. Formatting is no refactoring: change the code, or propose something else.`;
    return refuse('whitespace-only', message, files);
  }
  const message = `Only comments differ in ${files.join(', ')}. That is no refactoring: change the code, or propose something else.`;
  return refuse('comments-only', message, files);
}
