import type { Files } from '../helpers/git-repo.js';

/** A tiny project with node:test: two tests pass, one is skipped. */
export const SUM = {
  'package.json': '{"name":"sum","main":"src/sum.js","scripts":{"test":"node --test"}}',
  'src/sum.js': "'use strict';\nexports.sum = (a, b) => a + b;\n",
  'src/unused.js': 'exports.unused = 1;\n',
  'test/sum.test.js': `const { describe, it } = require('node:test');
const assert = require('node:assert');
const { sum } = require('../src/sum.js');
describe('sum', () => {
  it('adds', () => assert.equal(sum(1, 2), 3));
  it('adds negatives', () => assert.equal(sum(-1, -2), -3));
  it.skip('later', () => {});
});
`,
} satisfies Files;

/** {@link SUM} with another test file beside its own. */
export function withTest(source: string): Files {
  const header = "const { it } = require('node:test');\nconst fs = require('node:fs');\n";
  return { ...SUM, 'test/more.test.js': `${header}${source}\n` };
}
