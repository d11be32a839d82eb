import { describe, expect, it } from '@jest/globals';
import { differences } from './differences.js';
import { listFiles, type Files } from './workspace.js';

interface Change {
  title: string;
  before: Files;
  /** Replaced and added files. */
  after: Files;
  /** `-`, `+` or `~` before `entry kind path` of each difference; none: the API is the same. */
  expected: string[];
}

const ts = { name: 'shop', exports: './dist/index.js' };
const js = { name: 'shop', main: 'index.js' };

function module(source: string): Files {
  return { 'package.json': ts, 'src/index.ts': source };
}

function common(source: string): Files {
  return { 'package.json': js, 'index.js': source };
}

const CHANGES: Change[] = [
  {
    title: 'a function body written anew',
    before: module('export function f(a: number) { if (a > 1) { return "x"; } return undefined; }'),
    after: module('export function f(a: number) { return a > 1 ? "x" : undefined; }'),
    expected: [],
  },
  {
    title: 'an inferred union in another order',
    before: module('export function f(a: unknown) { if (a) return "x"; return "y"; }'),
    after: module('export function f(a: unknown) { if (!a) return "y"; return "x"; }'),
    expected: [],
  },
  {
    title: 'members of an inferred object in another order',
    before: module('export const f = () => ({ n: 1, m: 2 });'),
    after: module('export const f = () => ({ m: 2, n: 1 });'),
    expected: [],
  },
  {
    title: 'a module that is part of a type and was moved',
    before: {
      'package.json': ts,
      'src/index.ts': 'import * as a from "./a.js";\nexport const api = { a };',
      'src/a.ts': 'export const n = 1;',
    },
    after: {
      'src/index.ts': 'import * as a from "./inner/b.js";\nexport const api = { a };',
      'src/inner/b.ts': 'export const n = 1;',
    },
    expected: [],
  },
  {
    title: 'an implementation moved behind an unchanged re-export',
    before: {
      'package.json': ts,
      'src/index.ts': 'export { f } from "./a.js";',
      'src/a.ts': 'export function f(a: string): void {}',
    },
    after: {
      'src/index.ts': 'export { f } from "./b.js";',
      'src/a.ts': 'export {};',
      'src/b.ts': 'export function f(a: string): void {}',
    },
    expected: [],
  },
  {
    title: 'private members of a class',
    before: module('export class A { private x = 1; #y = 2; run() { return this.x + this.#y; } }'),
    after: module(
      'export class A { private z = "s"; #w(): number { return 3; } run() { return this.#w(); } }',
    ),
    expected: [],
  },
  {
    title: 'a function expression turned into a declaration',
    before: module('export const f = (a: string): number => a.length;'),
    after: module('export function f(a: string): number { return a.length; }'),
    expected: [],
  },
  {
    title: 'a method pulled up into a base class that is not exported',
    before: module('export class A { run(): void {} }'),
    after: module('class Base { run(): void {} }\nexport class A extends Base {}'),
    expected: [],
  },
  {
    title: 'a literal default that got a name',
    before: module('export function f(limit = 10) { return limit; }'),
    after: module('const LIMIT = 10;\nexport function f(limit = LIMIT) { return limit; }'),
    expected: [],
  },
  {
    title: 'a default value that is another one',
    before: module('export function f(limit = 10) { return limit; }'),
    after: module('export function f(limit = 20) { return limit; }'),
    expected: ['~ . function f'],
  },
  {
    title: 'a parameter that became optional',
    before: module('export function f(a: string, b: number) {}'),
    after: module('export function f(a: string, b?: number) {}'),
    expected: ['~ . function f'],
  },
  {
    title: 'overloads in another order',
    before: module(
      'export function f(a: string): string; export function f(a: unknown): unknown; export function f(a: unknown) { return a; }',
    ),
    after: module(
      'export function f(a: unknown): unknown; export function f(a: string): string; export function f(a: unknown) { return a; }',
    ),
    expected: ['~ . function f'],
  },
  {
    title: 'an inferred return type of TypeScript',
    before: module('export function f() { return 1 as number; }'),
    after: module('export function f() { return 1 as number | undefined; }'),
    expected: ['~ . function f'],
  },
  {
    title: 'a renamed export',
    before: module('export const total = (a: number): number => a;'),
    after: module('const total = (a: number): number => a;\nexport { total as sum };'),
    expected: ['- . function total', '+ . function sum'],
  },
  {
    title: 'an added export',
    before: module('export const a: string = "";'),
    after: module('export const a: string = "";\nexport const b: string = a;'),
    expected: ['+ . const b'],
  },
  {
    title: 'a name that export * no longer brings',
    before: {
      'package.json': ts,
      'src/index.ts': 'export * from "./a.js";',
      'src/a.ts': 'export const a = 1; export const b = 2;',
    },
    after: { 'src/a.ts': 'export const a = 1; const b = 2; void b;' },
    expected: ['- . const b'],
  },
  {
    title: 'a namespace re-export whose module changed',
    before: {
      'package.json': ts,
      'src/index.ts': 'export * as util from "./a.js";',
      'src/a.ts': 'export function f(a: string): void {}',
    },
    after: { 'src/a.ts': 'export function f(a: number): void {}' },
    expected: ['~ . function util.f'],
  },
  {
    title: 'a class exported by its type only',
    before: {
      'package.json': ts,
      'src/index.ts': 'export { A } from "./a.js";',
      'src/a.ts': 'export class A { run(): void {} }',
    },
    after: { 'src/index.ts': 'export type { A } from "./a.js";' },
    expected: ['~ . class A', '- . constructor A'],
  },
  {
    title: 'an interface, an enum and a type alias',
    before: module(
      'export interface I { a: string } export enum E { A, B } export type T = "x" | "y";',
    ),
    after: module(
      'export interface I { a?: string } export enum E { B, A } export type T = "y" | "x" | "z";',
    ),
    expected: [
      '- . property I.a',
      '+ . property I.a?',
      '~ . member E.A',
      '~ . member E.B',
      '~ . type T',
    ],
  },
  {
    title: 'public, protected and static members of a class',
    before: module(
      'export class A { size = 1; protected open(): void {} static make(): A { return new A(); } constructor(a?: string) { void a; } }',
    ),
    after: module(
      'export class A { readonly size = 1; static make(): A | undefined { return new A(""); } constructor(a: string) { void a; } }',
    ),
    expected: [
      '~ . constructor A',
      '- . method A.open',
      '~ . property A.size',
      '~ . static-method A.make',
    ],
  },
  {
    title: 'a base class that users see',
    before: module('export class A {} export class B extends A {}'),
    after: module('export class A {} export class B {}'),
    expected: ['~ . class B'],
  },
  {
    title: 'a default export',
    before: module('export default function f(a: string): void {}'),
    after: module('export default function f(a: string, b: string): void {}'),
    expected: ['~ . function default'],
  },
  {
    title: 'a generic constraint',
    before: module('export const f = <T extends string>(a: T): T => a;'),
    after: module('export const f = <T extends string | number>(a: T): T => a;'),
    expected: ['~ . function f'],
  },
  {
    title: 'a condition of exports taken away',
    before: {
      'package.json': {
        name: 'shop',
        exports: {
          '.': { node: './src/node.js', default: './src/web.js' },
          './sub': './src/sub.js',
        },
      },
      'src/node.js': 'export const a = 1; export const onNode = true;',
      'src/web.js': 'export const a = 1;',
      'src/sub.js': 'export const s = 1;',
    },
    after: {
      'package.json': { name: 'shop', exports: { '.': './src/web.js', './sub': './src/sub.js' } },
    },
    expected: [
      '+ . const a',
      '- . entry node',
      '- .(default) const a',
      '- .(node) const a',
      '- .(node) const onNode',
    ],
  },
  {
    title: 'a module behind a pattern of exports',
    before: {
      'package.json': { name: 'shop', exports: { './parts/*': './dist/parts/*.js' } },
      'src/parts/a.ts': 'export const a: string = "";',
      'src/parts/b.ts': 'export const b: string = "";',
    },
    after: { 'src/parts/b.ts': 'export const c: string = "";' },
    expected: ['- ./parts/b const b', '+ ./parts/b const c'],
  },
  {
    title: 'exports.x turned into module.exports = {}',
    before: common('exports.f = function (a, b) { return a; }; exports.n = 1;'),
    after: common('function f(a, b) { return a; }\nmodule.exports = { f, n: 1 };'),
    expected: [],
  },
  {
    title: 'the body of plain JavaScript, with another inferred result',
    before: common('exports.f = function (a, b = 1) { return a ? b : undefined; };'),
    after: common('exports.f = function (a, b = 1) { if (!a) return null; return String(b); };'),
    expected: [],
  },
  {
    title: 'a parameter of plain JavaScript taken away',
    before: common('module.exports = { f: (a, b) => a };'),
    after: common('module.exports = { f: (a) => a };'),
    expected: ['~ . function f'],
  },
  {
    title: 'a rest parameter and a default of plain JavaScript',
    before: common('exports.f = (a, b) => a; exports.g = (a, ...b) => b;'),
    after: common('exports.f = (a, b = "x") => a; exports.g = (a, b) => b;'),
    expected: ['~ . function f', '~ . function g'],
  },
  {
    title: 'module.exports = a function with members',
    before: common(
      'module.exports = make; function make(a) {} make.version = "1"; make.old = (a) => a;',
    ),
    after: common('module.exports = make; function make(a, b) {} make.version = "2";'),
    expected: ['~ . const version', '~ . function module.exports', '- . function old'],
  },
  {
    title: 'members of an object that another module exports',
    before: {
      ...common('module.exports = require("./lib/app");'),
      'lib/app.js': 'var app = exports = module.exports = {}; app.use = function use(fn) {};',
    },
    after: {
      'lib/app.js': 'var app = exports = module.exports = {}; app.use = function use(path, fn) {};',
    },
    expected: ['~ . function use'],
  },
  {
    title: 'methods on the prototype of a constructor function',
    before: common(
      'function View(name) { this.name = name; } View.prototype.find = function (a) {}; module.exports = View;',
    ),
    after: common(
      'function View(name) { this.title = name; } View.prototype.look = function (a) {}; module.exports = View;',
    ),
    expected: ['- . method module.exports.find', '+ . method module.exports.look'],
  },
  {
    title: 'JSDoc types of plain JavaScript',
    before: common(
      '/** @param {string} a\n * @returns {number} */\nexports.f = function (a) { return 1; };',
    ),
    after: common(
      '/** @param {string} a\n * @returns {string} */\nexports.f = function (a) { return 1; };',
    ),
    expected: ['~ . function f'],
  },
  {
    title: 'members that JSDoc calls private',
    before: common(
      'class A { run() {}\n/** @private */\nhelp() {} }\nexports.A = A;\n/** @private */\nexports.x = () => 1;',
    ),
    after: common('class A { run() {}\n/** @private */\nother(a) {} }\nexports.A = A;'),
    expected: [],
  },
  {
    title: 'checked-in typings beside JavaScript',
    before: {
      'package.json': { ...js, types: 'index.d.ts' },
      'index.js': 'exports.f = function (a) {};',
      'index.d.ts': 'export function f(a: string): void;',
    },
    after: {
      'index.js': 'exports.f = function (a, b) {};',
      'index.d.ts': 'export function f(a: number): void;',
    },
    expected: ['~ .(main) function f', '~ .(types) function f'],
  },
  {
    title: 'inner modules of a package with a bin only',
    before: {
      'package.json': { name: 'tool', bin: './cli.js' },
      'cli.js': 'require("./inner").go();',
      'inner.js': 'exports.go = function () {};',
    },
    after: {
      'package.json': { name: 'tool', bin: { tool: './cli.js', other: './cli.js' } },
      'cli.js': 'require("./inner").start();',
      'inner.js': 'exports.start = function () {};',
    },
    expected: ['+ bin:other entry bin'],
  },
  {
    title: 'any exported symbol of an application without an entry',
    before: {
      'package.json': { name: 'app', private: true },
      'src/a.ts': 'export function f(a: string): void {}',
      'src/a.test.ts': 'export const inTest = 1;',
    },
    after: {
      'src/a.ts': 'export function g(a: string): void {}',
      'src/a.test.ts': 'export const other = 1;',
    },
    expected: ['- src/a.ts function f', '+ src/a.ts function g'],
  },
];

describe('the API of two versions of a workspace', () => {
  it.each(CHANGES)('$title', ({ before, after, expected }) => {
    const found = differences(listFiles(before), listFiles({ ...before, ...after }));
    expect(found).toEqual([...expected].sort());
  });
});
