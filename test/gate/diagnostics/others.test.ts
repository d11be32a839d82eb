import { describe, expect, it } from '@jest/globals';
import { argvOf, readingOf } from './reading.js';

const NO_FILE = { check: null, why: 'it looked at no file' };
const json = JSON.stringify;

describe('ruff', () => {
  const syntax = {
    code: 'invalid-syntax',
    filename: '/repo/bad.py',
    message: 'Expected an identifier',
  };
  const unused = { code: 'F401', filename: '/repo/a.py', message: '`os` imported but unused' };

  it('check is asked not to fix, whatever its configuration says', async () => {
    const asked = ['ruff', 'check', '.', '--no-fix', '--no-cache', '--output-format', 'json'];
    expect(argvOf('ruff check --fix --output-format=github .')).toEqual(asked);
    // Ruff fails when a flag is given twice.
    expect(argvOf('ruff check --no-fix . -n')).toEqual(asked);
    expect(argvOf('ruff check --no-cache .')).toEqual(asked);
    const report = json([unused, { ...syntax, severity: 'error' }, { ...syntax, code: null }]);
    expect((await readingOf('ruff check .', { code: 1, report })).check?.diagnostics).toEqual([
      'a.py: error F401 `os` imported but unused',
      'bad.py: error invalid-syntax Expected an identifier',
      'bad.py: error syntax Expected an identifier',
    ]);
  });

  it('did not check when it looked at no file, or crashed', async () => {
    const log = 'warning: No Python files found under the given path(s)\n';
    expect(await readingOf('ruff check .', { code: 0, report: '[]', log })).toEqual(NO_FILE);
    expect(await readingOf('ruff format --check', { code: 0, log })).toEqual(NO_FILE);
    expect((await readingOf('ruff check .', { code: 2, log: 'ruff failed' })).check).toBeNull();
  });

  it('format is read in the words of 0.8 and of 0.17', async () => {
    const old =
      'error: Failed to parse bad.py:1:5: Expected an identifier\nWould reformat: pkg/a.py\n';
    const fresh =
      'invalid-syntax: Expected an identifier\n --> bad.py:1:5\n  |\n1 | def (\n\nunformatted: File would be reformatted\n  --> pkg/a.py:4:1\n   |\n3  |\n4  +\n';
    for (const log of [old, fresh])
      expect((await readingOf('ruff format --check', { code: 2, log })).check?.diagnostics).toEqual(
        ['bad.py: error syntax Expected an identifier', 'pkg/a.py: error format is not formatted'],
      );
  });
});

describe('black and isort (recorded from 26.10, 22.12 and 9.0)', () => {
  it.each([
    'error: cannot parse: bad.py:1:4',
    'error: cannot format bad.py: Cannot parse: 1:4: def (',
  ])('are read by their lines: %s', async (broken) => {
    const log = `${broken}\nwould reformat /repo/pkg/a.py\n\nOh no!\n1 file would be reformatted.`;
    expect((await readingOf('black --check .', { code: 123, log })).check?.diagnostics).toEqual([
      'bad.py: error syntax cannot be read',
      'pkg/a.py: error format is not formatted',
    ]);
  });

  it('are not clean when there was nothing to look at, as far as they say', async () => {
    const log = 'No Python files are present to be formatted. Nothing to do 😴\n';
    expect(await readingOf('black --check .', { code: 0, log })).toEqual(NO_FILE);
  });

  it('tell what is not sorted', async () => {
    const log = 'ERROR: /repo/a.py Imports are incorrectly sorted and/or formatted.\n';
    const reading = await readingOf('isort --check-only --diff .', { code: 1, log });
    expect(reading.check?.diagnostics).toEqual(['a.py: error format is not formatted']);
    expect(argvOf('isort -c --diff .')).toEqual(['isort', '.', '--check-only']);
  });
});

