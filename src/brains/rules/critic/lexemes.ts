import ts from 'typescript';
import { removalsOf } from './dead-code.js';
import { newFunction } from './extraction.js';
import { commentsAbove, commentsOf } from '../syntax/comments.js';
import { functionName, isFunctionNode } from '../syntax/functions.js';
import { multiset, tokenTexts } from '../syntax/tokens.js';
import { walk } from '../syntax/walk.js';
import type { Policy } from './policies.js';
import type { Version, Versions } from './versions.js';

/** Texts that one version has more often than the other, each as often as it is in surplus. */
function surplus(more: readonly string[], than: readonly string[]): string[] {
  const counts = multiset(than);
  return more.filter((text) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

/** A token that the refactoring may not add or drop; undefined when all are accounted for. */
export function foreignToken(
  { before, after }: Versions,
  allowed: NonNullable<Policy['tokens']>,
): string | undefined {
  const [old, now] = [before, after].map(({ sourceFile }) => tokenTexts(sourceFile, sourceFile));
  if (old === undefined || now === undefined) return undefined;
  const added = surplus(now, old).find((token) => !allowed.added.has(token));
  if (added !== undefined) return `\`${shown(added)}\` was added`;
  const removed = surplus(old, now);
  const lost = removed.find((token) => !mayVanish(token, removed, now, allowed.removed));
  return lost === undefined ? undefined : `\`${shown(lost)}\` was removed`;
}

function shown(token: string): string {
  return token.replace(/\s+/g, ' ').slice(0, 60);
}

const DECLARING = new Set(['const', 'let', 'var', '=', ';', 'return']);

function mayVanish(
  token: string,
  removed: readonly string[],
  now: readonly string[],
  allowed: NonNullable<Policy['tokens']>['removed'],
): boolean {
  if (allowed === 'repeated') return now.includes(token) || token === 'else' || token === 'if';
  if (allowed !== 'one-name') return allowed.has(token);
  const names = new Set(removed.filter((each) => !DECLARING.has(each)));
  return DECLARING.has(token) || (names.size === 1 && /^[\p{L}$_][\p{L}\p{N}$_]*$/u.test(token));
}

/** Comment texts without the indentation of their inner lines. */
function commentTexts({ sourceFile }: Version): string[] {
  return commentsOf(sourceFile).map((comment) => normal(comment.text));
}

function normal(text: string): string {
  return text.replace(/\s*\n\s*/g, '\n').trim();
}

const NAMED_IN_TYPES = /^\/\*\*[\s*]*(?:@(?:param|returns?|template)\b[^\n]*[\s*]*)+\*\/$/;

/** Why the comments are not those of before; undefined when nothing was lost, added or doubled. */
export function changedComment(versions: Versions, rule: Policy['comments']): string | undefined {
  const [old, now] = [commentTexts(versions.before), commentTexts(versions.after)];
  const [added, lost] = [surplus(now, old), surplus(old, now)];
  const strange = added.find((text) => !(rule === 'named' && isTypeComment(versions, text)));
  if (strange !== undefined) return `the comment \`${shown(strange)}\` was added`;
  const missed =
    rule === 'kept'
      ? lost[0]
      : rule === 'named'
        ? lost.find((text, index) => index > 0 || !becameName(versions, text))
        : lost.find((text) => !wentAlong(versions, text));
  return missed === undefined ? undefined : `the comment \`${shown(missed)}\` was lost`;
}

/** Whether a comment only types the new function and stands right above it. */
function isTypeComment(versions: Versions, text: string): boolean {
  const fn = newFunction(versions);
  return (
    fn !== undefined &&
    NAMED_IN_TYPES.test(text) &&
    commentsAbove(versions.after.sourceFile, fn).some((each) => normal(each.text) === text)
  );
}

const ARTICLES = new Set(['the', 'a', 'an']);

function becameName(versions: Versions, comment: string): boolean {
  const name = newFunction(versions)?.name?.text.toLowerCase();
  const words = comment.replace(/^\/\/|[.:]$/g, '').match(/[A-Za-z0-9]+/g) ?? [];
  const all = words.map((word) => word.toLowerCase());
  return (
    name !== undefined &&
    [all, all.filter((word) => !ARTICLES.has(word))].some((each) => each.join('') === name)
  );
}

function wentAlong(versions: Versions, text: string): boolean {
  const removed = removalsOf(versions);
  if (typeof removed === 'string') return false;
  return commentsOf(versions.before.sourceFile).some(
    (comment) =>
      normal(comment.text) === text &&
      removed.some(({ start, end }) => comment.start >= start && comment.start < end + TRAILING),
  );
}

/** How far behind removed code a comment on its line may begin. */
const TRAILING = 3;

/** Heads of the named functions: modifiers, `*`, name and parameters. */
function heads({ sourceFile }: Version): string[] {
  const found: string[] = [];
  walk(sourceFile, (node) => {
    if (!isFunctionNode(node)) return;
    const name = functionName(node);
    if (name === undefined) return;
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
    const parameters = node.parameters.map((each) => tokenTexts(sourceFile, each).join(' '));
    const marks = [
      ...modifiers.map((each) => each.getText()),
      ...(node.asteriskToken ? ['*'] : []),
    ];
    found.push([...marks, `${name}(${parameters.join(', ')})`].join(' '));
  });
  return found;
}

/** A function whose `async`, `*` or parameters changed, or that came or went beside the plan. */
export function changedHead(versions: Versions, policy: Policy): string | undefined {
  const [old, now] = [heads(versions.before), heads(versions.after)];
  const added = surplus(now, old);
  const planned = policy.comments === 'named' ? 1 : 0;
  if (added.length > planned)
    return `the function ${shown(added[planned] ?? '')} is new or changed`;
  const lost = policy.comments === 'removed' ? [] : surplus(old, now);
  return lost[0] === undefined ? undefined : `the function ${shown(lost[0])} is gone or changed`;
}
