import ts from 'typescript';
import type { Candidate, Detection, Rule, RuleContext, Skipped } from './rule.js';
import { cognitiveComplexity } from './syntax/complexity.js';
import { applyEdits, linesOf } from './syntax/text.js';

/** `endLine` when the code reaches behind its node, `gain` when the file's complexity is no measure. */
type Offer = Pick<Candidate, 'smell' | 'edits' | 'severity' | 'confidence' | 'intent'> &
  Partial<Pick<Candidate, 'endLine' | 'gain'>>;

/** Gathers what one rule finds in one file. */
export interface Collector {
  readonly detection: Detection;
  /** Adds a candidate at a node; one whose result would not parse is dropped. */
  offer(node: ts.Node, offer: Offer): void;
  /** Notes a place where one precondition, which a person may want to know, is not met. */
  skip(node: ts.Node, smell: string, why: string): void;
}

/** Makes the collector of a rule for a file. */
export function collector(context: RuleContext, rule: Pick<Rule, 'id' | 'refactoring'>): Collector {
  const { path, text, sourceFile } = context;
  const candidates: Candidate[] = [];
  const skipped: Skipped[] = [];
  return {
    detection: { candidates, skipped },
    offer(node, offer) {
      const gain = complexityRemoved(sourceFile, applyEdits(text, offer.edits));
      if (gain === undefined) return;
      const lines = linesOf(sourceFile, node);
      candidates.push({
        rule: rule.id,
        refactoring: rule.refactoring,
        path,
        ...lines,
        gain,
        ...offer,
      });
    },
    skip(node, smell, why) {
      skipped.push({ rule: rule.id, smell, path, ...linesOf(sourceFile, node), why });
    },
  };
}

const complexities = new WeakMap<ts.SourceFile, number>();

function complexityRemoved(before: ts.SourceFile, afterText: string): number | undefined {
  const after = ts.createSourceFile(before.fileName, afterText, before.languageVersion, true);
  if (syntaxErrors(after) > syntaxErrors(before)) return undefined;
  const known = complexities.get(before) ?? cognitiveComplexity(before);
  complexities.set(before, known);
  return known - cognitiveComplexity(after);
}

function syntaxErrors(sourceFile: ts.SourceFile): number {
  return 'parseDiagnostics' in sourceFile && Array.isArray(sourceFile.parseDiagnostics)
    ? sourceFile.parseDiagnostics.length
    : 0;
}
