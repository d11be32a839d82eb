import type { Refused } from '../change.js';
import type { HunkLine, Piece } from '../model.js';
import { isRefused, refuse } from '../refuse.js';
import { sharedEnds } from '../shared-ends.js';
import { toByteString } from '../text.js';
import type { Form } from './form.js';
import { pathIn } from './path-line.js';
import { quote, type LineReader } from './reader.js';

const START = /^(?:<{5,9}|-{5,9}) SEARCH\s*$/;
/** The first line of a block that is not whole. */
const CUT_START = /^(?:<{3,}|<{1,2}$)/;
const DIVIDER = /^={5,9}\s*$/;
const END = /^(?:>{5,9}|\+{5,9}) REPLACE\s*$/;

/** Reads up to a mark; every other mark on the way is refused, for nobody knows whose it is. */
function readUpTo(mark: RegExp, name: string, reader: LineReader): string[] | Refused {
  const lines: string[] = [];
  while (!reader.done) {
    const line = reader.next();
    if (mark.test(line)) return lines;
    if ([START, DIVIDER, END].some((other) => other.test(line))) {
      const message = `Line ${reader.number - 1}: ${quote(line)} stands where ${name} is due. A block is SEARCH, one divider, REPLACE; send text that holds such lines as \`edits\`.`;
      return refuse('unknown-text', message);
    }
    lines.push(line);
  }
  const message = `The text ends inside a search/replace block, before ${name}. Send the whole block.`;
  return refuse('truncated', message);
}

/** Lines that begin both texts, and then lines that end both, become context. */
function toLines(old: string[], fresh: string[]): HunkLine[] {
  const { head, tail } = sharedEnds(old, fresh);
  const signed = (sign: HunkLine['sign'], lines: string[]): HunkLine[] =>
    lines.map((line) => ({ sign, text: toByteString(line), bare: false }));
  return [
    ...signed(' ', old.slice(0, head)),
    ...signed('-', old.slice(head, old.length - tail)),
    ...signed('+', fresh.slice(head, fresh.length - tail)),
    ...signed(' ', old.slice(old.length - tail)),
  ];
}

/** Search/replace blocks: the old lines, a divider, the new lines, below the path of their file. */
export const searchReplace: Form = {
  name: 'search/replace blocks',
  opening: 'a line with the path alone, then "<<<<<<< SEARCH"',
  starts: (lines, at) => START.test(lines[at] ?? ''),
  stray: new RegExp(`${DIVIDER.source}|${END.source}|${CUT_START.source}`),
  read(reader, outside, operations): Refused | undefined {
    const at = reader.number;
    const path = outside.above === undefined ? undefined : pathIn(outside.above);
    if (path === undefined) {
      const said = outside.above === undefined ? '' : ` ${quote(outside.above)} is none.`;
      const message = `Line ${at}: no path stands above this block.${said} Put the path of its file on a line of its own directly above it.`;
      return refuse('unknown-text', message);
    }
    reader.next();
    const old = readUpTo(DIVIDER, 'the divider "======="', reader);
    if (isRefused(old)) return old;
    const fresh = readUpTo(END, 'the end mark ">>>>>>> REPLACE"', reader);
    if (isRefused(fresh)) return fresh;
    const label = `the block at line ${at}`;
    if (old.length > 0 && old.every((line) => line.trim() === '')) {
      const message = `Line ${at}: the SEARCH part for ${path} holds only blank lines, which name no place. Take lines with text; leave the part empty for a new file.`;
      return refuse('no-anchor', message, [path]);
    }
    if (old.length === 0 && fresh.length === 0) {
      const message = `Line ${at}: the block for ${path} is empty. Leave it out, or send what should change.`;
      return refuse('no-change', message, [path]);
    }
    if (old.length > 0) {
      const piece: Piece = { kind: 'lines', lines: toLines(old, fresh), label };
      operations.push({ kind: 'modify', path, pieces: [piece] });
    } else {
      const content = fresh.map((line) => `${toByteString(line)}\n`).join('');
      operations.push({ kind: 'create', path, content });
    }
    return undefined;
  },
};
