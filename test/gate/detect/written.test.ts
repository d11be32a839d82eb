import { describe, expect, it } from '@jest/globals';
import { quotedCommands } from '../../../src/gate/detect/instructions.js';
import { parseJustfile } from '../../../src/gate/detect/justfile.js';
import { iniSection } from '../../../src/gate/detect/languages/ini.js';
import { parseMakefile } from '../../../src/gate/detect/makefile.js';
import { importsOf } from '../../../src/gate/detect/outputs.js';
import { shellLines } from '../../../src/gate/detect/quoted-lines.js';
import { splitCommands } from '../../../src/gate/detect/shell-words.js';
import type { RawTarget } from '../../../src/gate/detect/task-files.js';
import { parseTaskfile } from '../../../src/gate/detect/taskfile.js';

/** Targets as `name: prerequisites and lines`; `-` in front: its failure is ignored. */
const inWords = (targets: RawTarget[]): string[] =>
  targets.map(({ name, parts }) => {
    const words = parts.map((part) =>
      'sibling' in part ? `<${part.sibling}>` : `${part.ignoresFailure ? '-' : ''}${part.line}`,
    );
    return [`${name}:`, ...words].join(' ');
  });

describe('splitCommands', () => {
  it('leaves out a comment', () => {
    expect(splitCommands("mocha a#b '#c' # all")).toEqual({
      kind: 'ok',
      commands: [['mocha', 'a#b', '#c'].map((text) => ({ text, glob: false }))],
    });
  });
});

describe('splitCommands and where output goes', () => {
  it.each(['a > /dev/null 2>&1 b', 'a b>/dev/null', 'a 2>/dev/null b', 'a b &>/dev/null'])(
    'drops from %j what changes no exit code',
    (line) => {
      const words = ['a', 'b'].map((text) => ({ text, glob: false }));
      expect(splitCommands(line)).toEqual({ kind: 'ok', commands: [words] });
    },
  );

  it.each(['a > b', 'a 2>/dev/null.txt', 'a >/dev/null | b', 'a >&3'])('refuses %j', (line) => {
    expect(splitCommands(line)).toMatchObject({ kind: 'refused' });
  });
});

describe('shellLines', () => {
  it('joins continued lines, and leaves out comments and options of the shell', () => {
    expect(shellLines('set -e\n# no\nnpm ci\nmocha \\\n  --ui tdd\n')).toEqual([
      'npm ci',
      'mocha --ui tdd',
    ]);
  });

  it.each(['if x; then\n  mocha\nfi', 'for a in b; do\n  mocha\ndone', 'cat <<EOF\nmocha\nEOF'])(
    'finds none in %j, which only a shell can follow',
    (text) => {
      expect(shellLines(text)).toEqual([]);
    },
  );
});

describe('quotedCommands', () => {
  it('takes shell fences and back-ticks, with their lines, and no prose', () => {
    const text = [
      '# npm run prose',
      'Use `npm test` or `npm run lint`.',
      'Never use `npx jest` and don’t run `mocha`.',
      '```sh',
      '$ npm run unit',
      'npm run more',
      '```',
      '~~~~js',
      'npm.run()',
      '~~~~',
    ];
    expect(quotedCommands(text.join('\n'))).toEqual([
      { line: 2, text: 'npm test' },
      { line: 2, text: 'npm run lint' },
      { line: 5, text: 'npm run unit' },
      { line: 6, text: 'npm run more' },
    ]);
  });
});

describe('parseMakefile', () => {
  it('reads targets, prerequisites, variables, prefixes and continued lines', () => {
    const text = [
      'BIN := ./bin',
      'RUN ?= $(BIN)/run',
      'VERSION = $(shell git describe)',
      '.PHONY: test lint',
      'test lint: build | deps # comment',
      '\t@$(RUN) \\',
      '\t  --all',
      '\t-rm -f $$HOME',
      '\t# no command',
      'build: $(wildcard src/*)',
      '\techo $(VERSION) ${MAKE}',
    ];
    expect(inWords(parseMakefile(text.join('\n')))).toEqual([
      '.PHONY: <test> <lint>',
      'test: <build> <deps> ./bin/run --all -rm -f $HOME',
      'lint: <build> <deps> ./bin/run --all -rm -f $HOME',
      'build: <$(wildcard> <src/*)> echo $(shell git describe) make',
    ]);
  });
});

describe('parseJustfile', () => {
  it('reads recipes with dependencies, and keeps what just would expand unusable', () => {
    const text =
      "x := 'a'\n\ntest *args: build\n  @mocha {{args}}\n  -rm a\n\nbuild:\n  #!/bin/bash\n  a\n";
    expect(inWords(parseJustfile(text))).toEqual([
      'test: <build> mocha ${args}} -rm a',
      'build: <script> a',
    ]);
  });
});

describe('parseTaskfile', () => {
  it('reads commands, dependencies and folders', () => {
    const text = `
tasks:
  test:
    deps: [build, {task: gen}]
    dir: web
    cmds:
      - mocha {{.ARGS}}
      - task: lint
      - {cmd: rm a, ignore_error: true}
  one: mocha
  build: {cmd: tsc}
`;
    expect(inWords(parseTaskfile(text))).toEqual([
      'test: <build> <gen> cd web && mocha ${.ARGS}} <lint> -cd web && rm a',
      'one: mocha',
      'build: tsc',
    ]);
  });
});

describe('iniSection', () => {
  it('reads values over several lines, without comments and other sections', () => {
    const text = '[a]\nx = 1\n[b]\n; no\nx : 2\ny=\n  3\n  # no\n  4\n\n[c]\nx=5\n';
    expect(iniSection(text, 'b')).toEqual(
      new Map([
        ['x', '2'],
        ['y', '3\n4'],
      ]),
    );
    expect(iniSection(text, 'd')).toBeNull();
  });
});

describe('importsOf', () => {
  it('finds what is imported and required', () => {
    const text = `import a from 'a';\nexport * from "./b"; await import('../c');\nrequire( 'd' ); x('e')`;
    expect(importsOf(text)).toEqual(['a', './b', '../c', 'd']);
  });
});
