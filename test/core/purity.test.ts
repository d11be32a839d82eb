import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const CORE = new URL('../../src/core/', import.meta.url);
const FILES = readdirSync(CORE).filter((name) => name.endsWith('.ts'));

function sourceOf(file: string): string {
  return readFileSync(new URL(file, CORE), 'utf8');
}

/** Every module that a source names, with whether only types are taken from it. */
function importsOf(source: string): { from: string; typeOnly: boolean }[] {
  const statements = source.matchAll(
    /^(?:import|export)\b(?<head>[^;'"]*?)\bfrom\s+['"](?<from>[^'"]+)['"]/gm,
  );
  const bare = source.matchAll(/(?:^import|\bimport\(|\brequire\()\s*['"](?<from>[^'"]+)['"]/gm);
  return [
    ...[...statements].map(({ groups }) => ({
      from: groups?.from ?? '',
      typeOnly: groups?.head?.trimStart().startsWith('type ') === true,
    })),
    ...[...bare].map(({ groups }) => ({ from: groups?.from ?? '', typeOnly: false })),
  ];
}

describe('the core', () => {
  it('has files with imports, so that this test sees something', () => {
    expect(FILES).toContain('contracts.ts');
    expect(importsOf(sourceOf('state.ts')).length).toBeGreaterThan(3);
    expect(importsOf(sourceOf('contracts.ts'))).toContainEqual({ from: 'zod', typeOnly: false });
  });

  it.each(FILES)('imports nothing but core: %s', (file) => {
    const outside = importsOf(sourceOf(file))
      .map(({ from }) => from)
      .filter((from) => !FILES.includes(from.replace(/^\.\/(.+)\.js$/, '$1.ts')));
    expect(outside).toEqual(file === 'contracts.ts' ? ['zod'] : []);
  });

  it.each(FILES.filter((file) => file !== 'contracts.ts'))(
    'takes types only from the contracts, so that zod stays out of the workflow: %s',
    (file) => {
      const values = importsOf(sourceOf(file)).filter(
        ({ from, typeOnly }) => from === './contracts.js' && !typeOnly,
      );
      expect(values).toEqual([]);
    },
  );

  it.each(FILES)('reads no clock, no chance and no environment: %s', (file) => {
    expect(sourceOf(file)).not.toMatch(
      /\b(?:Date\b|Math\.random|process\.|crypto\b|performance\.|Buffer\b|globalThis\b)/,
    );
  });
});
