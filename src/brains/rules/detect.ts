import { RULES } from './index.js';
import type { Candidate, Detection, Rule, RuleContext, Skipped } from './rule.js';

/** Strength of a candidate for ranking: severity, confidence, and complexity removed. */
function strength(candidate: Candidate): number {
  const gain = 1 + Math.max(0, candidate.gain);
  return candidate.severity * confidenceOf(candidate) * gain;
}

/** A candidate's confidence as a number from 0 to 1. */
export function confidenceOf(candidate: Candidate): number {
  return candidate.confidence === 'high' ? 0.9 : 0.7;
}

function unique<T extends Candidate | Skipped>(items: readonly T[]): T[] {
  const key = (item: T): string =>
    JSON.stringify([item.path, item.startLine, item.endLine, item.smell]);
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

function runRule(rule: Rule, context: RuleContext): Detection {
  try {
    return rule.detect(context);
  } catch (error) {
    const why = `the rule ${rule.id} failed: ${error instanceof Error ? error.message : String(error)}`;
    const smell = `file that the rule ${rule.id} could not read`;
    const place = { path: context.path, startLine: 1, endLine: 1 };
    return { candidates: [], skipped: [{ rule: rule.id, smell, ...place, why: oneLine(why) }] };
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}

/** What all rules find in the files, strongest candidate first; a rule that throws costs only itself. */
export function detectAll(contexts: readonly RuleContext[]): Detection {
  const found = contexts.flatMap((context) => RULES.map((rule) => runRule(rule, context)));
  const candidates = unique(found.flatMap((each) => each.candidates));
  return {
    candidates: candidates.sort((a, b) => strength(b) - strength(a)),
    skipped: unique(found.flatMap((each) => each.skipped)),
  };
}
