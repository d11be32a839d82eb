import ts from 'typescript';
import { cognitiveComplexity } from '../syntax/complexity.js';
import { newFunction } from './extraction.js';
import { partsOf } from './parallel.js';
import type { Version, Versions } from './versions.js';

/** What must become less: points of complexity or nesting, tokens, or complexity of the caller. */
export type Gain = 'structure' | 'tokens' | 'caller' | 'complexity';

interface Sizes {
  complexity: number;
  tokens: number;
  /** Levels of nesting, summed over all tokens. */
  nesting: number;
  depth: number;
}

function sizesOf({ sourceFile }: Version): Sizes {
  const sizes = { complexity: cognitiveComplexity(sourceFile), tokens: 0, nesting: 0, depth: 0 };
  const visit = (node: ts.Node, level: number): void => {
    const parts = partsOf(node);
    if (parts.length === 0) {
      sizes.tokens += 1;
      sizes.nesting += level;
      sizes.depth = Math.max(sizes.depth, level);
    }
    const opens = ts.isBlock(node) && !ts.isFunctionLike(node.parent);
    const inner = ts.isFunctionLike(node) ? 0 : level + (opens ? 1 : 0);
    parts.forEach((part) => visit(part, inner));
  };
  visit(sourceFile, 0);
  return sizes;
}

/** Why the change does not make the file simpler in the way its name promises; undefined if it does. */
export function lacksGain(versions: Versions, gain: Gain): string | undefined {
  const [before, after] = [sizesOf(versions.before), sizesOf(versions.after)];
  if (after.depth > before.depth) return 'the nesting is deeper than before';
  if (gain === 'caller') return callerGain(versions, before, after);
  if (after.complexity > before.complexity) return 'the code is more complex than before';
  const gained = {
    structure: after.complexity < before.complexity || after.nesting < before.nesting,
    tokens: after.tokens < before.tokens,
    complexity: after.complexity < before.complexity,
  }[gain];
  if (gained) return undefined;
  const missing = { structure: 'complex or nested', tokens: 'long', complexity: 'complex' }[gain];
  return `the code is as ${missing} as before`;
}

function callerGain(versions: Versions, before: Sizes, after: Sizes): string | undefined {
  const fn = newFunction(versions);
  if (fn === undefined) return 'no function was extracted';
  const elsewhere = after.complexity - cognitiveComplexity(fn);
  return elsewhere < before.complexity
    ? undefined
    : `the code around ${fn.name?.text ?? 'the new function'} is as complex as before`;
}
