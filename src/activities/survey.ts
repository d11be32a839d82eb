import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSurveyAnswer, type BrainRequest, type Finding } from '../core/contracts.js';
import type { NewFinding } from '../core/ledger.js';
import { parseSpan } from '../core/spans.js';
import type { ReportedFinding, SurveyRequest, SurveyResult } from '../core/payloads.js';
import { lockbox } from '../change/lockbox/index.js';
import { callBrain, type BrainCall } from './brain-call.js';
import { anchorOf } from './carry-over.js';
import { reassertPinned } from './pinned.js';
import type { Task } from './task.js';

const REPORTED_LIMIT = 200;

/** Findings sorted by where they go: structural ones into the ledger, the rest into the report. */
export interface Sorted {
  found: NewFinding[];
  reported: ReportedFinding[];
}

/** Asks the proposer what it finds in scope. It only reads: a second run asks again. */
export async function survey(request: SurveyRequest, task: Task): Promise<SurveyResult> {
  const scope = await task.folder.store.get<string[]>(request.scope);
  const asked = await askSurvey(request, task, scope, request.previousError);
  if (asked.kind === 'fault') return asked;
  if (asked.kind === 'refused')
    return { kind: 'malformed', problem: asked.problem, node: null, cost: asked.cost };
  return {
    kind: 'ok',
    ...(await sortFindings(task, scope, asked.answer.findings)),
    cost: asked.cost,
  };
}

/** One survey call over some files of the scope. */
export async function askSurvey(
  request: { run: string; pinned: string[]; pinnedHash: string },
  task: Task,
  files: string[],
  previousError: string | null,
): Promise<BrainCall<{ findings: Finding[] }>> {
  const settings = await task.settings();
  const question: BrainRequest = {
    protocol: 1,
    role: 'survey',
    run: request.run,
    iteration: 0,
    workspace: task.folder.workspace,
    target_scope: files,
    pinned_constraints: reassertPinned(request, settings),
    ...(settings.focus === null ? {} : { focus: settings.focus }),
    ...(previousError === null ? {} : { previous_error: previousError }),
  };
  return callBrain(task, settings.proposer, question, parseSurveyAnswer);
}

/** Sorts findings by route, severity and scope, and hashes the text at each span. */
export async function sortFindings(
  task: Task,
  scope: readonly string[],
  findings: readonly Finding[],
): Promise<Sorted> {
  const inScope = new Set(scope);
  const { lockbox: rules } = await task.settings();
  const locked = lockbox({ ...rules, testFiles: [] });
  const texts = new Map<string, string>();
  const kept = new Map<number, number>();
  const sorted: Sorted = { found: [], reported: [] };
  for (const [index, finding] of findings.entries()) {
    const path = parseSpan(finding.span)?.path ?? '';
    const why = inScope.has(path)
      ? whyReported(finding)
      : locked(path) === undefined
        ? 'not included'
        : 'test file';
    if (why !== undefined) {
      sorted.reported.push({ smell: finding.smell, span: finding.span, why });
      continue;
    }
    if (!texts.has(path))
      texts.set(path, await readFile(join(task.folder.workspace, path), 'utf8').catch(() => ''));
    kept.set(index, sorted.found.length);
    sorted.found.push({
      smell: finding.smell,
      span: finding.span,
      anchor: anchorOf(texts.get(path), finding.span),
      severity: finding.severity,
      confidence: finding.confidence,
      dependsOn: finding.depends_on,
    });
  }
  for (const finding of sorted.found)
    finding.dependsOn = finding.dependsOn.flatMap((index) => kept.get(index) ?? []);
  sorted.reported = sorted.reported.slice(0, REPORTED_LIMIT);
  return sorted;
}

function whyReported(finding: Finding): string | undefined {
  if (finding.route === 'report') return finding.note ?? 'changes behaviour';
  return finding.severity === 'nit' ? 'nit' : undefined;
}
