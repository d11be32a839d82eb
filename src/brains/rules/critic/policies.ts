import { provesDeadCode } from './dead-code.js';
import { provesExtraction } from './extraction.js';
import { provesSameFlow } from './flow.js';
import { provesHelperCall } from './helper-call.js';
import type { Gain } from './measure.js';
import { provesPipeline } from './pipeline.js';
import type { Versions } from './versions.js';

/** What a refactoring of a given name may do, and how it is proven. */
export interface Policy {
  /** Why the new version is not proven to be the old one refactored so; undefined if it is. */
  proves(versions: Versions): string | undefined;
  /** Tokens that may appear and vanish; `undefined` where the proof compares token for token. */
  tokens?: { added: ReadonlySet<string>; removed: ReadonlySet<string> | 'repeated' | 'one-name' };
  /** Which comments may vanish: none, the one that became a name, or those of removed code. */
  comments: 'kept' | 'named' | 'removed';
  gain: Gain;
  confidence: number;
}

const tokens = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const STRUCTURE = tokens('if ( ) { } ! return continue else && || ; === !== == !=');

const POLICIES: Readonly<Record<string, Policy>> = {
  'Replace Nested Conditional with Guard Clauses': {
    proves: provesSameFlow,
    tokens: { added: STRUCTURE, removed: STRUCTURE },
    comments: 'kept',
    gain: 'structure',
    confidence: 0.95,
  },
  'Consolidate Conditional Expression': {
    proves: provesSameFlow,
    tokens: { added: tokens('&& || ( ) { } ;'), removed: 'repeated' },
    comments: 'kept',
    gain: 'tokens',
    confidence: 0.95,
  },
  'Slide Statements': {
    proves: provesSameFlow,
    tokens: { added: tokens('{ } ;'), removed: 'repeated' },
    comments: 'kept',
    gain: 'tokens',
    confidence: 0.95,
  },
  'Substitute Algorithm': {
    proves: provesSameFlow,
    tokens: {
      added: tokens('! ( ) && || ; === !== == !='),
      removed: tokens('if ( ) { } return true false ! else ; && || === !== == !='),
    },
    comments: 'kept',
    gain: 'tokens',
    confidence: 0.9,
  },
  'Inline Variable': {
    proves: provesSameFlow,
    tokens: { added: tokens('( ) ;'), removed: 'one-name' },
    comments: 'kept',
    gain: 'tokens',
    confidence: 0.9,
  },
  'Extract Function': {
    proves: provesExtraction,
    comments: 'named',
    gain: 'caller',
    confidence: 0.9,
  },
  'Replace Inline Code with Function Call': {
    proves: provesHelperCall,
    comments: 'kept',
    gain: 'tokens',
    confidence: 0.9,
  },
  'Replace Loop with Pipeline': {
    proves: provesPipeline,
    comments: 'kept',
    gain: 'complexity',
    confidence: 0.7,
  },
  'Remove Dead Code': {
    proves: provesDeadCode,
    comments: 'removed',
    gain: 'tokens',
    confidence: 0.95,
  },
};

/** The policy of a refactoring by its name in the catalogue; undefined for one without mechanics. */
export function policyFor(refactoring: string): Policy | undefined {
  return Object.hasOwn(POLICIES, refactoring) ? POLICIES[refactoring] : undefined;
}
