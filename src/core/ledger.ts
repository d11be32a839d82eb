/** The dependency ledger: nodes, their states, and who may be worked on. Pure functions on plain data. */
import { parseSpan } from './spans.js';
import { NODE_STATUSES, SEVERITIES, type NodeStatus, type Severity } from './vocabulary.js';

/** A finding in the ledger. A terminal node never changes again and carries a note. */
export interface LedgerNode {
  id: string;
  smell: string;
  span: string;
  /** Hash of the span's text when found; with the smell it is the node's key across runs. */
  anchor: string;
  dependsOn: string[];
  status: NodeStatus;
  severity: Severity;
  confidence: number;
  note: string;
  /** Lockbox refusals and critic's blocks so far; they share a limit. */
  blocks: number;
}

/** A finding as the survey gives it, with dependencies as indexes into the same list. */
export interface NewFinding {
  smell: string;
  span: string;
  anchor: string;
  severity: Severity;
  confidence: number;
  dependsOn: number[];
}

export interface Threshold {
  minSeverity: Severity;
  theta: number;
}

const RESOLVED: readonly NodeStatus[] = ['resolved', 'resolved-incidental'];

export function isTerminal(status: NodeStatus): boolean {
  return status !== 'pending';
}

/** True for a node that ended unresolved: what depends on it cannot be done any more. */
export function isGivenUp(status: NodeStatus): boolean {
  return isTerminal(status) && !RESOLVED.includes(status);
}

/** True when `severity` is at least as serious as `least`. */
export function atLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/** The next free id, `R001`, `R002`, …, after every id in use. */
export function nextId(nodes: readonly LedgerNode[]): string {
  const highest = Math.max(0, ...nodes.map((node) => numberOf(node.id)));
  return `R${String(highest + 1).padStart(3, '0')}`;
}

function numberOf(id: string): number {
  return Number(/^R(\d+)$/.exec(id)?.[1] ?? 0);
}

/**
 * Adds findings as pending nodes with ids from the cage. Left out is what the ledger has: the same
 * text at its place, moved within its file, or given up anywhere. What depends on a node that was
 * given up is `invalid` from the start.
 */
export function addFindings(
  nodes: readonly LedgerNode[],
  findings: readonly NewFinding[],
): LedgerNode[] {
  const result = nodes.map((node) => ({ ...node }));
  const ids: string[] = [];
  for (const finding of findings) {
    const known = findKnown(result, finding, ids);
    if (known?.status === 'pending') known.span = finding.span;
    const id = known?.id ?? nextId(result);
    ids.push(id);
    if (known !== undefined) continue;
    result.push({
      id,
      smell: finding.smell,
      span: finding.span,
      anchor: finding.anchor,
      dependsOn: [],
      status: 'pending',
      severity: finding.severity,
      confidence: finding.confidence,
      note: '',
      blocks: 0,
    });
  }
  findings.forEach((finding, index) => {
    const node = result.find((candidate) => candidate.id === ids[index]);
    if (node?.status !== 'pending') return;
    const wanted = finding.dependsOn.flatMap((at) => ids[at] ?? []);
    node.dependsOn = [...new Set([...node.dependsOn, ...wanted])].filter(
      (id) => id !== node.id && !reaches(result, id, node.id),
    );
  });
  return result
    .filter((node) => isGivenUp(node.status))
    .reduce((all, ended) => invalidateDependents(all, ended), result);
}

/** `matched` holds the nodes that an earlier finding of the same list stands for. */
function findKnown(
  nodes: readonly LedgerNode[],
  finding: NewFinding,
  matched: readonly string[],
): LedgerNode | undefined {
  const alike = nodes.filter(
    (node) => node.smell === finding.smell && node.anchor === finding.anchor,
  );
  const inPlace = alike.find((node) => node.span === finding.span);
  if (inPlace !== undefined || finding.anchor === '') return inPlace;
  const path = parseSpan(finding.span)?.path;
  return alike.find(
    (node) =>
      isGivenUp(node.status) ||
      (node.status === 'pending' &&
        !matched.includes(node.id) &&
        parseSpan(node.span)?.path === path),
  );
}

/** True when `from` depends on `to`, directly or not. */
export function reaches(
  nodes: readonly Pick<LedgerNode, 'id' | 'dependsOn'>[],
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>();
  const queue = [from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    queue.push(...(nodes.find((node) => node.id === id)?.dependsOn ?? []));
  }
  return false;
}

/** Pending nodes whose every dependency is resolved, strongest first. */
export function openNodes(nodes: readonly LedgerNode[]): LedgerNode[] {
  const resolved = new Set(nodes.filter((node) => RESOLVED.includes(node.status)).map((n) => n.id));
  return nodes
    .filter((node) => node.status === 'pending' && node.dependsOn.every((id) => resolved.has(id)))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        b.confidence - a.confidence ||
        numberOf(a.id) - numberOf(b.id),
    );
}

/** Open nodes serious and sure enough that the run may not end before them. */
export function actionable(nodes: readonly LedgerNode[], threshold: Threshold): LedgerNode[] {
  return openNodes(nodes).filter(
    (node) => atLeast(node.severity, threshold.minSeverity) && node.confidence >= threshold.theta,
  );
}

/**
 * Ends a pending node; a terminal one stays as it is. After any end but `resolved` and `resolved-incidental`, every pending node
 * that depends on it, transitively, becomes `invalid`.
 */
export function settle(
  nodes: readonly LedgerNode[],
  id: string,
  status: Exclude<NodeStatus, 'pending'>,
  note: string,
): LedgerNode[] {
  if (nodes.find((node) => node.id === id)?.status !== 'pending') return [...nodes];
  const settled = nodes.map((node) => (node.id === id ? { ...node, status, note } : node));
  return isGivenUp(status) ? invalidateDependents(settled, { id, status }) : settled;
}

function invalidateDependents(
  nodes: readonly LedgerNode[],
  ended: Pick<LedgerNode, 'id' | 'status'>,
): LedgerNode[] {
  return nodes.map((node) =>
    node.status === 'pending' && reaches(nodes, node.id, ended.id)
      ? { ...node, status: 'invalid', note: `depends on ${ended.id}, which is ${ended.status}` }
      : node,
  );
}

export function isNodeStatus(text: string): text is NodeStatus {
  return (NODE_STATUSES as readonly string[]).includes(text);
}

export function isSeverity(text: string): text is Severity {
  return (SEVERITIES as readonly string[]).includes(text);
}
