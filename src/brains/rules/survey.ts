import type { BrainRequest, Finding, SurveyAnswer } from '../../core/contracts.js';
import type { Severity } from '../../core/vocabulary.js';
import { confidenceOf, detectAll } from './detect.js';
import { focusLines, type Lines, overlap } from './focus.js';
import type { Project } from './project.js';
import type { Candidate, RuleContext, Skipped } from './rule.js';

const SEVERITY: Record<Candidate['severity'], Severity> = {
  4: 'major',
  3: 'major',
  2: 'minor',
  1: 'nit',
};

/** `path:start-end` of a candidate or a skipped place. */
export function spanOf({ path, startLine, endLine }: Candidate | Skipped): string {
  return `${path}:${startLine}-${endLine}`;
}

function candidateFinding(candidate: Candidate): Finding {
  const severity = SEVERITY[candidate.severity];
  return {
    smell: candidate.smell,
    span: spanOf(candidate),
    severity,
    confidence: confidenceOf(candidate),
    route: severity === 'nit' ? 'report' : 'loop',
    depends_on: [],
    note: candidate.intent,
  };
}

function skippedFinding(skipped: Skipped): Finding {
  return {
    smell: skipped.smell,
    span: spanOf(skipped),
    severity: 'minor',
    confidence: 0.7,
    route: 'report',
    depends_on: [],
    note: skipped.why,
  };
}

/** Whether a place lies in the symbol that the run was asked to look at; without one, all do. */
export function inFocus(
  contexts: readonly RuleContext[],
  focus: string | undefined,
): (place: Lines & { path: string }) => boolean {
  if (focus === undefined) return () => true;
  const lines = new Map(contexts.map((context) => [context.path, focusLines(context, focus)]));
  return (place) => (lines.get(place.path) ?? []).some((range) => overlap(range, place));
}

/** All findings in the scope: candidates to loop on, strongest first, then places to report. */
export function survey(request: BrainRequest, project: Project): SurveyAnswer {
  const contexts = project.contexts();
  const wanted = inFocus(contexts, request.focus);
  const { candidates, skipped } = detectAll(contexts);
  return {
    findings: [
      ...candidates.filter(wanted).map(candidateFinding),
      ...skipped.filter(wanted).map(skippedFinding),
    ],
  };
}
