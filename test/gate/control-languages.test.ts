import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { breakModule, CONTROL_MESSAGE } from '../../src/gate/break-module.js';
import { negativeControl } from '../../src/gate/control.js';
import { makeFolder, writeFiles, type Files } from '../helpers/git-repo.js';
import { isNightly } from '../helpers/nightly.js';
import { hasProgram } from '../helpers/runner-tools.js';
import { measured } from './gated.js';
import { planOf } from './plans.js';

const here = {
  go: isNightly && (await hasProgram('go', 'version')),
  cargo: isNightly && (await hasProgram('cargo', '--version')),
  pytest: isNightly && (await hasProgram('python3', '-m', 'pytest', '--version')),
  javac: isNightly && (await hasProgram('javac', '-version')),
};

function itWith(program: keyof typeof here, title: string, body: () => Promise<void>): void {
  if (here[program]) it(title, body, 300_000);
  else it.skip(`${title} (skipped: no ${program} on this machine, or not asked for)`, body);
}

async function proof(plan: ReturnType<typeof planOf>, files: Files, scope: string[]) {
  const on = await measured(files, plan);
  expect(on.baseline.counts.passed).toBeGreaterThan(0);
  return negativeControl(on.ctx, on.plan, on.baseline, scope);
}

const GO = {
  'go.mod': 'module example.com/sum\n\ngo 1.19\n',
  'sum.go': '// Package sum adds.\npackage sum\n\nfunc Add(a, b int) int { return a + b }\n',
  'other_windows.go': 'package sum\n\nfunc Other() {}\n',
  'sum_test.go':
    'package sum\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};

const RUST = {
  'Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs':
    '//! Adds.\npub mod add;\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add::add(1, 2), 3);\n    }\n}\n',
  'src/add.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n',
  '.gitignore': 'target/\n',
};

const PYTHON = {
  'sums/__init__.py': '"""Adds."""\nfrom __future__ import annotations\n',
  'sums/add.py': 'from __future__ import annotations\n\n\ndef add(a, b):\n    return a + b\n',
  'tests/test_add.py': 'from sums.add import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n',
  'pytest.ini': '[pytest]\npythonpath = .\n',
};

describe('a negative control', () => {
  itWith('go', 'proves a Go suite by a package that panics', async () => {
    const plan = planOf('go', ['go', 'test', './...']);
    expect(await proof(plan, GO, ['other_windows.go', 'sum.go'])).toMatchObject({
      kind: 'ok',
      broken: 'sum.go',
    });
  });
  itWith('cargo', 'proves a Rust suite by a file it compiles', async () => {
    const plan = planOf('cargo', ['cargo', 'test']);
    expect(await proof(plan, RUST, ['src/add.rs'])).toMatchObject({
      kind: 'ok',
      broken: 'src/add.rs',
    });
  });
  itWith('pytest', 'proves a pytest suite', async () => {
    const plan = planOf('pytest', ['python3', '-m', 'pytest']);
    expect(await proof(plan, PYTHON, ['sums/add.py'])).toMatchObject({
      kind: 'ok',
      broken: 'sums/add.py',
    });
  });
  itWith('javac', 'breaks a Java class when it is loaded', async () => {
    const folder = await makeFolder();
    const text = 'public class Sum {\n  public static void main(String[] a) {}\n}\n';
    await writeFiles(folder, { 'Sum.java': breakModule('Sum.java', text) });
    const run = promisify(execFile);
    await run('javac', ['Sum.java'], { cwd: folder });
    await expect(run('java', ['Sum'], { cwd: folder })).rejects.toMatchObject({
      stderr: expect.stringContaining(CONTROL_MESSAGE),
    });
  });
});
