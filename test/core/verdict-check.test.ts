import { describe, expect, it } from '@jest/globals';
import { blockReason } from '../../src/core/guard.js';
import { checkVerdict, type ReviewedChange } from '../../src/core/verdict-check.js';
import { item, verdict } from './samples.js';

const OLD = Array.from({ length: 40 }, (_, index) => `const old${index + 1} = 0;`);

/** Line 20 is replaced, line 30 deleted, one line put in behind line 10; a file is made, one goes. */
const CHANGE: ReviewedChange = {
  diff: [
    'diff --git a/src/a.js b/src/a.js',
    '@@ -8,6 +8,7 @@',
    ' const old10 = 0;',
    '+const inserted = 0;',
    ' const old11 = 0;',
    '@@ -17,17 +18,16 @@',
    '-const old20 = 0;',
    '+const replaced = 0;',
    '-const old30 = 0;',
    'diff --git a/src/made.js b/src/made.js',
    '+export const made = 1;',
    'diff --git a/src/gone.js b/src/gone.js',
    '-export const gone = 1;',
  ].join('\n'),
  touched: [
    {
      path: 'src/a.js',
      before: [
        [20, 20],
        [30, 30],
      ],
      after: [
        [11, 11],
        [21, 21],
      ],
    },
    { path: 'src/made.js', before: [], after: [[1, 1]] },
    { path: 'src/gone.js', before: [[1, 1]], after: [] },
  ],
  original: new Map([
    ['src/a.js', `${OLD.join('\n')}\n`],
    ['src/gone.js', 'export const gone = 1;\n'],
  ]),
};

const check = (span: string, evidence = '') =>
  checkVerdict(verdict([item('behavior-preserved', { span, evidence })]), CHANGE);

describe('an accept', () => {
  it.each([
    ['the replaced line', 'src/a.js:20-20'],
    ['the inserted line', 'src/a.js:11-11'],
    ['the place of the deleted line', 'src/a.js:30-30'],
    ['the context of a hunk', 'src/a.js:24-24'],
    ['more than a hunk', 'src/a.js:1-40'],
    ['a file that was made', 'src/made.js:1-1'],
    ['a file that was deleted', 'src/gone.js:1-1'],
  ])('stands when it cites %s', (_, span) => {
    expect(check(span)).toEqual({
      kind: 'ok',
      verdict: verdict([item('behavior-preserved', { span })]),
    });
  });

  it.each([
    ['without criteria', []],
    ['without a span', [item('behavior-preserved', { span: '' })]],
  ])('that praises %s becomes CANNOT_ASSESS, and so blocks', (_, items) => {
    const checked = checkVerdict(verdict(items), CHANGE);
    expect(checked).toMatchObject({
      kind: 'ok',
      verdict: {
        verdict: 'CANNOT_ASSESS',
        justification: '"accept" without naming one changed line: every line was read',
        per_criterion: items,
      },
    });
    expect(checked.kind === 'ok' && blockReason(checked.verdict, 0.6)).toContain('CANNOT_ASSESS');
  });

  it('whose spans lie outside the changed hunks becomes CANNOT_ASSESS', () => {
    for (const span of ['src/a.js:1-7', 'src/a.js:34-40', 'src/a.js:15-16'])
      expect(check(span)).toMatchObject({
        kind: 'ok',
        verdict: {
          verdict: 'CANNOT_ASSESS',
          justification: '"accept" with spans outside the changed hunks: every line was read',
        },
      });
  });

  it('needs every span that it cites in a changed hunk', () => {
    const items = [
      item('behavior-preserved', { span: 'src/a.js:20-20' }),
      item('error-paths-preserved', { span: 'src/a.js:1-2' }),
    ];
    expect(checkVerdict(verdict(items), CHANGE)).toMatchObject({
      verdict: { verdict: 'CANNOT_ASSESS' },
    });
  });

  it('may leave single criteria without a span', () => {
    const items = [
      item('behavior-preserved', { span: 'src/a.js:20-20' }),
      item('error-paths-preserved', { span: '' }),
    ];
    expect(checkVerdict(verdict(items), CHANGE)).toMatchObject({ verdict: { verdict: 'accept' } });
  });
});

