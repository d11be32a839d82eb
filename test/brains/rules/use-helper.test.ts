import { describe, expect, it } from '@jest/globals';
import { useHelper } from '../../../src/brains/rules/use-helper.js';
import { detectIn, itRefuses, itRewrites } from './rule-cases.js';

const ROUND = `function roundCents(amount) {
  return Math.round(amount * 100) / 100;
}
`;

function besides(code: string, helper = ROUND): string {
  return `${helper}\n${code}`;
}

describe('use-helper', () => {
  itRewrites(useHelper, [
    {
      title: 'calls the helper with arithmetic where its parameter is used once',
      before: besides(
        'export function lineTotal(line) {\n  return 1 + Math.round(line.price * line.count * 100) / 100;\n}\n',
      ),
      after: besides(
        'export function lineTotal(line) {\n  return 1 + roundCents(line.price * line.count);\n}\n',
      ),
    },
    {
      title: 'replaces every repetition in one function at once',
      before: besides(
        'export const both = (a, b) => [Math.round(a * 100) / 100, (Math.round(b.c * 100)) / 100];\n',
      ),
      after: besides('export const both = (a, b) => [roundCents(a), roundCents(b.c)];\n'),
    },
    {
      title: 'fills two parameters in the order of the helper, which may stand below',
      before: `export class Box {
  has(side, max) {
    if (side.length > 0 && side.length < max) this.ok = true;
  }
}
function fits(limit, text) {
  return text.length > 0 && text.length < limit;
}
`,
      after: `export class Box {
  has(side, max) {
    if (fits(max, side)) this.ok = true;
  }
}
function fits(limit, text) {
  return text.length > 0 && text.length < limit;
}
`,
    },
    {
      title: 'takes an argument whose type fits the parameter',
      path: 'src/a.ts',
      before: besides(
        'export const f = (x: number) => -(Math.round(x * 100) / 100);\n',
        ROUND.replace('(amount)', '(amount: number): number'),
      ),
      after: besides(
        'export const f = (x: number) => -(roundCents(x));\n',
        ROUND.replace('(amount)', '(amount: number): number'),
      ),
    },
  ]);

  itRefuses(useHelper, [
    {
      title: 'leaves a helper of fewer than eight tokens alone',
      before: besides(
        'export const a = (x) => x.startsWith("/") || 1;\n',
        'function h(s) {\n  return s.startsWith("/");\n}\n',
      ),
    },
    {
      title: 'does not make a helper call itself',
      before:
        'function f(x) {\n  return x > 0 ? f(x - 1) + f(x - 2) : 0;\n}\nexport const g = f;\n',
    },
    {
      title: 'leaves two functions with the same body to a person',
      before: besides('export function cents(x) {\n  return Math.round(x * 100) / 100;\n}\n'),
      why: /a person must say which one stays/,
    },
    {
      title: 'does not pass a call',
      before: besides('export const a = (next) => 1 + Math.round(next() * 100) / 100;\n'),
    },
    {
      title: 'does not pass arithmetic for a parameter that is used twice',
      before: besides(
        'export const a = (x) => !((x + 1) * (x + 1) + Number(x + 1));\n',
        'function sq(n) {\n  return n * n + Number(n);\n}\n',
      ),
    },
    {
      title: 'does not evaluate what the expression would skip',
      before: besides(
        'export const a = (x) => !(x ? x.size + 1 + 1 : 0);\n',
        'function pick(has, value) {\n  return has ? value + 1 + 1 : 0;\n}\n',
      ),
    },
    {
      title: 'does not read a property before a call that may change it',
      before: besides(
        'export const a = (x) => !(tick() + x.size + 1 + 1);\n',
        'function later(value) {\n  return tick() + value + 1 + 1;\n}\nfunction tick() {\n  return 1;\n}\n',
      ),
    },
    {
      title: 'does not take a shadowed name for the same one',
      before: besides('export const a = (x, Math) => 1 + Math.round(x * 100) / 100;\n'),
    },
    {
      title: 'does not call a helper whose name is taken there',
      before: besides('export const a = (x, roundCents) => 1 + Math.round(x * 100) / 100;\n'),
    },
    {
      title: 'does not use an async helper',
      before: besides('export const a = (x) => 1 + Math.round(x * 100) / 100;\n', `async ${ROUND}`),
    },
    {
      title: 'does not use a helper with a default value',
      before: besides(
        'export const a = (x) => 1 + Math.round(x * 100) / 100;\n',
        ROUND.replace('(amount)', '(amount = 0)'),
      ),
    },
    {
      title: 'does not pass a type that the helper does not take',
      path: 'src/a.ts',
      before: besides(
        'export const a = (x: number[]) => !(x.length * 2 + x.indexOf(1));\n',
        'function h(s: Uint8Array): number {\n  return s.length * 2 + s.indexOf(1);\n}\n',
      ),
    },
    {
      title: 'does not lose a comment',
      before: besides('export const a = (x) => 1 + Math.round(x * /* cents */ 100) / 100;\n'),
    },
    {
      title: 'does not call a method that would lose its object',
      before: besides(
        'export const a = (x) => x.one.two.three.four();\n',
        'function deep(o) {\n  return o.one.two.three.four;\n}\n',
      ),
    },
    {
      title: 'reports a number that equals a constant by chance',
      before:
        'export const LEGACY_RATE = 0.19;\nexport const MAX = { a: 0.19 };\nexport const tax = (x) => x * 0.19;\n',
      why: /^equal by chance/,
    },
  ]);

  it('names the constant and leaves round numbers alone', () => {
    const text =
      'const RATE = 0.19;\nconst TEN = 10;\nexport const f = (x) => x * 0.19 + 10 + RATE + TEN;\n';
    const [skipped, second] = detectIn(useHelper, text).skipped;
    expect(skipped).toMatchObject({ rule: 'known-constant', smell: 'literal 0.19 equals RATE' });
    expect(second).toBeUndefined();
  });
});
