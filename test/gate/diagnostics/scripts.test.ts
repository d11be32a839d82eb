import { describe, expect, it } from '@jest/globals';
import { argvOf, readingOf } from './reading.js';

const NO_FILE = { check: null, why: 'it looked at no file' };
const json = JSON.stringify;

describe('eslint (recorded from 9.39)', () => {
  const file = (messages: object[]) => ({ filePath: '/repo/src/a.js', messages });
  const undef = { ruleId: 'no-undef', severity: 2, message: "'x1' is not defined.", line: 3 };

  it('is asked for a JSON file, without cache and with its other flags', () => {
    expect(argvOf('npx eslint -f stylish src --cache --quiet --max-warnings 0')).toEqual([
      ...['eslint', 'src', '--quiet', '--max-warnings', '0', '-f', 'json', '-o', 'REPORT'],
    ]);
  });

  it('tells errors and warnings with rule and path, and no line', async () => {
    const warning = { ruleId: 'complexity', severity: 1, message: "'f' has a complexity of 12." };
    const report = json([file([undef, warning]), { filePath: '/repo/b.js', messages: [] }]);
    expect(await readingOf('eslint .', { code: 1, report })).toEqual({
      check: {
        code: 1,
        diagnostics: [
          "src/a.js: error no-undef 'x1' is not defined.",
          "src/a.js: warning complexity 'f' has a complexity of #.",
        ],
      },
    });
  });

  it('tells text that it cannot parse as a finding', async () => {
    const fatal = { ruleId: null, fatal: true, severity: 2, message: 'Parsing error: x' };
    const { check } = await readingOf('eslint .', { code: 1, report: json([file([fatal])]) });
    expect(check?.diagnostics).toEqual(['src/a.js: error syntax Parsing error: x']);
  });

  it('did not check when it exits with 2, leaves no report, or looked at no file', async () => {
    expect(
      (await readingOf('eslint .', { code: 2, report: json([file([undef])]) })).check,
    ).toBeNull();
    expect((await readingOf('eslint .', { code: 0 })).check).toBeNull();
    expect(await readingOf('eslint .', { code: 0, report: '[]' })).toEqual(NO_FILE);
  });

  it('tells suppressions that a fix made stale as what they are, and not as a crash', async () => {
    const log =
      'There are suppressions left that do not occur anymore. Consider re-running the command with `--prune-suppressions`.\n';
    const { check } = await readingOf('eslint .', { code: 2, report: json([file([undef])]), log });
    expect(check?.diagnostics).toEqual([
      expect.stringMatching(/^\.: error unused-suppressions .*--prune-suppressions$/),
      "src/a.js: error no-undef 'x1' is not defined.",
    ]);
  });
});

