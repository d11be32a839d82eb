import { describe, expect, it } from '@jest/globals';
import { applied, parse, refusal } from './parsed.js';

function block(old: string[], fresh: string[], start = '<<<<<<< SEARCH'): string[] {
  return [start, ...old, '=======', ...fresh, '>>>>>>> REPLACE'];
}

const AB = block(['a'], ['b']);

describe('reading search/replace blocks', () => {
  it('makes context of the lines that both texts begin or end with', () => {
    expect(parse('src/a.js', ...block(['a', 'b', 'a'], ['a', 'c', 'a', 'a']))).toEqual([
      {
        kind: 'modify',
        path: 'src/a.js',
        pieces: [
          {
            kind: 'lines',
            label: 'the block at line 2',
            lines: [
              { sign: ' ', text: 'a', bare: false },
              { sign: '-', text: 'b', bare: false },
              { sign: '+', text: 'c', bare: false },
              { sign: '+', text: 'a', bare: false },
              { sign: ' ', text: 'a', bare: false },
            ],
          },
        ],
      },
    ]);
  });

  it('counts no line for both the beginning and the end', () => {
    expect(parse('a.js', ...block(['a'], ['a', 'a']))).toMatchObject([
      { pieces: [{ lines: [{ sign: ' ' }, { sign: '+' }] }] },
    ]);
  });

  it('replaces whole lines only', () => {
    const diff = ['a.js', ...block(['x = 1'], ['x = 2']), ''].join('\n');
    expect(applied({ 'a.js': 'max = 1\nx = 1\n' }, { diff })).toEqual({
      'a.js': 'max = 1\nx = 2\n',
    });
    expect(applied({ 'a.js': 'max = 1\n' }, { diff })).toContain('context-mismatch');
  });

  it('puts signs that stand for matches elsewhere into the file as they are', () => {
    const diff = ['a.js', ...block(['a'], ["$& $' $1"]), ''].join('\n');
    expect(applied({ 'a.js': 'a\n' }, { diff })).toEqual({ 'a.js': "$& $' $1\n" });
  });

  it.each([
    'src/a.js',
    '`src/a.js`',
    '**src/a.js**',
    '**`src/a.js`:**',
    '**src/a.js**:',
    '### src/a.js',
    '#### `src/a.js`:',
    'src/a.js:',
  ])('finds the path in the line "%s"', (line) => {
    expect(parse('Here:', line, ...AB)).toMatchObject([{ path: 'src/a.js' }]);
    expect(parse(line, '', '```js', ...AB, '```')).toMatchObject([{ path: 'src/a.js' }]);
    expect(parse('```', line, ...AB, '```')).toMatchObject([{ path: 'src/a.js' }]);
  });

  it('finds a path with blanks, or without a dot, in backticks only', () => {
    expect(parse('`my file.js`', ...AB)).toMatchObject([{ path: 'my file.js' }]);
    expect(parse('`Rakefile`', ...AB)).toMatchObject([{ path: 'Rakefile' }]);
    expect(refusal('my file.js', ...AB)).toContain('"my file.js" is none');
    expect(refusal('Then:', ...AB)).toContain('no path stands above this block. "Then:" is none.');
  });

  it('takes the path of the block before where only blanks and fences stand between', () => {
    expect(
      parse('a.js', '```', ...AB, '```', '', '```', ...AB, '```', 'b.js', ...AB),
    ).toMatchObject([
      { path: 'a.js', pieces: [{ label: 'the block at line 3' }] },
      { path: 'a.js', pieces: [{ label: 'the block at line 11' }] },
      { path: 'b.js', pieces: [{ label: 'the block at line 18' }] },
    ]);
    expect(parse('a.js', ...AB, 'b.js', ...AB, 'a.js', ...AB, ...AB)).toMatchObject(
      ['a.js', 'b.js', 'a.js', 'a.js'].map((path) => ({ path, pieces: { length: 1 } })),
    );
    expect(refusal('a.js', ...AB, 'And this:', ...AB)).toContain('Line 8: no path stands above');
    expect(refusal(...AB)).toContain('Line 1: no path stands above this block. Put the path');
  });

  it('takes no path from above a line that names another file', () => {
    expect(refusal('a.js', '```js title=b.js', ...AB, '```')).toContain(
      '"```js title=b.js" is none',
    );
    expect(refusal('a.js', 'Now in b.js: ```', ...AB, '```')).toContain('is none');
  });

  it('reads the marks of other tools and other lengths', () => {
    const cline = ['------- SEARCH', 'a', '=======', 'b', '+++++++ REPLACE'];
    expect(parse('a.js', ...cline)).toMatchObject([{ pieces: [{ lines: { length: 2 } }] }]);
    expect(parse('a.js', '<<<<< SEARCH', 'a', '=========', 'b', '>>>>>> REPLACE')).toMatchObject([
      { path: 'a.js' },
    ]);
  });

  it('creates a file from an empty SEARCH part and deletes lines by an empty REPLACE part', () => {
    expect(parse('n.js', ...block([], ['é', '']))).toEqual([
      { kind: 'create', path: 'n.js', content: '\u00c3\u00a9\n\n' },
    ]);
    expect(parse('a.js', ...block(['a'], []))).toMatchObject([
      { pieces: [{ lines: [{ sign: '-', text: 'a' }] }] },
    ]);
  });

  it('sends back parts that name no place or change nothing', () => {
    expect(refusal('a.js', ...block(['', ' '], ['x']))).toContain(
      'no-anchor: Line 2: the SEARCH part',
    );
    expect(refusal('a.js', ...block([], []))).toContain('no-change: Line 2: the block for a.js is');
    const diff = ['a.js', ...block(['a'], ['a']), ''].join('\n');
    expect(applied({ 'a.js': 'a\n' }, { diff })).toContain('no-change');
  });

  it('sends back a second divider and marks inside a block', () => {
    const said = 'A block is SEARCH, one divider, REPLACE';
    expect(refusal('a.md', ...block(['Title', '====='], ['b']))).toContain(said);
    expect(refusal('a.md', ...block(['a'], ['Title', '=====']))).toContain(
      'unknown-text: Line 6: "=====" stands where the end mark ">>>>>>> REPLACE" is due',
    );
    expect(refusal('a.md', '<<<<<<< SEARCH', 'a', ...AB)).toContain(said);
    expect(refusal('a.md', '<<<<<<< SEARCH', 'a', '>>>>>>> REPLACE')).toContain(said);
    expect(refusal('a.md', '<<<<<<< SEARCH', 'a', '=======', 'b', ...AB)).toContain(said);
  });

  it('sends back marks outside a block', () => {
    expect(refusal('a.js', ...AB, '=======', 'c', '>>>>>>> REPLACE')).toContain(
      'unknown-text: Line 7: "=======" belongs inside a part of search/replace blocks',
    );
    expect(refusal('a.js', ...AB, '>>>>>>> REPLACE')).toContain('belongs inside');
    for (const cut of ['<', '<<<<<', '<<<<<<< SEA'])
      expect(refusal('a.js', ...AB, 'a.js', cut)).toContain('belongs inside');
  });

  it('sends back a block without its end', () => {
    expect(refusal('a.js', '<<<<<<< SEARCH', 'a', '=======', 'b')).toContain(
      'truncated: The text ends inside a search/replace block, before the end mark',
    );
    expect(refusal('a.js', ...AB, 'a.js', '<<<<<<< SEARCH', 'a')).toContain('before the divider');
  });

  it('takes fences and the lines of a diff in a block as content', () => {
    const old = ['```', '- a', '--- x', '+++ y', '@@', '*** Begin Patch'];
    expect(parse('a.md', ...block(old, [...old, 'b']))).toMatchObject([
      { pieces: [{ lines: { length: 7 } }] },
    ]);
  });

  it('sends back a fenced block without a block of the change', () => {
    expect(refusal('a.js', ...AB, '', '```', 'let a;', '```')).toContain(
      'Line 8: the fenced block',
    );
  });
});
