import type { BrainRequest, Verdict } from '../../core/contracts.js';
import { relaidCode, tooBig } from './critic/churn.js';
import { newFunction } from './critic/extraction.js';
import { changedComment, changedHead, foreignToken } from './critic/lexemes.js';
import { lacksGain } from './critic/measure.js';
import { applyPatch, type PatchedFile } from './critic/patch.js';
import { policyFor, type Policy } from './critic/policies.js';
import {
  cannotAssess,
  verdictOf,
  type Criterion,
  type Outcome,
  type Outcomes,
} from './critic/verdict.js';
import { loadVersions, type Versions } from './critic/versions.js';
import { isCodePath } from './eligible.js';

const TEST_FILE = /(?:^|\/)(?:tests?|__tests__|spec)\/|[.-](?:test|spec)\.[cm]?[jt]sx?$/;

/**
 * Judges a change by comparing both versions of its file, never by asking the rules: it proves that
 * the change is the named refactoring and nothing else, or says what else it is. `CANNOT_ASSESS` for
 * other languages and for refactorings that have no mechanical proof.
 */
export function critique(request: BrainRequest): Verdict {
  const policy = policyFor(request.named_refactoring ?? '');
  if (policy === undefined)
    return cannotAssess(`there is no mechanical proof for ${request.named_refactoring ?? 'this'}`);
  const patched = applyPatch(request.diff ?? '', request.original_code ?? []);
  if (patched.kind === 'cannot') return cannotAssess(patched.why);
  const [file, second] = patched.files;
  if (file === undefined) return cannotAssess('the diff is empty');
  if (second !== undefined)
    return cannotAssess('a change of more than one file has no mechanical proof');
  if (!isCodePath(file.path)) return cannotAssess(`${file.path} is not JavaScript or TypeScript`);
  const versions = loadVersions(request.workspace, file);
  if (versions.before.syntaxErrors.length > 0)
    return cannotAssess(`${file.path} has syntax errors before the change`);
  return verdictOf(file, judge(file, versions, policy), policy.confidence);
}

function judge(file: PatchedFile, versions: Versions, policy: Policy): Outcomes {
  const broken = added(versions.before.syntaxErrors, versions.after.syntaxErrors);
  if (broken !== undefined) return unparsable(broken);
  const unproven = policy.proves(versions);
  const foreign = policy.tokens && foreignToken(versions, policy.tokens);
  const mistyped = added(versions.before.typeErrors, versions.after.typeErrors);
  const head = changedHead(versions, policy);
  const comment = changedComment(versions, policy.comments);
  const size = tooBig(file);
  const churn = size?.why ?? relaidCode(versions) ?? lacksGain(versions, policy.gain);
  const surface = changedSurface(versions);
  return {
    'behavior-preserved': check(
      policy.tokens
        ? 'every function reduces to the same graph of tests, effects and exits'
        : 'the old code follows from the new one, token for token and name for name',
      unproven ?? (mistyped && `new compiler message: ${mistyped}`),
    ),
    'public-api-unchanged': check('exported names and declared types are the same', surface),
    'single-named-refactoring': check('one file, one change of the named shape', unproven),
    'no-behavior-change-smuggled': check(
      'tokens, strings and comments that the refactoring may not touch are the same',
      foreign ?? comment ?? unproven,
    ),
    'side-effect-order-preserved': proven('effects stand in the same order', unproven),
    'error-paths-preserved': head
      ? check('heads of functions', head)
      : proven('throw, try, await and async are the same', unproven),
    'extracted-unit-single-responsibility':
      policy.comments === 'named'
        ? { met: 'CANNOT_ASSESS', mechanism: 'whether a unit has one purpose is not mechanical' }
        : check('no unit was extracted', undefined),
    'tests-not-weakened': check(
      'the changed file is no test',
      TEST_FILE.test(file.path) ? `${file.path} is a test` : undefined,
    ),
    'no-lateral-churn': {
      ...check('size, layout, complexity and tokens measured before and after', churn ?? comment),
      ...(size?.line === undefined ? {} : { line: size.line }),
    },
    'no-hallucinated-abstraction': check('new functions are those of the refactoring', head),
    'no-broadened-surface': check(
      'no export, parameter or function was added',
      surface ?? (newFunction(versions) === undefined ? head : undefined),
    ),
  };
}

function check(mechanism: string, problem: string | undefined): Outcome {
  return problem === undefined ? { met: true, mechanism } : { met: false, mechanism, problem };
}

/** A criterion that the proof alone decides: unproven is not yet violated. */
function proven(mechanism: string, unproven: string | undefined): Outcome {
  return unproven === undefined
    ? { met: true, mechanism }
    : { met: 'CANNOT_ASSESS', mechanism: 'not decided, since the proof failed' };
}

function unparsable(message: string): Outcomes {
  const open: Outcome = { met: 'CANNOT_ASSESS', mechanism: 'the new code does not parse' };
  const failed = check('both versions parse', `new syntax error: ${message}`);
  const names: Record<Criterion, Outcome> = {
    'behavior-preserved': failed,
    'public-api-unchanged': open,
    'single-named-refactoring': open,
    'no-behavior-change-smuggled': open,
    'side-effect-order-preserved': open,
    'error-paths-preserved': open,
    'extracted-unit-single-responsibility': open,
    'tests-not-weakened': open,
    'no-lateral-churn': open,
    'no-hallucinated-abstraction': open,
    'no-broadened-surface': open,
  };
  return names;
}

function added(before: readonly string[], after: readonly string[]): string | undefined {
  const left = [...before];
  return after.find((message) => {
    const at = left.indexOf(message);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function changedSurface({ before, after }: Versions): string | undefined {
  const more = added(before.surface, after.surface);
  if (more !== undefined) return `the public surface has a new line: ${more.slice(0, 120)}`;
  const less = added(after.surface, before.surface);
  return less === undefined ? undefined : `the public surface lost a line: ${less.slice(0, 120)}`;
}