describe('biome', () => {
  const summary = (more: object) => ({
    changed: 0,
    unchanged: 3,
    diagnosticsNotPrinted: 0,
    ...more,
  });

  it.each(['ci', 'check src', 'lint --reporter=summary', 'format --max-diagnostics 5'])(
    'is asked for all findings as JSON by `biome %s`',
    (words) => {
      const [command = '', ...rest] = words.split(' ');
      expect(argvOf(`biome ${words}`)).toEqual([
        ...['biome', command, ...rest.filter((word) => word === 'src')],
        ...['--reporter=json', '--max-diagnostics=none', '--colors=off'],
      ]);
    },
  );

  it('reads the report of 2.6', async () => {
    const report = json({
      summary: summary({}),
      diagnostics: [
        {
          severity: 'error',
          message: 'Using == may be unsafe if you are relying on type coercion.',
          category: 'lint/suspicious/noDoubleEquals',
          location: { path: 'src/a.js', start: { line: 4, column: 8 } },
          advices: [],
        },
        {
          severity: 'error',
          message: 'File content differs from formatting output',
          category: 'format',
          location: { path: 'src/a.js', start: { line: 0, column: 0 } },
          advices: [],
        },
      ],
      command: 'ci',
    });
    // In CI it puts terminal codes around the JSON.
    const printed = { code: 1, report: `\u001b[0m${report}\u001b[0m` };
    expect((await readingOf('biome ci', printed)).check?.diagnostics).toEqual([
      'src/a.js: error format is not formatted',
      'src/a.js: error suspicious/noDoubleEquals Using == may be unsafe if you are relying on type coercion.',
    ]);
  });

  it('reads the report of 1.9', async () => {
    const report = json({
      summary: summary({ duration: { secs: 0, nanos: 1 } }),
      diagnostics: [
        {
          category: 'parse',
          severity: 'error',
          description: 'expected `)` but instead the file ends',
          message: [{ elements: [], content: 'expected `)` but instead the file ends' }],
          location: { path: { file: 'src/bad.js' }, span: [11, 11], sourceCode: 'function (\n' },
        },
      ],
      command: 'check',
    });
    expect((await readingOf('biome check', { code: 1, report })).check?.diagnostics).toEqual([
      'src/bad.js: error parse expected `)` but instead the file ends',
    ]);
  });

  it('did not check when it looked at no file, left findings out, or crashed', async () => {
    const empty = json({ summary: summary({ unchanged: 0 }), diagnostics: [], command: 'ci' });
    expect(await readingOf('biome ci', { code: 1, report: empty })).toEqual(NO_FILE);
    const cut = json({ summary: summary({ diagnosticsNotPrinted: 9 }), diagnostics: [] });
    expect((await readingOf('biome ci', { code: 0, report: cut })).check).toBeNull();
    expect((await readingOf('biome ci', { code: 1, report: 'panicked' })).check).toBeNull();
  });
});

describe('oxlint (recorded from 1.94)', () => {
  const diagnostic = {
    message: '`debugger` statement is not allowed',
    code: 'eslint(no-debugger)',
    severity: 'warning',
    filename: 'src/a.js',
    labels: [{ span: { offset: 29, length: 9, line: 4, column: 16 } }],
  };

  it('counts warnings although it exits with 0', async () => {
    const report = json({ diagnostics: [diagnostic], number_of_files: 3, number_of_rules: 96 });
    expect((await readingOf('oxlint -f stylish', { code: 0, report })).check).toEqual({
      code: 0,
      diagnostics: ['src/a.js: warning eslint(no-debugger) `debugger` statement is not allowed'],
    });
  });

  it('did not check when it looked at no file', async () => {
    const report = `No files found to lint. Please check your paths and ignore patterns.\n${json({ diagnostics: [], number_of_files: 0 })}`;
    expect(await readingOf('oxlint', { code: 1, report })).toEqual(NO_FILE);
  });
});

describe('prettier (recorded from 3.10)', () => {
  it('tells unformatted files, and text that it cannot read', async () => {
    const log = [
      'Checking formatting...',
      '[warn] src/a.js',
      '[error] src/bad.js: SyntaxError: Unexpected token (1:10)',
      '[error] > 1 | function (',
      'Error occurred when checking code style in the above file.',
    ].join('\n');
    expect((await readingOf('prettier -l src', { code: 2, log })).check?.diagnostics).toEqual([
      'src/a.js: error format is not formatted',
      'src/bad.js: error syntax Unexpected token',
    ]);
    expect(argvOf('prettier -l src --cache')).toEqual(['prettier', 'src', '--check']);
  });

  it('is clean only when every pattern has a file', async () => {
    const clean = 'Checking formatting...\nAll matched files use Prettier code style!\n';
    const warned = `[warn] jsxBracketSameLine is deprecated.\n${clean}`;
    expect((await readingOf('prettier -c .', { code: 0, log: warned })).check).toEqual({
      code: 0,
      diagnostics: [],
    });
    const log = `${clean}[error] No files matching the pattern were found: "nope".\n`;
    expect((await readingOf('prettier -c .', { code: 2, log })).check).toBeNull();
  });
});