describe('flake8 (recorded from 7.5 and 5.0)', () => {
  const counted = (files: number) =>
    `0.147      seconds elapsed\n${files}          total files processed\n13         files processed per second\n`;

  it('is read from a file of its own, with the number of files', async () => {
    const lines =
      "pkg/a.py:1:1: F401 'os' imported but unused\npkg/a.py:5:1: C901 'foo' is too complex (12)\n";
    const { check } = await readingOf('flake8', { code: 1, report: lines + counted(2) });
    expect(check?.diagnostics).toEqual([
      "pkg/a.py: error C901 'foo' is too complex (#)",
      "pkg/a.py: error F401 'os' imported but unused",
    ]);
    expect(argvOf('python -m flake8 --format=pylint src')).toEqual([
      ...['python', '-m', 'flake8', 'src', '--format=default', '--benchmark'],
      '--output-file=REPORT',
    ]);
  });

  it('did not check when it looked at no file, or broke off', async () => {
    expect(await readingOf('flake8', { code: 0, report: counted(0) })).toEqual(NO_FILE);
    expect((await readingOf('flake8', { code: 1, report: 'a.py:1:1: F401 x\n' })).check).toBeNull();
  });
});

describe('mypy (recorded from 2.4 and 0.991)', () => {
  it('is read by its lines, which are alike in all versions', async () => {
    const log = [
      'pkg/a.py:6: error: Incompatible return value type (got "int", expected "str")  [return-value]',
      'pkg/a.py:8:5:8:9: error: Argument 1 to "foo" has incompatible type "str"  [arg-type]',
      'pkg/a.py:8: note: See the documentation',
      'Found 2 errors in 1 file (checked 3 source files)',
    ].join('\n');
    const { check, why } = await readingOf('mypy pkg', { code: 1, log });
    expect(why).toBeUndefined();
    expect(check?.diagnostics).toEqual([
      'pkg/a.py: error arg-type Argument # to "foo" has incompatible type "str"',
      'pkg/a.py: error return-value Incompatible return value type (got "int", expected "str")',
    ]);
    expect(argvOf('mypy pkg --pretty -O json')).toEqual([
      ...['mypy', 'pkg', '--no-incremental', '--cache-dir=/dev/null', '--no-pretty'],
      ...['--no-color-output', '--show-error-codes', '--hide-error-context', '--error-summary'],
    ]);
  });

  it('says that it stopped at syntax', async () => {
    const log =
      'bad.py:1: error: Expected an identifier  [syntax]\nFound 1 error in 1 file (errors prevented further checking)\n';
    const { check, why } = await readingOf('mypy .', { code: 2, log });
    expect(check?.diagnostics).toEqual(['bad.py: error syntax Expected an identifier']);
    expect(why).toMatch(/errors prevented further checking/);
  });

  it('did not check without files, and without its last line', async () => {
    const none = "There are no .py[i] files in directory 'empty'\n";
    expect(await readingOf('mypy .', { code: 2, log: none })).toEqual(NO_FILE);
    expect(
      (await readingOf('mypy .', { code: 1, log: 'a.py:1: error: x\nTraceback\n' })).check,
    ).toBeNull();
    const log = 'Success: no issues found in 1 source file\n';
    expect((await readingOf('mypy .', { code: 0, log })).check).toEqual({
      code: 0,
      diagnostics: [],
    });
  });
});

describe('pyright (recorded from 1.1.414)', () => {
  const report = (filesAnalyzed: number, diagnostics: object[]) =>
    json({ version: '1.1.414', generalDiagnostics: diagnostics, summary: { filesAnalyzed } });
  const diagnostic = {
    file: '/repo/pkg/a.py',
    severity: 'error',
    message:
      'Type "int" is not assignable to return type "str"\n  "int" is not assignable to "str"',
    range: { start: { line: 5, character: 11 } },
    rule: 'reportReturnType',
  };

  it('is read from its JSON, by the first line of a message', async () => {
    const printed = { code: 1, report: report(2, [diagnostic]) };
    expect((await readingOf('pyright', printed)).check?.diagnostics).toEqual([
      'pkg/a.py: error reportReturnType Type "int" is not assignable to return type "str"',
    ]);
  });

  it('did not check when it analysed nothing, or exits with more than 1', async () => {
    expect(await readingOf('pyright', { code: 0, report: report(0, []) })).toEqual(NO_FILE);
    expect((await readingOf('pyright', { code: 3, report: report(2, []) })).check).toBeNull();
  });
});

