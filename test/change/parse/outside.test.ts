import { describe, expect, it } from '@jest/globals';
import { parse, refusal } from './parsed.js';

const FILE = ['--- f.js', '+++ f.js'];
const RIGHT = [...FILE, '@@ -1,2 +1,2 @@', '-a', '+x', ' b'];
const WRONG = [...FILE, '@@ -1,9 +1,9 @@', '-a', '+x', ' b'];
const ONE = [{ kind: 'modify', path: 'f.js', pieces: [{ lines: { length: 3 } }] }];

describe('text around the parts of a change', () => {
  it('may be prose, lists and fences around a diff', () => {
    expect(
      parse('Here is it:', '- one step', '- no more', '', '```diff', ...RIGHT, '```', 'Done.'),
    ).toMatchObject(ONE);
    expect(parse('Here is it: ```diff', ...WRONG, '```', '', 'Done.')).toMatchObject(ONE);
    expect(parse(...RIGHT, '', 'Done.')).toMatchObject(ONE);
    expect(parse('~~~~', ...WRONG, '~~~~')).toMatchObject(ONE);
  });

  it('may be prose between two files, each in its own fence', () => {
    expect(
      parse('File 1:', '```diff', ...WRONG, '```', '', 'File 2:', '```diff', ...RIGHT, '```'),
    ).toMatchObject([...ONE, ...ONE]);
    expect(parse('```', ...WRONG, '```', '```', ...RIGHT, '```')).toMatchObject([...ONE, ...ONE]);
  });

  it('may be the headers, the diffstat and the signature of mails', () => {
    const mail = [
      'From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001',
      'From: A <a@b>',
      'Subject: [PATCH] x',
      '',
      '---',
      ' f.js | 2 +-',
      ' 1 file changed, 1 insertion(+), 1 deletion(-)',
      '',
      ...RIGHT,
      '-- ',
      '2.39.5',
      '',
    ];
    expect(parse(...mail, ...mail)).toMatchObject([...ONE, ...ONE]);
  });

  it('may be a list where the fence of the diff says that a hunk with right counts is over', () => {
    expect(parse('```', ...RIGHT, '```', '', '- renamed x', '- that is all')).toMatchObject(ONE);
  });

  it.each([
    ['a diff', [' --- g.js', ' +++ g.js', ' @@', ' -a', ' +b']],
    ['a quoted diff', ['> diff --git a/g.js b/g.js', '> --- a/g.js', '> +++ b/g.js']],
    ['a block', ['g.js', '  <<<<<<< SEARCH', '  a', '  =======', '  b', '  >>>>>>> REPLACE']],
    ['an envelope', ['> *** Begin Patch', '> *** Delete File: g.js', '> *** End Patch']],
    ['a file of an envelope', ['>> *** Update File: g.js', '>> -a', '>> +b']],
  ])('may hold no further part that is indented or quoted: %s', (_what, lines) => {
    for (const first of [RIGHT, ['f.js', '<<<<<<< SEARCH', 'a', '=======', 'b', '>>>>>>> REPLACE']])
      expect(refusal('```', ...first, '```', '', 'And:', '', ...lines)).toMatch(
        /^unknown-text: .* looks like the beginning of .* left margin/,
      );
    const files = ['src/g.js', '```', 'b', '```'].map((line) => `    ${line}`);
    expect(refusal('src/f.js', '```', 'a', '```', '', ...files)).toContain('left margin');
  });

  it.each(['*** Move to: g.js', '=======', '>>>>>>> REPLACE', 'rename from g.js'])(
    'may hold no line that belongs inside a part, indented or quoted: %s',
    (line) => {
      const envelope = ['*** Begin Patch', '*** Delete File: f.js', '*** End Patch'];
      const block = ['f.js', '<<<<<<< SEARCH', 'a', '=======', 'b', '>>>>>>> REPLACE'];
      const said = [RIGHT, envelope, block].map((part) =>
        refusal('```', ...part, '```', '', 'And:', `  ${line}`),
      );
      expect(said.filter((one) => one.includes('belongs inside'))).toHaveLength(1);
    },
  );

  it.each(['<file path="g.js">', '</edit>', '<diff>', '  <replace>'])(
    'may hold no tags, which might mean another part: %s',
    (tag) => {
      expect(refusal('```', ...RIGHT, '```', '', tag, 'b')).toContain('without tags');
      expect(parse('```', ...RIGHT, '```', '', `It is a ${tag}, so to say.`)).toMatchObject(ONE);
    },
  );

  it.each([
    ['a removed line', '-b'],
    ['an added line', '+ b'],
    ['a list', '- b'],
    ['a context line', ' b'],
  ])('may not be %s where the end of the hunk is not beyond doubt', (_what, line) => {
    const said = 'begins like a line of a hunk, but belongs to none';
    expect(refusal(...RIGHT, '', 'c', line)).toContain(said);
    expect(refusal('```', ...WRONG, '```', 'c', line)).toContain(said);
    expect(refusal(...RIGHT, '```', 'c', line)).toContain(said);
    expect(refusal('```', ...RIGHT, '', 'c', '```', line)).toContain(said);
  });

  it('may not hold changed lines without a file', () => {
    expect(refusal('-a', '+x', ...RIGHT)).toContain('unknown-text: Line 1: "-a" begins like');
    expect(refusal('- a', '+ x', ...RIGHT)).toContain('unknown-text: Line 2: "+ x" begins like');
    expect(refusal('```', ...RIGHT, '```', '-  a', '')).toContain('Line 9: "-  a" begins like');
    expect(refusal('```diff', '- a', ...RIGHT, '```')).toContain('Line 2: "- a" begins like');
  });

  it('may not hold a fenced block that is no part of the change', () => {
    expect(refusal(...RIGHT, '', '```ts', 'let a;', '```')).toContain(
      'unknown-text: Line 8: the fenced block that opens here holds no part of a unified diff. A part begins with "--- a/PATH"',
    );
    expect(refusal('```', ...RIGHT, '```', '', 'And: ```', 'let a;')).toContain(
      'Line 10: the fenced',
    );
    expect(refusal('1. Run', '   ```', '   npm test', '   ```', ...RIGHT)).toContain('Line 2: the');
  });

  it('loses no half of a hunk to a fence in its content that lost its blank', () => {
    const markdown = ['--- f.md', '+++ f.md', '@@ -1,4 +1,4 @@', '-# A', '+# B', ''];
    expect(refusal(...markdown, '```sh', '-npm ci', '+npm i', '```')).toContain('hunk-count');
    expect(refusal('```diff', ...markdown, '```sh', '-npm ci', '```')).toContain('hunk-count');
    expect(refusal('```diff', ...markdown, '```', '-npm ci', '```', '```')).toContain('"-npm ci"');
    const right = markdown.with(2, '@@ -1,2 +1,2 @@');
    expect(refusal('```diff', ...right, '```', '- npm ci', '```', '```')).toContain('Line 10: the');
    expect(refusal('```diff', ...right, '```', '+npm i', '```', '```')).toContain('"+npm i"');
  });

  it('may not hold a hunk that belongs to no file', () => {
    expect(refusal('@@ -1 +1 @@', '-a', '+b')).toContain('belongs to no file of the diff');
    expect(refusal('```', ...RIGHT, '```', '```', '@@ -1 +1 @@', '-a', '+b', '```')).toContain(
      'unknown-text: Line 10: "@@ -1 +1 @@" belongs to no file',
    );
    expect(refusal(...RIGHT, '```', '@@ -1 +1 @@', '-a', '+b')).toContain('belongs to no file');
  });

  it('may not hold lines of a git header without their first one', () => {
    expect(refusal('rename from a', 'rename to b', ...RIGHT)).toContain('belongs inside a part of');
    expect(refusal(...RIGHT, '', 'Binary files a/x and b/x differ')).toContain('belongs inside');
  });
});