describe('tsc and vue-tsc (recorded from 6.0 and 5.9)', () => {
  it.each(['tsc --noEmit', 'vue-tsc --noEmit', 'tsc -b'])('reads the lines of %s', async (tool) => {
    const log = [
      'a.ts(1,17): error TS2307: Cannot find module ./nope.js or its types.',
      "src/b.ts(4,8): error TS2322: Type '\"1\"' is not assignable to type 'number'.",
      "  The types of 'a.b' are incompatible between these types.",
    ].join('\n');
    const { check, why } = await readingOf(tool, { code: 2, log, cwd: 'packages/x' });
    expect(why).toBeUndefined();
    expect(check?.diagnostics).toEqual([
      'packages/x/a.ts: error TS2307 Cannot find module ./nope.js or its types.',
      "packages/x/src/b.ts: error TS2322 Type '\"#\"' is not assignable to type 'number'.",
    ]);
    expect(argvOf(`${tool} --pretty`).slice(-2)).toEqual(['--pretty', 'false']);
  });

  it.each([
    "error TS2688: Cannot find type definition file for 'nope'.",
    "error TS18003: No inputs were found in config file '/repo/tsconfig.json'.",
    "tsconfig.json(1,10): error TS18002: The 'files' list in config file is empty.",
    'e/b.ts(1,19): error TS1109: Expression expected.',
  ])('says that no type was looked at after %s', async (log) => {
    const { check, why } = await readingOf('tsc -p .', { code: 2, log });
    expect(check?.diagnostics).toHaveLength(1);
    expect(why).toMatch(/^it stopped before the types: TS/);
  });

  it('did not check when it fails without an error of its own', async () => {
    expect((await readingOf('tsc', { code: 1, log: 'Maximum call stack' })).check).toBeNull();
    expect((await readingOf('tsc', { code: 0 })).check).toEqual({ code: 0, diagnostics: [] });
  });
});

describe('svelte-check (recorded from 4.7)', () => {
  const finding =
    '1796096173694 {"type":"ERROR","filename":"src/App.svelte","start":{"line":1,"character":6},"message":"Type \'string\' is not assignable to type \'number\'.","code":2322,"source":"ts"}';
  const warning =
    '1796096173694 {"type":"WARNING","filename":"src/App.svelte","message":"`<img>` element should have an alt attribute\\nhttps://svelte.dev/e/a11y","code":"a11y_missing_attribute","source":"svelte"}';

  it('reads its lines, and needs the last of them', async () => {
    const start = '1796096173685 START "/repo"';
    const end = '1796096173694 COMPLETED 101 FILES 1 ERRORS 1 WARNINGS 1 FILES_WITH_PROBLEMS';
    const log = [start, finding, warning, end].join('\n');
    expect((await readingOf('svelte-check', { code: 1, log })).check?.diagnostics).toEqual([
      "src/App.svelte: error TS2322 Type 'string' is not assignable to type 'number'.",
      'src/App.svelte: warning a11y_missing_attribute `<img>` element should have an alt attribute',
    ]);
    expect((await readingOf('svelte-check', { code: 1, log: finding })).check).toBeNull();
    const none = end.replace('101', '0');
    expect(await readingOf('svelte-check', { code: 0, log: none })).toEqual(NO_FILE);
  });
});

describe('a tool that nobody knows', () => {
  it('is read by its lines when it fails, and is clean when it exits with 0', async () => {
    const log = '\u001b[31m12 errors in /repo/src/a.js:3\u001b[0m\n\n';
    expect((await readingOf('my-lint', { code: 4, log })).check).toEqual({
      code: 4,
      diagnostics: ['# errors in src/a.js:#'],
    });
    expect((await readingOf('my-lint', { code: 0, log })).check).toEqual({
      code: 0,
      diagnostics: [],
    });
    expect(argvOf('my-lint --format x')).toEqual(['my-lint', '--format', 'x']);
  });
});
