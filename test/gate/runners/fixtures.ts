import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { RunnerId } from '../../../src/core/vocabulary.js';
import { writeFiles, type Files } from '../../helpers/git-repo.js';
import {
  hasProgram,
  putModules,
  runnerModules,
  type RunnerPackage,
} from '../../helpers/runner-tools.js';

/** What one test of a fixture does. */
export type Deed =
  | 'passes'
  | 'fails'
  | 'is skipped'
  | 'ends the process'
  | 'hangs'
  | 'starts a daemon'
  | 'writes a tracked file'
  | 'prints 200 MB'
  | 'kills itself'
  | 'comes last';

/** How a runner is tried: a test file in its language, made of deeds. */
export interface Fixture {
  /** Runner and version, for titles. */
  name: string;
  runner: RunnerId;
  argv: string[];
  /** Files beside the test file. */
  files: Files;
  testFile: string;
  source: (deeds: Deed[]) => string;
  /** Id of the test that does a deed. */
  idOf: (deed: Deed) => string;
  /** Whether the runner can be had on this machine. */
  isHere: () => Promise<boolean>;
  /** Puts what the runner needs into the workspace, where it is not the machine's. */
  prepare?: (workspace: string) => Promise<void>;
  /** A test that ends its process with 0 passes, since each has one of its own. */
  isolated?: true;
}

/** Seconds that a daemon of a test sleeps: the mark by which it would be found again. */
export const DAEMON_SECONDS = '86399.25';

const IN_JS: Record<Deed, string> = {
  passes: '',
  'comes last': '',
  fails: "throw new Error('wrong sum')",
  'is skipped': '',
  'ends the process': 'process.exit(0)',
  hangs: 'return new Promise(() => setInterval(() => {}, 1000))',
  'starts a daemon': `spawn('sleep', ['${DAEMON_SECONDS}'], { detached: true, stdio: 'ignore' }).unref()`,
  'writes a tracked file': "writeFileSync('tracked.txt', 'changed')",
  'prints 200 MB': "for (let n = 0; n < 200; n++) writeSync(1, 'x'.repeat(999_999) + '\\n')",
  'kills itself': "process.kill(process.pid, 'SIGKILL')",
};

const REQUIRES = `const { spawn } = require('node:child_process');
const { writeFileSync, writeSync } = require('node:fs');
`;
const IMPORTS = `import { spawn } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
`;

function inGroup(header: string) {
  return (deeds: Deed[]) =>
    [
      header,
      "describe('a group', () => {",
      ...deeds.map((d) => `it${d === 'is skipped' ? '.skip' : ''}('${d}', () => { ${IN_JS[d]} });`),
      '});',
    ].join('\n');
}

function flat(header: string, ended: (body: string) => string) {
  return (deeds: Deed[]) =>
    [
      header,
      ...deeds.map((d) => `test${d === 'is skipped' ? '.skip' : ''}('${d}', ${ended(IN_JS[d])});`),
    ].join('\n');
}

function fromNpm(name: RunnerPackage): Pick<Fixture, 'isHere' | 'prepare'> {
  return {
    isHere: async () => (await runnerModules(name)) !== null,
    prepare: async (workspace) => putModules(workspace, (await runnerModules(name)) ?? ''),
  };
}

/** A name whose alphabetical place is the one in the file, for runners that sort. */
function named(deed: Deed): string {
  const rank = deed === 'passes' ? 1 : deed === 'comes last' ? 3 : 2;
  return `t${rank}_${deed.replaceAll(/\W/g, '_')}`;
}

const IN_PYTHON: Record<Deed, string> = {
  passes: 'pass',
  'comes last': 'pass',
  fails: "raise ValueError('wrong sum')",
  'is skipped': "raise unittest.SkipTest('later')",
  'ends the process': 'os._exit(0)',
  hangs: 'time.sleep(300)',
  'starts a daemon': `subprocess.Popen(['sleep', '${DAEMON_SECONDS}'], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)`,
  'writes a tracked file': "open('tracked.txt', 'w').write('changed')",
  'prints 200 MB': "[os.write(2, b'x' * 999999 + b'\\n') for _ in range(200)]",
  'kills itself': 'os.kill(os.getpid(), 9)',
};

