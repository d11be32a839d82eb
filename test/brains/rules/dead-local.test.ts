import { describe } from '@jest/globals';
import { deadLocal } from '../../../src/brains/rules/dead-local.js';
import { itRefuses, itRewrites } from './rule-cases.js';

describe('dead-local', () => {
  itRewrites(deadLocal, [
    {
      title: 'removes a function that only calls itself, with its comment and a blank line',
      before: `export const a = 1;

/** Old. */
function oldTax(x) {
  return x ? oldTax(x - 1) : 0;
}

export const b = 2;
`,
      after: 'export const a = 1;\n\nexport const b = 2;\n',
    },
    {
      title: 'keeps a comment that a blank line sets apart',
      before: '// section\n\n// old\nfunction f() {}\n\nexport const b = 2;\n',
      after: '// section\n\nexport const b = 2;\n',
    },
    {
      title: 'removes a variable with a plain initialiser',
      before:
        'export function f(x) {\n  const unused = [1, { a: x }, () => go()];\n  return x;\n}\n',
      after: 'export function f(x) {\n  return x;\n}\n',
    },
    {
      title: 'removes a constant of a CommonJS module',
      before:
        "'use strict';\n\nconst RATE = 0.19;\nconst USED = 1;\n\nmodule.exports = { USED };\n",
      after: "'use strict';\n\nconst USED = 1;\n\nmodule.exports = { USED };\n",
    },
    {
      title: 'removes an import of a module of Node',
      before:
        "const fs = require('fs');\nconst path = require('path');\n\nmodule.exports = path;\n",
      after: "const path = require('path');\n\nmodule.exports = path;\n",
    },
    {
      title: 'removes one of the names of an import',
      before: "import { a, b, c } from './x.js';\n\nexport const d = [a, c];\n",
      after: "import { a, c } from './x.js';\n\nexport const d = [a, c];\n",
    },
    {
      title: 'removes the default name of an import',
      before: "import x, { a } from './x.js';\n\nexport const d = a;\n",
      after: "import { a } from './x.js';\n\nexport const d = a;\n",
    },
    {
      title: 'removes a line of a long import',
      before: "import {\n  a,\n  b,\n  c\n} from './x.js';\n\nexport const d = [a, b];\n",
      after: "import {\n  a,\n  b\n} from './x.js';\n\nexport const d = [a, b];\n",
    },
    {
      title: 'removes an import that the compiler drops anyway',
      path: 'src/a.ts',
      before:
        "import type { A } from './x.js';\nimport { b } from './y.js';\n\nexport const d = b;\n",
      after: "import { b } from './y.js';\n\nexport const d = b;\n",
    },
    {
      title: 'removes a private member',
      before: 'export class A {\n  #old = 1;\n  x = 2;\n}\n',
      after: 'export class A {\n  x = 2;\n}\n',
    },
    {
      title: 'removes a private method whose name occurs nowhere else',
      path: 'src/a.ts',
      before: 'export class A {\n  x = 2;\n\n  private old(): void {\n    this.old();\n  }\n}\n',
      after: 'export class A {\n  x = 2;\n}\n',
    },
  ]);

  itRefuses(deadLocal, [
    {
      title: 'does not remove a call with its result',
      before: 'export function f(register) {\n  const id = register();\n  return 1;\n}\n',
      why: /initialiser may have an effect/,
    },
    {
      title: 'does not remove a property read, which may be a getter',
      before: 'export function f(x) {\n  const id = x.id;\n  return 1;\n}\n',
      why: /initialiser may have an effect/,
    },
    {
      title: 'does not remove the loading of a module',
      before: "import { a } from './x.js';\n\nexport const d = 1;\n",
      why: /loading the module/,
    },
    {
      title: 'does not remove a required module',
      before: "const a = require('./x.js');\n\nmodule.exports = 1;\n",
      why: /loading the module/,
    },
    {
      title: 'leaves an import for its effect alone',
      before: "import './x.js';\n\nexport const d = 1;\n",
    },
    { title: 'never removes a parameter', before: 'export function f(a, b) {\n  return b;\n}\n' },
    {
      title: 'leaves a variable alone that is written',
      before: 'export function f(x) {\n  let y = 1;\n  y = x;\n}\n',
    },
    {
      title: 'leaves exports alone',
      before: 'export function f() {}\nfunction g() {}\nexport { g };\n',
    },
    { title: 'leaves a script without modules alone', before: 'function f() {}\n' },
    {
      title: 'leaves a file with eval alone',
      before: "const a = 1;\nexport const f = () => eval('a');\n",
    },
    {
      title: 'leaves a type import alone that JSDoc uses',
      before: "import { T } from './x.js';\n\n/** @param {T} t */\nexport const f = (t) => t;\n",
    },
    {
      title: 'leaves a function alone under a type definition',
      before: '/** @typedef {number} N */\nfunction f() {}\n\nexport const b = 2;\n',
    },
    {
      title: 'leaves one of several variables of a statement alone',
      before: 'export function f(x) {\n  const a = 1, b = 2;\n  return b + x;\n}\n',
    },
    {
      title: 'leaves a private method alone that is named in a string',
      path: 'src/a.ts',
      before: "export class A {\n  private old(): void {}\n}\nexport const n = 'old';\n",
    },
    {
      title: 'leaves code alone that a linter is told to leave alone',
      before:
        '// eslint-disable-next-line no-unused-vars\nfunction f() {}\n\nexport const b = 2;\n',
    },
  ]);
});