describe('an answer in more than one form', () => {
  const patch = ['*** Begin Patch', '*** Delete File: g.js', '*** End Patch'];
  const block = ['g.js', '<<<<<<< SEARCH', 'a', '=======', 'b', '>>>>>>> REPLACE'];
  const whole = ['g.js', '```', 'a', '```'];

  it.each([
    ['a Begin Patch envelope', patch],
    ['search/replace blocks', block],
    ['whole files', whole],
  ])('is sent back where a diff comes first and then %s', (name, lines) => {
    expect(refusal(...RIGHT, '', ...lines)).toMatch(
      `begins ${name}, but the answer began as a unified diff. Send the whole change in one form.`,
    );
    expect(refusal(...lines, '', ...RIGHT)).toMatch(
      /^mixed-forms: Line \d+: "--- f.js" begins a unified diff, but the answer began as /,
    );
  });

  it('is read by the form of its first mark where the others are content', () => {
    const text = (lines: string[]) => lines.map((line) => `${line}\n`).join('');
    const noted = ['# Forms', ...RIGHT, ...patch, ...block, ...whole];
    expect(parse('n.md', '````', ...noted, '````')).toEqual([
      { kind: 'replace', path: 'n.md', content: text(noted) },
    ]);
    const added = [...patch, ...block, ...whole, ...RIGHT];
    expect(
      parse('*** Begin Patch', '*** Add File: n.md', ...added.map((l) => `+${l}`), '*** End Patch'),
    ).toEqual([{ kind: 'create', path: 'n.md', content: text(added) }]);
    expect(
      parse('--- /dev/null', '+++ b/n.md', '@@ -0,0 +1,99 @@', ...added.map((line) => `+${line}`)),
    ).toEqual([{ kind: 'create', path: 'n.md', content: text(added) }]);
  });
});