const inPython = (deeds: Deed[]): string =>
  [
    'import os, subprocess, time, unittest',
    'class TestGroup(unittest.TestCase):',
    ...deeds.map((d) => `  def test_${named(d)}(self): ${IN_PYTHON[d]}`),
    '  x = 1',
  ].join('\n');

const IN_GO: Record<Deed, string> = {
  passes: '',
  'comes last': '',
  fails: 't.Fatal("wrong sum")',
  'is skipped': 't.Skip("later")',
  // os.Exit is caught by the testing package.
  'ends the process': 'syscall.Exit(0)',
  hangs: 'time.Sleep(300 * time.Second)',
  'starts a daemon': `c := exec.Command("sleep", "${DAEMON_SECONDS}"); c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}; c.Start()`,
  'writes a tracked file': 'os.WriteFile("tracked.txt", []byte("changed"), 0o644)',
  'prints 200 MB': 'for i := 0; i < 200; i++ { fmt.Println(strings.Repeat("x", 999999)) }',
  'kills itself': 'syscall.Kill(os.Getpid(), syscall.SIGKILL)',
};

const inGo = (deeds: Deed[]): string =>
  [
    'package sum',
    'import ("fmt"; "os"; "os/exec"; "strings"; "syscall"; "testing"; "time")',
    'var _ = fmt.Sprint; var _ = os.Getpid; var _ = exec.Command; var _ = strings.Repeat',
    'var _ = syscall.Exit; var _ = time.Second; var _ *testing.T',
    ...deeds.map((d) => `func Test_${named(d)}(t *testing.T) { ${IN_GO[d]} }`),
  ].join('\n');

const IN_RUST: Record<Deed, string> = {
  passes: '',
  'comes last': '',
  fails: 'panic!("wrong sum")',
  'is skipped': '',
  'ends the process': 'std::process::exit(0)',
  hangs: 'std::thread::sleep(std::time::Duration::from_secs(300))',
  'starts a daemon': `Command::new("setsid").args(["sleep", "${DAEMON_SECONDS}"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();`,
  'writes a tracked file': 'std::fs::write("tracked.txt", "changed").unwrap()',
  'prints 200 MB': "for _ in 0..200 { std::io::stdout().write_all(&[b'x'; 1_000_000]).unwrap() }",
  'kills itself':
    'Command::new("kill").args(["-9", &std::process::id().to_string()]).status().unwrap();',
};

const inRust = (deeds: Deed[]): string =>
  [
    '#[allow(unused_imports)] use std::{io::Write, process::{Command, Stdio}};',
    ...deeds.map(
      (d) => `#[test]${d === 'is skipped' ? ' #[ignore]' : ''} fn ${named(d)}() { ${IN_RUST[d]} }`,
    ),
  ].join('\n');

const IN_JAVA: Record<Deed, string> = {
  passes: '',
  'comes last': '',
  fails: 'Assert.fail("wrong sum");',
  'is skipped': '',
  'ends the process': 'Runtime.getRuntime().halt(0);',
  hangs: 'Thread.sleep(300_000);',
  'starts a daemon': `new ProcessBuilder("setsid", "sleep", "${DAEMON_SECONDS}").start();`,
  'writes a tracked file':
    'java.nio.file.Files.write(java.nio.file.Paths.get("tracked.txt"), "changed".getBytes());',
  'prints 200 MB':
    'byte[] line = new byte[1_000_000]; java.util.Arrays.fill(line, (byte) 120); line[999_999] = 10; for (int n = 0; n < 200; n++) System.out.write(line);',
  'kills itself':
    'new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start(); Thread.sleep(300_000);',
};

