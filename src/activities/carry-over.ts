import { sha256 } from '../adapters/content-store.js';
import { tryGit } from '../adapters/git.js';
import { isGivenUp, type LedgerNode } from '../core/ledger.js';
import type { LedgerRow } from '../core/ledger-text.js';
import { parseSpan, spanText } from '../core/spans.js';

const ANCHOR_LENGTH = 16;

/** Hash of the text at a span; with the smell it is a finding's key. Empty text has no key. */
export function anchorOf(fileText: string | undefined, span: string): string {
  const parsed = parseSpan(span);
  if (parsed === undefined || fileText === undefined) return '';
  const text = spanText(fileText, parsed);
  return text === '' ? '' : sha256(text).slice(0, ANCHOR_LENGTH);
}

/**
 * What an earlier ledger says to a new run: pending nodes in scope go on if that run's head is an
 * ancestor of the base; given-up ones are kept as *do not retry*, landed ones are history.
 */
export async function carryOver(
  repo: string,
  base: string,
  ledger: { head: string; rows: readonly LedgerRow[] },
  scope: ReadonlySet<string>,
): Promise<LedgerNode[]> {
  const isKnown =
    ledger.head !== '' &&
    (await tryGit(repo, ['merge-base', '--is-ancestor', ledger.head, base])).code === 0;
  const nodes: LedgerNode[] = [];
  for (const row of ledger.rows) {
    const path = parseSpan(row.span)?.path ?? '';
    if (row.status === 'pending' ? !isKnown || !scope.has(path) : !isGivenUp(row.status)) continue;
    const file = await tryGit(repo, ['show', `${isKnown ? ledger.head : base}:${path}`]);
    const anchor = anchorOf(file.code === 0 ? file.stdout : undefined, row.span);
    nodes.push({ ...row, anchor, blocks: 0 });
  }
  const ids = new Set(nodes.map((node) => node.id));
  return nodes.map((node) => ({
    ...node,
    dependsOn: node.dependsOn.filter((id) => ids.has(id)),
  }));
}
