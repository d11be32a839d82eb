import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { combine } from '../../src/change/conflicts.js';
import { Drafting } from '../../src/change/draft.js';
import type { Operation, Piece } from '../../src/change/model.js';
import { isRefused } from '../../src/change/refuse.js';

const piece: Piece = { kind: 'text', old: 'a', new: 'b', label: 'edits[0]' };
const modify: Operation = { kind: 'modify', path: 'a.js', pieces: [piece] };
const create: Operation = { kind: 'create', path: 'a.js', content: 'a\n' };
const replace: Operation = { kind: 'replace', path: 'a.js', content: 'b\n', sha256: undefined };
const remove: Operation = { kind: 'delete', path: 'a.js', pieces: [] };
const move: Operation = { kind: 'rename', from: 'a.js', to: 'b.js', pieces: [] };

describe('operations on one path', () => {
  it.each<[string, Operation[]]>([
    ['a file created twice', [create, create]],
    ['a creation and an edit', [create, modify]],
    ['an edit and a creation', [modify, create]],
    ['a whole file and an edit', [replace, modify]],
    ['two whole files', [replace, replace]],
    ['a whole file and a deletion', [remove, replace]],
    ['a move and an edit of the old path', [move, modify]],
    ['a move to a path that is deleted', [{ ...remove, path: 'b.js' }, move]],
    ['a move there and back', [move, { ...move, from: 'b.js', to: 'a.js' }]],
    ['a move of a file to itself', [{ ...move, to: 'a.js' }]],
  ])('are sent back where no order is given: %s', (_, operations) => {
    expect(combine(operations)).toMatchObject({
      kind: 'needs-repair',
      reason: 'conflicting-operations',
    });
  });

  it('say so when a file is moved to itself', () => {
    expect(combine([{ ...move, to: 'a.js' }])).toMatchObject({
      message: expect.stringContaining('a.js is moved to itself'),
    });
  });

  it('may be several edits, which become one at the place of the first', () => {
    const pieces = ['hunk 1 (its header says 9)', 'hunk 2', 'edits[0]'].map((label) => ({
      ...piece,
      label,
    }));
    const other: Operation = { ...modify, path: 'b.js' };
    const [first = piece, ...more] = pieces;
    const parts: Operation[] = [{ ...modify, pieces: [first] }, other, { ...modify, pieces: more }];
    const labels = ['hunk 1 of section 1 (its header says 9)', 'hunk 2 of section 2', 'edits[0]'];
    expect(combine(parts)).toEqual([
      { ...modify, pieces: labels.map((label) => ({ ...piece, label })) },
      other,
    ]);
    expect(parts).toMatchObject([{ pieces: [first] }, other, { pieces: more }]);
    expect(combine([modify, other])).toEqual([modify, other]);
  });
});

describe('several edits of one file', () => {
  const lines = (label: string, ...texts: string[]): Piece => ({
    kind: 'lines',
    label,
    lines: texts.map((text) => ({
      sign: text.startsWith('-') ? '-' : text.startsWith('+') ? '+' : ' ',
      text: text.slice(1),
      bare: false,
    })),
  });

  /** The text that the edits make of a file (null: there is none), or the refusal. */
  function made(before: string | null, ...pieces: Piece[]): string {
    const operations = combine(pieces.map((one) => ({ ...modify, pieces: [one] })));
    if (isRefused(operations)) return `${operations.reason}: ${operations.message}`;
    const state = before === null ? null : { bytes: Buffer.from(before), mode: '100755' };
    const drafting = new Drafting(new Map([['a.js', state]]));
    for (const one of operations) {
      const problem = drafting.run(one);
      if (problem !== undefined) return `${problem.reason}: ${problem.message}`;
    }
    return drafting.drafts.map(({ after }) => after?.bytes.toString()).join();
  }

  it('are all located on the file as it is', () => {
    const first = lines('hunk 1', ' a', '+b');
    expect(made('a\nc\n', first, lines('hunk 1', ' c', '+d'))).toBe('a\nb\nc\nd\n');
    expect(made('a\n', first, lines('hunk 1', '-b', '+c'))).toMatch(
      /^context-mismatch: The old text of hunk 1 of section 2 [^]* All pieces of a\.js are located on the file as it is, not on the result of other pieces\.$/,
    );
    expect(made('a\n', lines('hunk 1', '-b', '+c'))).not.toContain('All pieces');
  });

  it('are sent back when they say the same twice', () => {
    const first = lines('hunk 1', ' a', '+b');
    expect(made('a\n', first, first)).toBe(
      'overlap: hunk 1 of section 1 and hunk 1 of section 2 of a.js change the same text. Send them as one.',
    );
    expect(made('a\n', piece, piece)).toContain('overlap');
  });

  it('make a new file only as one', () => {
    const create = lines('hunk 1', '+a');
    expect(made(null, create)).toBe('a\n');
    expect(made(null, create, create)).toContain('overlap');
    expect(made(null, create, lines('hunk 1', ' a', '+b'))).toContain('no-such-path');
    expect(made('', create, create)).toContain('overlap');
  });
});

describe('whole files', () => {
  const file = { bytes: Buffer.from('a\n'), mode: '100755' };
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');

  it('are creations where no file is, as long as they claim no old text', () => {
    const drafting = new Drafting(new Map([['a.js', null]]));
    expect(drafting.run(replace)).toBeUndefined();
    expect(drafting.drafts).toEqual([
      { path: 'a.js', before: null, after: { bytes: Buffer.from('b\n'), mode: '100644' } },
    ]);
    const claiming = new Drafting(new Map([['a.js', null]]));
    expect(claiming.run({ ...replace, sha256 })).toMatchObject({ reason: 'no-such-path' });
  });

  it('keep the mode of the file that they replace', () => {
    const drafting = new Drafting(new Map([['a.js', file]]));
    expect(drafting.run({ ...replace, sha256 })).toBeUndefined();
    expect(drafting.drafts[0]?.after).toEqual({ bytes: Buffer.from('b\n'), mode: '100755' });
    expect(new Drafting(new Map([['a.js', file]])).run(replace)).toMatchObject({
      reason: 'no-base-hash',
    });
  });
});