const inJava = (deeds: Deed[]): string =>
  [
    'package sum;',
    'import org.junit.*;',
    '@FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)',
    'public class SumTest {',
    ...deeds.map(
      (d) =>
        `  ${d === 'is skipped' ? '@Ignore ' : ''}@Test public void ${named(d)}() throws Exception { ${IN_JAVA[d]} }`,
    ),
    '}',
  ].join('\n');

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>sum</groupId><artifactId>sum</artifactId><version>1</version>
<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>
<scope>test</scope></dependency></dependencies></project>
`;

const JARS = [
  'junit/junit/4.13.2/junit-4.13.2',
  'org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3',
];
const JUNIT = JARS.map((path) => join(homedir(), '.m2/repository', `${path}.jar`));

const CARGO = '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n';

const jestBin = join(import.meta.dirname, '../../../node_modules/jest/bin/jest.js');
const vitest = (version: 2 | 3 | 4, more: Partial<Fixture> = {}): Fixture => ({
  name: `vitest ${version}`,
  runner: 'vitest',
  argv: ['node_modules/.bin/vitest', '--reporter=dot'],
  files: {},
  testFile: 'test/sum.test.js',
  source: inGroup(`import { describe, it } from 'vitest';\n${IMPORTS}`),
  idOf: (deed) => `test/sum.test.js › a group › ${deed}`,
  ...fromNpm(`vitest ${version}`),
  ...more,
});
const nodeTest = (
  name: string,
  node: string,
  from: Pick<Fixture, 'isHere' | 'prepare'>,
): Fixture => ({
  name,
  runner: 'node:test',
  argv: [node, '--test', '--test-reporter=spec'],
  files: {},
  testFile: 'test/sum.test.js',
  source: inGroup(`const { describe, it } = require('node:test');\n${REQUIRES}`),
  idOf: (deed) => `test/sum.test.js › a group › ${deed}`,
  ...from,
});
const ava = (name: 'ava 6' | 'ava 7'): Fixture => ({
  name,
  runner: 'ava',
  argv: ['node_modules/.bin/ava'],
  files: {},
  testFile: 'test/sum.mjs',
  source: flat(`import test from 'ava';\n${IMPORTS}`, (body) => `(t) => { t.pass(); ${body} }`),
  idOf: (deed) => deed,
  ...fromNpm(name),
});
const mocha = (name: 'mocha' | 'mocha 7', files: Files): Fixture => ({
  name,
  runner: 'mocha',
  argv: ['node_modules/.bin/mocha', '--reporter', 'dot', 'test/'],
  files,
  testFile: 'test/sum.js',
  source: inGroup(REQUIRES),
  idOf: (deed) => `test/sum.js › a group › ${deed}`,
  ...fromNpm(name),
});

/** Every runner, the quick ones first. */
export const FIXTURES: Fixture[] = [
  nodeTest('node:test', 'node', { isHere: () => Promise.resolve(true) }),
  nodeTest('node:test 24', 'node_modules/.bin/node', fromNpm('node 24')),
  {
    name: 'unittest',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'],
    files: { 'tests/__init__.py': '' },
    testFile: 'tests/test_sum.py',
    source: inPython,
    idOf: (deed) => `tests/test_sum.py › TestGroup › test_${named(deed)}`,
    isHere: () => hasProgram('python3', '--version'),
  },
  {
    name: 'pytest',
    runner: 'pytest',
    argv: ['python3', '-m', 'pytest', '-v', '-s'],
    files: {},
    testFile: 'tests/test_sum.py',
    source: inPython,
    idOf: (deed) => `tests/test_sum.py › TestGroup › test_${named(deed)}`,
    isHere: () => hasProgram('python3', '-m', 'pytest', '--version'),
  },
  {
    name: 'go',
    runner: 'go',
    argv: ['go', 'test', './...'],
    files: { 'go.mod': 'module example.com/sum\n\ngo 1.19\n' },
    testFile: 'sum_test.go',
    source: inGo,
    idOf: (deed) => `example.com/sum › Test_${named(deed)}`,
    isHere: () => hasProgram('go', 'version'),
  },
  {
    name: 'jest',
    runner: 'jest',
    argv: ['node', jestBin, '--verbose', '--coverage'],
    files: { 'package.json': '{"jest":{"transform":{}}}' },
    testFile: 'src/sum.test.js',
    source: inGroup(REQUIRES),
    idOf: (deed) => `src/sum.test.js › a group › ${deed}`,
    isHere: () => Promise.resolve(true),
  },
  mocha('mocha', { '.mocharc.json': '{"reporter":"min"}' }),
  mocha('mocha 7', { 'test/mocha.opts': '--reporter dot\n' }),
  vitest(2),
  vitest(3),
  vitest(4),
  vitest(4, {
    name: 'vitest 5',
    argv: ['node_modules/.bin/node', 'node_modules/vitest/vitest.mjs', 'run'],
    ...fromNpm('vitest 5'),
  }),
  ava('ava 6'),
  ava('ava 7'),
  {
    name: 'tap',
    runner: 'tap',
    argv: ['node_modules/.bin/tap'],
    files: {},
    testFile: 'test/sum.js',
    source: flat(
      `const t = require('tap');\nconst test = t.test.bind(t);\ntest.skip = (name, fn) => t.test(name, { skip: true }, fn);\n${REQUIRES}`,
      (body) =>
        `(t) => { t.ok(true, 'holds'); ${body === '' || !body.startsWith('return') ? `${body}; t.end();` : body} }`,
    ),
    idOf: (deed) => `test/sum.js › ${deed}${deed === 'is skipped' ? '' : ' › holds'}`,
    ...fromNpm('tap'),
  },
  {
    name: 'playwright',
    runner: 'playwright',
    argv: ['node_modules/.bin/playwright', 'test'],
    files: { 'playwright.config.js': 'module.exports = { timeout: 300_000, workers: 1 };\n' },
    testFile: 'test/sum.spec.js',
    source: flat(
      `const { test } = require('@playwright/test');\n${REQUIRES}`,
      (body) => `() => { ${body} }`,
    ),
    idOf: (deed) => `test/sum.spec.js › ${deed}`,
    ...fromNpm('playwright'),
  },
  {
    name: 'cargo',
    runner: 'cargo',
    argv: ['cargo', 'test'],
    files: { 'Cargo.toml': CARGO, 'src/lib.rs': '' },
    testFile: 'tests/sum.rs',
    source: inRust,
    idOf: (deed) => `sum (tests/sum.rs) › ${named(deed)}`,
    isHere: () => hasProgram('cargo', '--version'),
  },
  {
    name: 'nextest',
    runner: 'nextest',
    argv: ['cargo', 'nextest', 'run'],
    files: { 'Cargo.toml': CARGO, 'src/lib.rs': '' },
    testFile: 'tests/sum.rs',
    source: inRust,
    idOf: (deed) => `sum::sum › ${named(deed)}`,
    isHere: () => hasProgram('cargo', 'nextest', '--version'),
    isolated: true,
  },
  {
    name: 'surefire',
    runner: 'surefire',
    argv: ['mvn', 'test'],
    files: { 'pom.xml': POM },
    testFile: 'src/test/java/sum/SumTest.java',
    source: inJava,
    idOf: (deed) => `sum.SumTest › ${named(deed)}`,
    isHere: () => hasProgram('mvn', '--version'),
    // Once with the network, so that the local repository holds the plugins.
    prepare: async (workspace: string): Promise<void> => {
      await writeFiles(workspace, { 'src/test/java/sum/SumTest.java': inJava(['passes']) });
      await hasProgram('mvn', '-B', '-q', '-f', workspace, 'test');
    },
  },
  {
    name: 'gradle',
    runner: 'gradle',
    argv: ['gradle', 'test'],
    files: {
      'settings.gradle': "rootProject.name = 'sum'\n",
      'build.gradle':
        "apply plugin: 'java'\ndependencies { testImplementation fileTree(dir: 'libs') }\n",
    },
    testFile: 'src/test/java/sum/SumTest.java',
    source: inJava,
    idOf: (deed) => `sum.SumTest › ${named(deed)}`,
    // JUnit is what Maven left in its local repository.
    isHere: async () => (await hasProgram('gradle', '--version')) && JUNIT.every(existsSync),
    prepare: async (workspace: string): Promise<void> => {
      await mkdir(join(workspace, 'libs'), { recursive: true });
      for (const jar of JUNIT) await cp(jar, join(workspace, 'libs', basename(jar)));
    },
  },
];
