/** What makes a well-formed answer of a proposer wrong in this run (G6). Pure. */
import type { FixAnswer, Manifest } from './contracts.js';
import { isGivenUp, isTerminal, openNodes, reaches, type LedgerNode } from './ledger.js';
import { parseSpan, type Span } from './spans.js';

/** What an answer is checked against. */
export interface ManifestContext {
  nodes: readonly LedgerNode[];
  scope: ReadonlySet<string>;
  catalogue: readonly string[];
  /** Hash of the text at the proposal's target span; with the smell it is a finding's key. */
  anchor: string;
  /** The node under repair: a fix must stay with it. */
  fixing: { node: string; refactoring: string } | undefined;
}

/** Why the answer is malformed, in words for the brain; undefined when it is sound. */
export function answerProblem(answer: FixAnswer, context: ManifestContext): string | undefined {
  switch (answer.kind) {
    case 'nothing-actionable':
    case 'infeasible':
      return undefined;
    case 'finding-gone':
      return openProblem(answer.node_id, context.nodes);
    case 'proposal':
      return proposalProblem(answer.manifest, context);
  }
}

function openProblem(id: string, nodes: readonly LedgerNode[]): string | undefined {
  const node = nodes.find((candidate) => candidate.id === id);
  if (node === undefined) return `node_id "${id}" is not in the ledger`;
  if (openNodes(nodes).some((open) => open.id === id)) return undefined;
  return isTerminal(node.status)
    ? `node ${id} is ${node.status} and may not be proposed again`
    : `node ${id} waits for ${node.dependsOn.join(', ')}`;
}

function proposalProblem(manifest: Manifest, context: ManifestContext): string | undefined {
  const span = parseSpan(manifest.target_span);
  if (span === undefined) return `target_span "${manifest.target_span}" runs backwards`;
  if (!context.catalogue.includes(manifest.named_refactoring))
    return `named_refactoring "${manifest.named_refactoring}" is not in the catalogue`;
  const dependency = dependencyProblem(manifest, context.nodes);
  if (dependency !== undefined) return dependency;
  if (context.fixing !== undefined) return fixProblem(manifest, context.fixing);
  return manifest.node_id === 'new'
    ? newProblem(manifest, span, context)
    : openProblem(manifest.node_id, context.nodes);
}

/** A change can only stand on what is resolved already. */
function dependencyProblem(manifest: Manifest, nodes: readonly LedgerNode[]): string | undefined {
  for (const id of manifest.depends_on) {
    const node = nodes.find((candidate) => candidate.id === id);
    if (node === undefined) return `depends_on names "${id}", which is not in the ledger`;
    if (reaches(nodes, id, manifest.node_id))
      return `depends_on ${id} would make a cycle with ${manifest.node_id}`;
    if (node.status === 'pending' || isGivenUp(node.status))
      return `depends_on names ${id}, which is ${node.status}: it must be resolved first`;
  }
  return undefined;
}

function fixProblem(
  manifest: Manifest,
  fixing: { node: string; refactoring: string },
): string | undefined {
  if (manifest.node_id !== fixing.node)
    return `a fix must stay with node ${fixing.node}, not ${manifest.node_id}`;
  return manifest.named_refactoring === fixing.refactoring
    ? undefined
    : `a fix must stay with the refactoring "${fixing.refactoring}"`;
}

function newProblem(manifest: Manifest, span: Span, context: ManifestContext): string | undefined {
  if (!context.scope.has(span.path))
    return `target_span lies in ${span.path}, which is not in scope`;
  const known = context.nodes.find((node) => {
    if (node.smell !== manifest.smell || node.status === 'resolved') return false;
    const isSameText = context.anchor !== '' && node.anchor === context.anchor;
    return (isSameText && isGivenUp(node.status)) || overlaps(parseSpan(node.span), span);
  });
  if (known === undefined) return undefined;
  return isTerminal(known.status)
    ? `the finding equals ${known.id}, which is ${known.status}`
    : `the finding is already in the ledger as ${known.id}: name that node`;
}

function overlaps(left: Span | undefined, right: Span): boolean {
  return left?.path === right.path && left.start <= right.end && right.start <= left.end;
}
