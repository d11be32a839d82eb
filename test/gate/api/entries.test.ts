import { describe, expect, it } from '@jest/globals';
import { listFiles } from './workspace.js';

describe('the entries of a package', () => {
  it.each([
    ['exports of a package that is not built', { exports: './dist/index.mjs' }, 'src/index.ts'],
    ['main without an extension', { main: './lib/index' }, 'lib/index.js'],
    ['main that is a folder', { main: './lib' }, 'lib/index.js'],
    ['no main at all', {}, 'index.js'],
    ['an output below a format folder', { module: 'dist/esm/main.js' }, 'src/main.ts'],
    ['generated typings', { types: './dist/types/index.d.ts' }, 'src/index.ts'],
    ['a minified build', { main: 'dist/shop.min.js' }, 'src/shop.js'],
    ['a bundle with a name of its own', { main: 'dist/bundle.cjs' }, 'src/index.ts'],
    ['TypeScript compiled beside package.json', { main: 'index.js' }, 'src/index.ts'],
  ])('are found by %s', (_, manifest, path) => {
    const lines = listFiles({
      'package.json': { name: 'shop', ...manifest },
      [path]: 'export const here = 1;',
    });
    expect(lines).toContain('. const here: 1');
  });

  it('follow the outDir and rootDir of the compiler', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', main: 'target/js/main.js' },
      'tsconfig.json': { compilerOptions: { outDir: 'target/js', rootDir: 'code' } },
      'code/main.ts': 'export const here = 1;',
    });
    expect(lines).toContain('. const here: 1');
  });

  it('prefer the source to an untracked build', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', main: 'node_modules/../dist/index.js' },
      'src/index.ts': 'export const fresh = 1;',
    });
    expect(lines).toContain('. const fresh: 1');
  });

  it('keep one label for conditions that come from one source', () => {
    const lines = listFiles({
      'package.json': {
        name: 'shop',
        exports: { import: './dist/index.mjs', require: './dist/index.cjs' },
      },
      'src/index.ts': 'export const here = 1;',
    });
    expect(lines).toEqual(['. const here: 1', '. entry import: module', '. entry require: module']);
  });

  it('leave out pattern targets that the package does not publish', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', files: ['lib'], exports: { './*': './*' } },
      'lib/a.js': 'exports.a = 1;',
      'tools/b.js': 'exports.b = 1;',
    });
    expect(lines).toEqual(['./* entry default: pattern', './lib/a.js const a: 1']);
  });

  it('are told apart by package in a monorepo, test and example packages left out', () => {
    const lines = listFiles({
      'package.json': { name: 'root', private: true, workspaces: ['packages/*'] },
      'packages/a/package.json': { name: 'a', main: 'dist/index.js' },
      'packages/a/src/index.ts': 'export const a = 1;',
      'packages/a/src/inner.ts': 'export const hidden = 1;',
      'packages/a/esm/package.json': { type: 'module' },
      'examples/demo/package.json': { name: 'demo' },
      'examples/demo/index.js': 'exports.demo = 1;',
    });
    expect(lines).toEqual(['packages/a:. const a: 1', 'packages/a:. entry main: module']);
  });
});

describe('a listing', () => {
  it('resolves ambient types of a project without a configuration file', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', main: 'src/index.ts' },
      'src/index.ts': 'export function f() { return theGlobal; }',
      'node_modules/@types/thing/index.d.ts': 'declare const theGlobal: Date;',
      'node_modules/@types/thing/package.json': { name: '@types/thing', types: 'index.d.ts' },
    });
    expect(lines).toContain('. function f: (): Date');
  });

  it('names what comes from a dependency and does not walk into it', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', main: 'src/index.ts' },
      'src/index.ts': 'export { join } from "dep";',
      'node_modules/dep/index.d.ts': 'export declare function join(a: string): string;',
      'node_modules/dep/package.json': { name: 'dep', types: 'index.d.ts' },
    });
    expect(lines).toEqual(['. const join: external', '. entry main: module']);
  });

  it('ends on modules that refer to each other', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', main: 'a.js' },
      'a.js': 'exports.b = require("./b"); exports.x = 1;',
      'b.js': 'exports.a = require("./a");',
    });
    expect(lines).toContain('. const x: 1');
    expect(lines).toContain('. namespace b: -');
  });

  it('says nothing of what a call returned in plain JavaScript', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', main: 'a.js' },
      'a.js':
        'function make(a) { return function (b) { return { a, b }; }; }\nexports.f = make(1); exports.o = make(1)(2);',
    });
    expect(lines).toContain('. const f: value');
    expect(lines).toContain('. const o: value');
  });

  it('sees through a wrapper that is invoked at once', () => {
    const lines = listFiles({
      'package.json': { name: 'shop', main: 'a.js' },
      'a.js': '(function () { exports.f = function (a, b) {}; })();',
    });
    expect(lines).toContain('. function f: (a, b)');
  });
});
