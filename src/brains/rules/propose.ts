import type { BrainRequest, Manifest, ProposeAnswer } from '../../core/contracts.js';
import type { Stage } from '../../core/vocabulary.js';
import { detectAll } from './detect.js';
import { manifestEdits } from './manifest-edits.js';
import type { Project } from './project.js';
import type { Candidate, RuleContext } from './rule.js';
import { inFocus, spanOf } from './survey.js';

type OpenNode = NonNullable<BrainRequest['ledger_open_nodes']>[number];

/** Stages behind which the same edit, which is all that a rule has, would end the same way again. */
const REFUSED: ReadonlySet<Stage> = new Set(['lockbox', 'review', 'guard', 'apply', 'test']);

function placeOf(span: string): { path: string; line: number } {
  const match = /^(.+):(\d+)-\d+$/s.exec(span);
  return { path: match?.[1] ?? span, line: Number(match?.[2] ?? 1) };
}

function manifest(context: RuleContext, candidate: Candidate, nodeId: string): Manifest {
  return {
    node_id: nodeId,
    ...(nodeId === 'new' ? { smell: candidate.smell } : {}),
    named_refactoring: candidate.refactoring,
    target_span: spanOf(candidate),
    stated_intent: candidate.intent,
    depends_on: [],
    predicted_fixes: [candidate.smell],
    predicted_regressions_risk: [],
    public_api_touched: false,
    edits: manifestEdits(candidate.path, context.text, candidate.edits),
  };
}

function forNode(node: OpenNode, project: Project): ProposeAnswer {
  const { path, line } = placeOf(node.span);
  const context = project.context(path);
  const distance = (candidate: Candidate): number => Math.abs(candidate.startLine - line);
  const [nearest] =
    context === undefined
      ? []
      : detectAll([context])
          .candidates.filter((candidate) => candidate.smell === node.smell)
          .sort((a, b) => distance(a) - distance(b));
  if (context === undefined || nearest === undefined)
    return {
      kind: 'finding-gone',
      node_id: node.node_id,
      note: `the rules find no ${node.smell} any more`.slice(0, 300),
    };
  return { kind: 'proposal', manifest: manifest(context, nearest, node.node_id) };
}

function somethingNew(request: BrainRequest, project: Project): ProposeAnswer {
  const known = new Set(
    [...(request.findings ?? []), ...(request.ledger_open_nodes ?? [])].map((each) => each.smell),
  );
  const contexts = project.contexts();
  const wanted = inFocus(contexts, request.focus);
  const candidate = detectAll(contexts).candidates.find(
    (each) => each.severity > 1 && !known.has(each.smell) && wanted(each),
  );
  const context = contexts.find((each) => each.path === candidate?.path);
  return candidate === undefined || context === undefined
    ? { kind: 'nothing-actionable', note: 'the rules find nothing more to improve in the scope' }
    : { kind: 'proposal', manifest: manifest(context, candidate, 'new') };
}

/** The strongest open node's rewrite; without one that may be proposed, the strongest new finding. */
export function propose(request: BrainRequest, project: Project): ProposeAnswer {
  const failure = request.last_failure_evidence;
  const refused = failure !== undefined && REFUSED.has(failure.stage) ? failure.node_id : undefined;
  const node = request.ledger_open_nodes?.find((each) => each.node_id !== refused);
  return node === undefined ? somethingNew(request, project) : forNode(node, project);
}

/** Paths that a proposal may look at: the scope, and the files of open nodes. */
export function proposalScope(request: BrainRequest): string[] {
  const open = (request.ledger_open_nodes ?? []).map((node) => placeOf(node.span).path);
  return [...new Set([...(request.target_scope ?? []), ...open])];
}
