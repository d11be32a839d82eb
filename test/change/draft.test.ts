import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { conflicting } from '../../src/change/conflicts.js';
import { Drafting } from '../../src/change/draft.js';
import type { Operation, Piece } from '../../src/change/model.js';

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
    expect(conflicting(operations)).toMatchObject({
      kind: 'needs-repair',
      reason: 'conflicting-operations',
    });
  });

  it('say so when a file is moved to itself', () => {
    expect(conflicting([{ ...move, to: 'a.js' }])?.message).toContain('a.js is moved to itself');
  });

  it('may be several edits, of which later ones see what earlier ones made', () => {
    const second: Operation = { ...modify, pieces: [{ ...piece, old: 'b', new: 'c' }] };
    expect(conflicting([modify, second])).toBeUndefined();
    const drafting = new Drafting(
      new Map([['a.js', { bytes: Buffer.from('a\n'), mode: '100755' }]]),
    );
    expect([modify, second].map((one) => drafting.run(one))).toEqual([undefined, undefined]);
    expect(drafting.drafts.map(({ after }) => [after?.bytes.toString(), after?.mode])).toEqual([
      ['c\n', '100755'],
    ]);
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