describe('pylint (recorded from 4.1)', () => {
  const message = {
    ...{ type: 'convention', path: 'pkg/a.py', symbol: 'invalid-name' },
    message: 'Constant name "ok" doesn\'t conform',
  };

  it('has the code 1 whatever bits its exit code has', async () => {
    const printed = { code: 20, report: json([message]) };
    expect((await readingOf('pylint pkg', printed)).check).toEqual({
      code: 1,
      diagnostics: ['pkg/a.py: convention invalid-name Constant name "ok" doesn\'t conform'],
    });
  });

  it.each([1, 32])('did not check with the bit %d', async (code) => {
    expect((await readingOf('pylint pkg', { code, report: json([message]) })).check).toBeNull();
  });
});

describe('go vet and gofmt (recorded from 1.26)', () => {
  it('are read by their lines', async () => {
    const log = [
      'a.go:6:14: fmt.Printf format %d has arg "x" of wrong type string',
      '# example.test/m/sub',
      'vet: sub/s.go:3:23: cannot use "x" (untyped string constant) as int value',
    ].join('\n');
    expect((await readingOf('go vet -json ./...', { code: 1, log })).check?.diagnostics).toEqual([
      'a.go: error - fmt.Printf format %d has arg "x" of wrong type string',
      'sub/s.go: error - cannot use "x" (untyped string constant) as int value',
    ]);
    expect(argvOf('go vet -json ./...')).toEqual(['go', 'vet', './...']);
    const none = 'go: warning: "./..." matched no packages\nno packages to vet\n';
    expect((await readingOf('go vet ./...', { code: 1, log: none })).check).toBeNull();
  });

  it('find the files that gofmt lists although it exits with 0', async () => {
    expect((await readingOf('gofmt -l .', { code: 0, log: 'a.go\n' })).check).toEqual({
      code: 0,
      diagnostics: ['a.go: error format is not formatted'],
    });
    const broken = "/repo/bad.go:2:8: expected ')', found 'EOF'\n";
    const { check } = await readingOf('gofmt -d .', { code: 2, log: broken });
    expect(check?.diagnostics).toEqual(["bad.go: error syntax expected ')', found 'EOF'"]);
    expect(argvOf('gofmt -s -d .')).toEqual(['gofmt', '-l', '-s', '.']);
  });
});

describe('golangci-lint (reports as its documentation has them; not run here)', () => {
  const caps = ['--max-issues-per-linter=0', '--max-same-issues=0', '--issues-exit-code=1'];

  it('is asked in the words of its version, without caps and lock', () => {
    const run = 'golangci-lint run --max-same-issues 3 ./...';
    const one = 'golangci-lint has version 1.64.8 built with go1.24';
    expect(argvOf(run, one)).toEqual([
      ...['golangci-lint', 'run', './...', '--out-format=json:REPORT', ...caps],
      '--allow-parallel-runners',
    ]);
    expect(argvOf(run, 'golangci-lint has version 2.12.0 built with go1.26')).toEqual([
      ...['golangci-lint', 'run', './...', '--output.json.path=REPORT', ...caps],
      '--allow-parallel-runners',
    ]);
  });

  it('is read by its issues, and did not check with another exit code', async () => {
    const issue = {
      ...{ FromLinter: 'errcheck', Text: 'Error return value is not checked', Severity: '' },
      Pos: { Filename: 'a.go', Line: 6, Column: 9 },
    };
    const report = json({ Issues: [issue], Report: {} });
    expect((await readingOf('golangci-lint run', { code: 1, report })).check?.diagnostics).toEqual([
      'a.go: error errcheck Error return value is not checked',
    ]);
    expect((await readingOf('golangci-lint run', { code: 3, report })).check).toBeNull();
    expect(await readingOf('golangci-lint run', { code: 5 })).toEqual(NO_FILE);
  });
});

