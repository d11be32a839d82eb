import { describe, expect, it } from '@jest/globals';
import { rememberIgnored } from '../../src/gate/ignored.js';
import type { Files } from '../helpers/git-repo.js';
import { measured, NODE_TEST, verdictOn } from './gated.js';
import { planOf } from './plans.js';

const test = (body: string): string =>
  `const { test } = require('node:test');\nconst assert = require('node:assert');\n${body}\n`;

/** A build that copies sources, and never takes away what it copied from sources that are gone. */
const BUILT: Files = {
  '.gitignore': 'node_modules/\ndist/\n',
  'build.cjs':
    "const fs = require('fs');\nfs.cpSync('src', 'dist', { recursive: true, force: true });\n",
  'src/index.js': "exports.hi = require('./util.js').hi;\n",
  'src/util.js': "exports.hi = () => 'hi';\n",
  'test/a.test.js': test(`
    test('index', () => assert.equal(require('../dist/index.js').hi(), 'hi'));
    test('util', () => assert.equal(require('../dist/util.js').hi(), 'hi'));`),
};

/** A result that is computed once and then read from a file. */
const memo = (factor: number): string => `const fs = require('node:fs');
  exports.twice = (x) => {
    if (!fs.existsSync('.memo/x')) {
      fs.mkdirSync('.memo', { recursive: true });
      fs.writeFileSync('.memo/x', String(x * ${factor}));
    }
    return Number(fs.readFileSync('.memo/x', 'utf8'));
  };\n`;

const MEMO: Files = {
  '.gitignore': '.memo/\n',
  'src/memo.js': memo(2),
  'test/a.test.js': test(
    "test('twice', () => assert.equal(require('../src/memo.js').twice(2), 4));",
  ),
};

/** An approval test that writes what it then compares with. */
const GOLDEN: Files = {
  'src/price.js': 'exports.price = (n) => n * 2;\n',
  'test/golden.txt': 'price 2\r\n',
  'test/a.test.js': test(`const fs = require('node:fs');
    const file = __dirname + '/golden.txt';
    test('golden', () => {
      const text = 'price ' + require('../src/price.js').price(1) + '\\n';
      fs.writeFileSync(file, text);
      assert.equal(fs.readFileSync(file, 'utf8'), text);
    });`),
};

describe('what earlier runs left', () => {
  it('does not stand for a module that the change deletes', async () => {
    const plan = { ...NODE_TEST, build: [{ argv: ['node', 'build.cjs'], cwd: '' }] };
    const on = await measured(BUILT, plan, rememberIgnored);
    const change = {
      'src/util.js': null,
      'src/helpers.js': "exports.hi = () => 'hi';\n",
      'src/index.js': "exports.hi = require('./helpers.js').hi;\n",
    };
    expect(await verdictOn(on, change)).toMatchObject({ kind: 'red', reason: 'tests-failed' });
  });

  it('does not stand for what the changed code computes', async () => {
    const on = await measured(MEMO, planOf('node:test', ['node', '--test']), rememberIgnored);
    const change = { 'src/memo.js': memo(3) };
    expect(await verdictOn(on, change)).toMatchObject({ kind: 'red', reason: 'tests-failed' });
  });
});

describe('a suite that writes what it compares with', () => {
  it('is red as soon as it writes something else than on the base', async () => {
    const on = await measured(GOLDEN);
    expect(Object.keys(on.baseline.writes)).toEqual(['test/golden.txt']);
    const same = { 'src/price.js': 'exports.price = (n) => n + n;\n' };
    expect(await verdictOn(on, same)).toMatchObject({ kind: 'green' });
    const other = { 'src/price.js': 'exports.price = (n) => n * 3;\n' };
    expect(await verdictOn(on, other)).toMatchObject({
      kind: 'red',
      reason: 'locked-files-changed',
      digest: expect.stringContaining('test/golden.txt'),
    });
  });
});
