import { rm } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { booleanReturn } from '../../../src/brains/rules/boolean-return.js';
import { createProject } from '../../../src/brains/rules/project.js';
import { itRefuses, itRewrites } from './rule-cases.js';
import { workspaceWith } from './workspace.js';

function isFree(condition: string, first = 'true', second = 'false', before = ''): string {
  return `function isFree(total, list) {\n${before}  if (${condition}) {\n    return ${first};\n  }\n  return ${second};\n}\n`;
}

function direct(condition: string): string {
  return `function isFree(total, list) {\n  return ${condition};\n}\n`;
}

describe('boolean-return returns the condition itself', () => {
  itRewrites(booleanReturn, [
    { title: 'a comparison', before: isFree('total >= 80'), after: direct('total >= 80') },
    {
      title: 'comparisons and negations together',
      before: isFree('total === 1 && (!list || 2 in list)'),
      after: direct('total === 1 && (!list || 2 in list)'),
    },
    {
      title: 'a call that is declared to give a boolean',
      before: isFree('Array.isArray(list)'),
      after: direct('Array.isArray(list)'),
    },
    {
      title: 'the negation of any value',
      before: isFree('list', 'false', 'true'),
      after: direct('!list'),
    },
    {
      title: 'the opposite of a comparison',
      before: isFree('total === 0', 'false', 'true'),
      after: direct('total !== 0'),
    },
    {
      title: 'from an else without semicolons and braces, with CRLF',
      before: 'const f = (a) => {\r\n  if (a > 1) return true\r\n  else return false\r\n}\r\n',
      after: 'const f = (a) => {\r\n  return a > 1\r\n}\r\n',
    },
    {
      title: 'a name that TypeScript knows as a boolean',
      path: 'src/a.ts',
      before: 'function f(a: boolean): boolean {\n  if (a) return true;\n  return false;\n}\n',
      after: 'function f(a: boolean): boolean {\n  return a;\n}\n',
    },
  ]);
});

describe('boolean-return leaves alone', () => {
  itRefuses(booleanReturn, [
    {
      title: 'a value that may be no boolean, and says so',
      before: isFree('list.length'),
      why: /another value/,
    },
    {
      title: 'a name in JavaScript, whatever its comment says',
      before: `/** @param {boolean} total */\n${isFree('total')}`,
      why: /another value/,
    },
    {
      title: 'a boolean that may be missing in TypeScript, and says so',
      path: 'src/a.ts',
      before: 'function f(a?: boolean) {\n  if (a) return true;\n  return false;\n}\n',
      why: /another value/,
    },
    {
      title: 'the double negation of a value that may be no boolean, and says so',
      before: isFree('!list', 'false', 'true'),
      why: /another value/,
    },
    {
      title: 'a comparison whose opposite differs for NaN, and says so',
      before: isFree('total > 80', 'false', 'true'),
      why: /NaN/,
    },
    {
      title: 'the last of a series',
      before: isFree('total > 80', 'true', 'false', '  if (list) return false;\n'),
    },
    {
      title: 'a comment on one result, and says so',
      before: isFree('total > 80').replace('  return false', '  // too little\n  return false'),
      why: /comment/,
    },
    { title: 'two equal results', before: isFree('total > 80', 'true', 'true') },
    { title: 'results that are no booleans', before: isFree('total > 80', '1', '0') },
  ]);
});

describe('boolean-return', () => {
  it('does not trust the types of a project that does not check for missing values', async () => {
    const text = 'function f(a: boolean) {\n  if (a) return true;\n  return false;\n}\n';
    for (const strictNullChecks of [false, true]) {
      const config = JSON.stringify({ compilerOptions: { strictNullChecks } });
      const root = await workspaceWith({ 'tsconfig.json': config, 'a.ts': text });
      const context = createProject(root, ['a.ts']).context('a.ts');
      await rm(root, { recursive: true });
      if (context === undefined) throw new Error('the file was not read');
      expect(booleanReturn.detect(context).candidates).toHaveLength(strictNullChecks ? 1 : 0);
    }
  });
});