describe('any other verdict', () => {
  it('revise must be grounded like an accept, and name what fails, else it is CANNOT_ASSESS', () => {
    const revise = { verdict: 'revise' } as const;
    const inside = { span: 'src/a.js:20-20' };
    for (const items of [
      [],
      [item('behavior-preserved', inside)],
      [item('behavior-preserved', { met: false, span: 'src/a.js:1-2' })],
    ])
      expect(checkVerdict(verdict(items, revise), CHANGE)).toMatchObject({
        verdict: { verdict: 'CANNOT_ASSESS' },
      });
    const named = [item('behavior-preserved', { met: false, ...inside })];
    expect(checkVerdict(verdict(named, revise), CHANGE)).toMatchObject({
      verdict: { verdict: 'revise' },
    });
  });

  it.each(['reject', 'CANNOT_ASSESS'] as const)(
    '%s stays as it is, wherever its spans lie',
    (word) => {
      const given = verdict([item('behavior-preserved', { span: 'src/a.js:1-2' })], {
        verdict: word,
      });
      expect(checkVerdict(given, CHANGE)).toEqual({ kind: 'ok', verdict: given });
    },
  );

  it('is malformed all the same when it cites what does not exist', () => {
    const given = verdict([item('behavior-preserved', { span: 'src/b.js:1-2' })], {
      verdict: 'reject',
    });
    expect(checkVerdict(given, CHANGE)).toMatchObject({ kind: 'malformed' });
  });
});

describe('a cited span', () => {
  it.each([
    ['src/b.js:1-2', 'src/b.js is not part of the change'],
    ['src/a.js:9-8', 'span "src/a.js:9-8" runs backwards'],
    ['src/a.js:0-8', 'span "src/a.js:0-8" runs backwards'],
    ['src/a.js:90-91', 'span "src/a.js:90-91" lies after the file\'s end'],
    ['src/a.js:20-42', 'span "src/a.js:20-42" lies after the file\'s end'],
    ['src/made.js:1-2', 'span "src/made.js:1-2" lies after the file\'s end'],
  ])('%s is malformed', (span, problem) => {
    expect(check(span)).toEqual({
      kind: 'malformed',
      problem: `behavior-preserved: ${problem}`,
    });
  });

  it('may lie on lines that only the new text has', () => {
    const grown: ReviewedChange = {
      diff: '+new',
      touched: [{ path: 'src/a.js', before: [[1, 1]], after: [[1, 61]] }],
      original: CHANGE.original,
    };
    const on = (span: string) =>
      checkVerdict(verdict([item('behavior-preserved', { span })], { verdict: 'revise' }), grown)
        .kind;
    expect(on('src/a.js:99-100')).toBe('ok');
    expect(on('src/a.js:100-102')).toBe('malformed');
  });
});

describe('quoted lines', () => {
  it.each([
    'const old20 = 0;',
    '-const old20 = 0;',
    '+const replaced = 0;',
    '+   const replaced = 0;',
    '  const inserted = 0;  ',
    'const old1 = 0;',
    'const old20 = 0;\n\nconst replaced = 0;',
    '',
  ])('%j stand in the diff or in the original', (evidence) => {
    expect(check('src/a.js:20-20', evidence).kind).toBe('ok');
  });

  it.each(['const invented = 0;', 'const replaced = 0;\nconst invented = 0;'])(
    '%j make the verdict malformed',
    (evidence) => {
      expect(check('src/a.js:20-20', evidence)).toEqual({
        kind: 'malformed',
        problem:
          'behavior-preserved: the quoted line "const invented = 0;" does not exist in the change',
      });
    },
  );
});