describe('clippy and rustfmt (recorded from 1.95)', () => {
  const message = (level: string, code: string | null, spans: object[]) =>
    json({
      reason: 'compiler-message',
      message: {
        level,
        message: 'unused variable: `x`',
        code: code && { code },
        spans,
        children: [],
      },
    });
  const span = (start: number) => ({
    ...{ file_name: 'src/lib.rs', is_primary: true, byte_start: start, byte_end: start + 1 },
  });
  const finished = '{"reason":"build-finished","success":true}';

  it('counts warnings although it exits with 0, and once for all targets of a file', async () => {
    const report = [
      message('warning', 'unused_variables', [span(4)]),
      message('warning', 'unused_variables', [span(4)]),
      message('warning', 'unused_variables', [span(9)]),
      message('warning', null, []),
      finished,
    ].join('\n');
    const line = 'src/lib.rs: warning unused_variables unused variable: `x`';
    expect((await readingOf('cargo clippy', { code: 0, report })).check).toEqual({
      code: 0,
      diagnostics: [line, line],
    });
    expect(argvOf('cargo +nightly clippy --all-targets -- -D warnings')).toEqual([
      ...['cargo', '+nightly', 'clippy', '--all-targets', '--message-format=json'],
      ...['--', '-D', 'warnings'],
    ]);
  });

  it('says that it stopped at code that does not compile, or never came to an end', async () => {
    const report = `${message('error', 'E0308', [span(1)])}\n${finished}`;
    const { check, why } = await readingOf('cargo clippy', { code: 101, report });
    expect(check?.diagnostics).toHaveLength(1);
    expect(why).toMatch(/does not compile/);
    expect((await readingOf('cargo clippy', { code: 0, report: '{}' })).check).toBeNull();
  });

  it('tells each unformatted file once, and text that it cannot read', async () => {
    const log = [
      'Diff in /repo/src/lib.rs:1:',
      '-pub fn foo( a: i32 ) {}',
      'Diff in /repo/src/lib.rs:5:',
      'Diff in /repo/src/old.rs at line 3:',
      'error: this file contains an unclosed delimiter',
      ' --> /repo/src/bad.rs:1:6',
    ].join('\n');
    const lines = [
      'src/bad.rs: error syntax this file contains an unclosed delimiter',
      'src/lib.rs: error format is not formatted',
      'src/old.rs: error format is not formatted',
    ];
    for (const command of ['cargo fmt --check', 'cargo fmt -- --check', 'rustfmt --check a.rs'])
      expect((await readingOf(command, { code: 1, log })).check?.diagnostics).toEqual(lines);
  });
});

describe('checkstyle (recorded from the Maven plugin 3.6)', () => {
  it('is read by its lines, as Maven, Gradle and it itself write them', async () => {
    const log = [
      '[INFO] There are 2 errors reported by Checkstyle 9.3 with sun_checks.xml ruleset.',
      '[ERROR] src/main/java/App.java:[1] (javadoc) JavadocPackage: Missing package-info.java file.',
      "[WARN] /repo/src/main/java/App.java:[2,14] (design) VisibilityModifier: Variable 'x' must be private.",
      '[ant:checkstyle] [ERROR] /repo/src/main/java/B.java:3:5: Missing a Javadoc comment. [MissingJavadocMethod]',
      '[ERROR] Failed to execute goal checkstyle:check on project y: You have 3 violations.',
    ].join('\n');
    const { check } = await readingOf('mvn -B checkstyle:check', { code: 1, log });
    expect(check?.diagnostics).toEqual([
      'src/main/java/App.java: error JavadocPackage Missing package-info.java file.',
      "src/main/java/App.java: warn VisibilityModifier Variable 'x' must be private.",
      'src/main/java/B.java: error MissingJavadocMethod Missing a Javadoc comment.',
    ]);
    const failed = '[ERROR] No plugin found for prefix checkstyle\n';
    expect((await readingOf('mvn checkstyle:check', { code: 1, log: failed })).check).toBeNull();
  });
});
