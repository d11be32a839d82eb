import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { createProject } from '../../../src/brains/rules/project.js';
import type { Candidate, Detection, Rule, RuleContext } from '../../../src/brains/rules/rule.js';
import { applyEdits } from '../../../src/brains/rules/syntax/text.js';

/** One text and what a rule makes of it. */
export interface RuleCase {
  title: string;
  before: string;
  after: string;
  path?: string;
}

/** One text that a rule must leave alone; `why` when it must say so. */
export interface Refusal {
  title: string;
  before: string;
  why?: RegExp;
  path?: string;
}

const project = createProject('/nowhere', []);

export function contextOf(text: string, path = 'src/a.js'): RuleContext {
  project.update([path], new Map([[path, text]]));
  const context = project.context(path);
  if (context === undefined) throw new Error(`the text does not parse:\n${text}`);
  return context;
}

export function detectIn(rule: Rule, text: string, path?: string): Detection {
  return rule.detect(contextOf(text, path));
}

function parses(text: string, path: string): boolean {
  const { diagnostics } = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { allowJs: true, jsx: ts.JsxEmit.Preserve },
  });
  return (diagnostics ?? []).length === 0;
}

function expectStable(rule: Rule, done: Candidate, before: string, after: string, path: string) {
  for (const next of detectIn(rule, after, path).candidates) {
    expect(applyEdits(after, next.edits)).not.toBe(before);
    expect([next.smell, next.startLine]).not.toEqual([done.smell, done.startLine]);
  }
}

/** Declares one test for each case: exactly this result, it parses, and the rule is content with it. */
export function itRewrites(rule: Rule, cases: readonly RuleCase[]): void {
  it.each(cases)('$title', ({ before, after, path = 'src/a.js' }) => {
    const { candidates } = detectIn(rule, before, path);
    expect(candidates).toHaveLength(1);
    const [candidate] = candidates as [Candidate];
    const result = applyEdits(before, candidate.edits);
    expect(result).toBe(after);
    expect(parses(result, path)).toBe(true);
    expectStable(rule, candidate, before, result, path);
    for (const line of [candidate.smell, candidate.intent]) {
      expect(line).not.toMatch(/[\r\n]/);
      expect(line.length).toBeLessThanOrEqual(200);
    }
  });
}

/** Declares one test for each text that must stay as it is. */
export function itRefuses(rule: Rule, cases: readonly Refusal[]): void {
  it.each(cases)('$title', ({ before, why, path }) => {
    const { candidates, skipped } = detectIn(rule, before, path);
    expect(candidates).toEqual([]);
    if (why === undefined) expect(skipped).toEqual([]);
    else expect(skipped.map((each) => each.why)).toEqual([expect.stringMatching(why)]);
  });
}
