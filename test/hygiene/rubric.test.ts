import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { ANTI_PATTERNS, CRITERIA } from '../../src/core/vocabulary.js';

function rubric(name: string): string {
  return readFileSync(new URL(`../../rubric/${name}`, import.meta.url), 'utf8');
}

describe('the rubric', () => {
  it('has a paragraph for each criterion and anti-pattern of the vocabulary, in its order', () => {
    const headings = [...rubric('correctness.md').matchAll(/^### (\S+)/gm)].map(
      (match) => match[1],
    );
    expect(headings).toEqual([...CRITERIA, ...ANTI_PATTERNS]);
  });

  it('says for each of them which severity it has and what must be quoted', () => {
    const paragraphs = rubric('correctness.md').split(/^### /m).slice(1);
    for (const paragraph of paragraphs) {
      expect(paragraph).toMatch(/\*\*Severity:\*\*|major/);
      expect(paragraph).toContain('**Quote**');
    }
  });
});

describe('the catalogue', () => {
  it('names each refactoring once, with one sentence', () => {
    const items = rubric('catalogue.md')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    for (const item of items) expect(item).toMatch(/^- \*\*[A-Z][A-Za-z ]+\*\* — [^.]+\.$/);
    const names = items.map((item) => item.split('**')[1]);
    expect(new Set(names).size).toBe(names.length);
  });
});
