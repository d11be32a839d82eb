import type { CriterionResult, Verdict } from '../../../core/contracts.js';
import { ANTI_PATTERNS, CRITERIA } from '../../../core/vocabulary.js';
import type { ChangedBlock, PatchedFile } from './patch.js';

export type Criterion = (typeof CRITERIA)[number] | (typeof ANTI_PATTERNS)[number];

/** What one criterion came to: `problem` says why it is not met, `line` is the changed line to quote. */
export interface Outcome {
  met: boolean | 'CANNOT_ASSESS';
  mechanism: string;
  problem?: string;
  line?: string;
}

export type Outcomes = Record<Criterion, Outcome>;

const ALL: readonly Criterion[] = [...CRITERIA, ...ANTI_PATTERNS];

/** A verdict on a change that cannot be judged mechanically, with the reason. */
export function cannotAssess(why: string): Verdict {
  return {
    justification: why,
    verdict: 'CANNOT_ASSESS',
    confidence: 1,
    per_criterion: ALL.map((criterion) => ({
      criterion,
      met: 'CANNOT_ASSESS',
      severity: 'nit',
      type: 'mechanical',
      mechanism: 'not compared',
      span: '',
      evidence: '',
    })),
  };
}

/** A verdict from the outcomes: `accept` when no criterion failed, else `reject`. */
export function verdictOf(file: PatchedFile, outcomes: Outcomes, confidence: number): Verdict {
  const items = ALL.map((criterion) => itemOf(file, criterion, outcomes[criterion], confidence));
  const problems = ALL.flatMap((criterion) => outcomes[criterion].problem ?? []);
  const accepted = items.every((item) => item.met !== false);
  return {
    justification: accepted
      ? `nothing but the named refactoring changed: ${outcomes['behavior-preserved'].mechanism}`
      : [...new Set(problems)].join('; '),
    verdict: accepted ? 'accept' : 'reject',
    confidence: accepted ? confidence : 0.95,
    per_criterion: items,
  };
}

function itemOf(
  file: PatchedFile,
  criterion: Criterion,
  outcome: Outcome,
  confidence: number,
): CriterionResult {
  const { block, line } = citation(file.blocks, outcome.line);
  return {
    criterion,
    met: outcome.met,
    severity: outcome.met === 'CANNOT_ASSESS' ? 'nit' : 'major',
    confidence: outcome.met === false ? 0.95 : confidence,
    type: 'mechanical',
    mechanism: outcome.problem ?? outcome.mechanism,
    span: `${file.path}:${block.startLine}-${block.endLine}`,
    evidence: line,
  };
}

/** The changed block and line to show: the wished line, else the first telling one of the largest. */
function citation(
  blocks: readonly ChangedBlock[],
  wished: string | undefined,
): { block: ChangedBlock; line: string } {
  const lines = (block: ChangedBlock): string[] => [...block.added, ...block.removed];
  const largest = [...blocks].sort((a, b) => lines(b).length - lines(a).length)[0];
  const block =
    blocks.find((each) => wished !== undefined && lines(each).includes(wished)) ?? largest;
  if (block === undefined) throw new Error('a change without a changed line');
  const line = lines(block).find((each) => (wished ? each === wished : /\w{2}/.test(each)));
  return { block, line: (line ?? lines(block)[0] ?? '').replace(/\r$/, '') };
}
