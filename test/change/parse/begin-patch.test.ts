import { describe, expect, it } from '@jest/globals';
import { applied, parse, refusal } from './parsed.js';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const patch = (...lines: string[]) => parse(BEGIN, ...lines, END);
const refused = (...lines: string[]) => refusal(BEGIN, ...lines, END);
const UPDATE = '*** Update File: a.js';

describe('reading a Begin Patch envelope', () => {
  it('reads added, deleted, changed and moved files', () => {
    expect(
      patch(
        '*** Add File: n.js',
        '+one',
        '+',
        '+++ two',
        '',
        '*** Delete File: o.js',
        UPDATE,
        '@@',
        ' x',
        '-y',
        '+z',
        '*** Update File: p.js',
        '*** Move to: q.js',
        '*** Update File: r.js',
        '*** Move to: s.js',
        '-a',
        '+b',
      ),
    ).toMatchObject([
      { kind: 'create', path: 'n.js', content: 'one\n\n++ two\n' },
      { kind: 'delete', path: 'o.js', pieces: [] },
      { kind: 'modify', path: 'a.js', pieces: [{ label: 'chunk 1', lines: { length: 3 } }] },
      { kind: 'rename', from: 'p.js', to: 'q.js', pieces: [] },
      { kind: 'rename', from: 'r.js', to: 's.js', pieces: [{ label: 'chunk 1' }] },
    ]);
  });

  it('places the lines of each chunk by its text', () => {
    const diff = [BEGIN, UPDATE, ' b', '-c', '+x', '', '@@', '-e', '+y', END, ''].join('\n');
    expect(applied({ 'a.js': 'b\nc\nd\ne\n' }, { diff })).toEqual({ 'a.js': 'b\nx\nd\ny\n' });
  });

  it('keeps the anchors above a chunk, of which ranges and dots are none', () => {
    const chunk = [' x', '-y', '+z'];
    expect(
      patch(
        UPDATE,
        '@@ class A {',
        '@@   say("é") @@',
        ...chunk,
        '@@ -1,3 +1,4 @@ def f():',
        ...chunk,
        '@@ ... @@',
        ...chunk,
      ),
    ).toMatchObject([
      {
        pieces: [
          { label: 'chunk 1', anchors: ['class A {', 'say("\u00c3\u00a9")'] },
          { label: 'chunk 2' },
          { label: 'chunk 3' },
        ],
      },
    ]);
    expect(patch(UPDATE, '@@ -1,3 +1,4 @@', ...chunk)).not.toMatchObject([
      { pieces: [{ anchors: expect.anything() }] },
    ]);
  });

  it('notes that a chunk stands at the end of the file', () => {
    const chunk = ['@@', '-y', '+z', '*** End of File'];
    expect(patch(UPDATE, '@@', '-a', '+b', ...chunk)).toMatchObject([
      { pieces: [{ lines: { length: 2 } }, { atEnd: true }] },
    ]);
    expect(patch(UPDATE, ...chunk, '+more')).toMatchObject({ reason: 'unknown-text' });
  });

  it('keeps empty lines in a chunk as context and drops those at its end', () => {
    expect(patch(UPDATE, ' a', '', '-b', '', '')).toMatchObject([
      { pieces: [{ lines: [{ text: 'a' }, { sign: ' ', text: '' }, { sign: '-' }] }] },
    ]);
  });

  it('may stand in prose and fences, more than once', () => {
    const one = [BEGIN, '*** Delete File: o.js', END];
    expect(
      parse('So:', '```', "apply_patch <<'EOF'", ...one, 'EOF', '```', '', ...one, '- done'),
    ).toMatchObject([{ kind: 'delete' }, { kind: 'delete' }]);
  });

  it('needs its end mark', () => {
    expect(refusal(BEGIN, UPDATE, '-y', '+z')).toBe(
      'truncated: Line 5: the patch ends without "*** End Patch", so it may be cut off. Send the whole patch.',
    );
    expect(refusal(BEGIN, UPDATE, '-y', '+z', BEGIN, UPDATE, '-a', END)).toContain('truncated');
    expect(refusal(BEGIN)).toContain('truncated');
  });

  it('sends back lines that lost their prefix, and lines of no section', () => {
    expect(refused(UPDATE, '-y', 'z', '+x')).toBe(
      'unknown-text: Line 4: "z" is no line of the patch. Every line of a chunk begins with "+", "-" or a blank, every line of an added file with "+".',
    );
    expect(refused('*** Add File: n.js', '+a', '', '+b')).toContain('Line 5: "+b" is no line');
    expect(refused('*** Add File: n.js', '+a', 'b')).toContain('Line 4: "b" is no line');
    expect(refused('*** Delete File: n.js', '-a')).toContain('Line 3: "-a" is no line');
    expect(refused('*** Rename File: n.js')).toContain('Line 2');
    expect(refused('--- a/f', '+++ b/f', '@@', '-a', '+b')).toContain(
      'Line 2: "--- a/f" is no line',
    );
    expect(refused(UPDATE, ' x', '-y', '*** Move to: b.js')).toContain('Line 5');
  });

  it('sends back chunks that are empty or hold on to nothing', () => {
    expect(refused(UPDATE, '@@ class A', '@@', '*** Delete File: b')).toContain(
      'no-change: Line 3: chunk 1 of a.js has no lines',
    );
    expect(refused(UPDATE, '@@', '@@ class A', '-x')).toContain('chunk 1 of a.js has no lines');
    expect(refused(UPDATE, '@@ class A', '+x')).toContain(
      'no-anchor: Line 3: chunk 1 of a.js only',
    );
    expect(refused(UPDATE)).toContain('no-change: The patch names a.js and has no chunk');
    expect(refused('*** Add File: n.js')).toContain(
      'no-change: The patch adds n.js without a line',
    );
  });

  it('sends back sections and marks outside an envelope', () => {
    expect(refusal(UPDATE, '-a', '+b', END)).toContain(
      'Line 1: "*** Update File: a.js" stands outs',
    );
    const one = [BEGIN, '*** Delete File: o.js', END];
    expect(refusal(...one, '*** Delete File: b.js')).toContain(
      'Line 4: "*** Delete File: b.js" stan',
    );
    expect(refusal(...one, END)).toContain('Line 4: "*** End Patch" belongs inside a part');
    expect(refusal(...one, '+a')).toContain('Line 4: "+a" begins like a line of a hunk');
  });
});
