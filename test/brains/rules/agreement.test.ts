import { describe, expect, it } from '@jest/globals';
import { RULES } from '../../../src/brains/rules/index.js';
import { applyEdits } from '../../../src/brains/rules/syntax/text.js';
import { failed, review } from './critic/review.js';
import { contextOf } from './rule-cases.js';
import { SAMPLES } from './samples.js';

/** Rules and critic share no decision: where both look at one place, they must agree. */
describe('the critic accepts what the rules propose', () => {
  const seen = new Set<string>();

  it.each(SAMPLES)('in the sample $title', async ({ text, path }) => {
    const context = contextOf(text, path);
    const candidates = RULES.flatMap((rule) => rule.detect(context).candidates);
    expect(candidates.length).toBeGreaterThan(0);
    for (const candidate of candidates) {
      seen.add(candidate.rule);
      const verdict = await review({
        refactoring: candidate.refactoring,
        before: text,
        after: applyEdits(text, candidate.edits),
        path,
      });
      expect([candidate.smell, verdict.verdict, verdict.justification, failed(verdict)]).toEqual([
        candidate.smell,
        'accept',
        expect.any(String),
        [],
      ]);
    }
  });

  it('has looked at every rule', () => {
    expect([...seen].sort()).toEqual(RULES.map((rule) => rule.id).sort());
  });
});
