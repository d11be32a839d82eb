import { describe, expect, it } from '@jest/globals';
import { parseChange } from '../../../src/change/parse/index.js';
import { applied, refusalOf } from './parsed.js';

describe('reading edits', () => {
  it('reads each kind to its operation', () => {
    const sha256 = 'ab'.repeat(32);
    expect(
      parseChange({
        edits: [
          { path: 'n.js', create: 'é\n' },
          { path: 'o.js', delete: true },
          { from: 'p.js', to: 'q.js' },
          { path: 'q.js', old: 'a', new: 'b' },
          { path: 'r.js', old: 'c', new: 'd' },
          { path: 'r.js', old: 'e', new: 'f' },
          { path: 's.js', content: 'é\r\n', sha256 },
        ],
      }),
    ).toEqual([
      { kind: 'create', path: 'n.js', content: '\u00c3\u00a9\n' },
      { kind: 'delete', path: 'o.js', pieces: [] },
      {
        kind: 'rename',
        from: 'p.js',
        to: 'q.js',
        pieces: [{ kind: 'text', old: 'a', new: 'b', label: 'edits[3]' }],
      },
      { kind: 'replace', path: 's.js', content: '\u00c3\u00a9\r\n', sha256 },
      {
        kind: 'modify',
        path: 'r.js',
        pieces: [{ kind: 'text', old: 'c', new: 'd', label: 'edits[4]' }],
      },
      {
        kind: 'modify',
        path: 'r.js',
        pieces: [{ kind: 'text', old: 'e', new: 'f', label: 'edits[5]' }],
      },
    ]);
  });

  it('takes signs that stand for matches elsewhere as they are', () => {
    const edit = { path: 'a', old: 'x.y', new: "$& $1 $` $' $$" };
    expect(applied({ a: 'x.y xzy\n' }, { edits: [edit] })).toEqual({ a: "$& $1 $` $' $$ xzy\n" });
  });

  it('refuses a file mode', () => {
    expect(refusalOf({ edits: [{ path: 'run.sh', mode: '100755' }] })).toBe(
      'mode-change: edits[0] gives run.sh the mode 100755: file modes stay as they are. Leave it out.',
    );
  });

  it('sends back an empty old text', () => {
    expect(refusalOf({ edits: [{ path: 'a', old: '', new: 'b' }] })).toContain(
      'no-anchor: edits[0] of a has an empty "old"',
    );
  });
});
