import { describe, expect, it } from '@jest/globals';
import { parse, refusal } from './parsed.js';

const HASH = '0123456789ab';

describe('reading whole files', () => {
  it('takes the block below a path for the new text of that file', () => {
    expect(
      parse(
        'Both files:',
        '',
        '**src/a.js**',
        '```js',
        'é;',
        '',
        '```',
        '',
        'b.js:',
        '~~~~',
        '~~~',
        '~~~~',
      ),
    ).toEqual([
      { kind: 'replace', path: 'src/a.js', content: '\u00c3\u00a9;\n\n', sha256: undefined },
      { kind: 'replace', path: 'b.js', content: '~~~\n', sha256: undefined },
    ]);
  });

  it.each([`src/a.js sha256:${HASH}`, `### \`src/a.js\` sha256:${HASH.toUpperCase()}:`])(
    'takes the hash behind the path from "%s"',
    (line) => {
      expect(parse(line, '```', 'a', '```')).toMatchObject([{ path: 'src/a.js', sha256: HASH }]);
    },
  );

  it('takes no word or command for a path unless a hash stands behind it', () => {
    expect(refusal('`node a.js`', '```', 'a', '```')).toContain('unknown-text');
    expect(refusal('`Output`:', '```', 'a', '```')).toContain('unknown-text');
    expect(parse(`\`my a.js\` sha256:${HASH}`, '```', 'a', '```')).toMatchObject([
      { path: 'my a.js' },
    ]);
    expect(refusal('a.js sha256:abc', '```', 'a', '```')).toContain('unknown-text');
  });

  it('closes a block as CommonMark does', () => {
    expect(parse('a.md', '````md', '```', 'x', '```', '    ````', '  ````  ')).toMatchObject([
      { content: '```\nx\n```\n    ````\n' },
    ]);
    expect(parse('a.md', '```', '~~~', '``', '`````')).toMatchObject([{ content: '~~~\n``\n' }]);
  });

  it('sends back a block that is not closed', () => {
    expect(refusal('a.md', '````', 'x', '```')).toBe(
      'truncated: The block with a.md, which opens at line 2, is not closed, so it may be cut off. Send the whole file, or `edits`.',
    );
  });

  it('sends back a file that a fence of its own may end', () => {
    expect(refusal('a.md', '```md', '# A', '```js', 'x', '```', 'y', '```')).toContain(
      'unknown-text: Line 4: "```js" opens a block inside that of a.md',
    );
    expect(refusal('a.md', '```md', '# A', '```', 'x', '```', 'y', '```')).toContain(
      'unknown-text: Line 6: the fenced block that opens here holds no part of whole files',
    );
    expect(refusal('a.md', '```', 'Tree:', '```', 'src/b.js', '```', 'y', '```')).toContain(
      'unknown-text: Line 6: the fenced block',
    );
  });

  it('sends back a block that is not directly below a path', () => {
    const file = ['a.js', '```js', 'a', '```', ''];
    expect(refusal(...file, 'b.js', '', '```js', 'b', '```')).toContain('Line 8: the fenced block');
    expect(refusal(...file, 'Then b.js:', '```js', 'b', '```')).toContain(
      'Line 7: the fenced block',
    );
    expect(refusal(...file, 'b.js', '  ```js', '  b', '  ```')).toContain(
      'Line 7: the fenced block',
    );
  });

  it('leaves a block to the form that its first line begins', () => {
    const diff = ['--- a.js', '+++ a.js', '@@ -1 +1 @@', '-a', '+b'];
    expect(parse('a.js', '```diff', '', ...diff, '```')).toMatchObject([{ kind: 'modify' }]);
    expect(
      parse('a.js', '```', '<<<<<<< SEARCH', 'a', '=======', '>>>>>>> REPLACE', '```'),
    ).toMatchObject([{ kind: 'modify' }]);
    expect(refusal('a.js', '```diff', '-a', '+b', '```')).toContain('unknown-text');
    expect(parse('a.patch', '```diff', ...diff, '```')).toMatchObject([
      { kind: 'replace', path: 'a.patch' },
    ]);
  });
});
