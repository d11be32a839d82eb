import type { RunnerId } from '../../src/core/vocabulary.js';
import type { Baseline, GateContext, GatePlan, TestSuite } from '../../src/gate/gate.js';
import { makeFolder } from '../helpers/git-repo.js';

/** A gate context for a repository, with a folder of its own. */
export async function contextOf(
  workspace: string,
  more: Partial<GateContext> = {},
): Promise<GateContext> {
  const outDir = await makeFolder();
  return { workspace, outDir, signal: new AbortController().signal, ...more };
}

/** A baseline of nothing, to be filled by a test. */
export function baselineOf(more: Partial<Baseline> = {}): Baseline {
  return {
    counts: { passed: 0, failed: 0, skipped: 0 },
    passed: [],
    skipped: [],
    failing: [],
    flaky: [],
    unstable: [],
    empty: [],
    testFiles: [],
    stepMs: {},
    usualMs: {},
    silenceMs: {},
    strays: {},
    checks: {},
    api: { kind: 'manifest-only', why: 'not listed in this test' },
    writes: {},
    notes: [],
    sandbox: 'pgroup',
    network: 'on',
    home: 'own',
    ...more,
  };
}

/** A test suite of the plan, found by a test. */
export function suiteOf(
  runner: RunnerId,
  argv: string[],
  more: Partial<TestSuite> = {},
): TestSuite {
  return { name: 'tests', runner, argv, cwd: '', source: 'test', report: null, ...more };
}

/** A plan that runs a command of a runner. */
export function planOf(runner: RunnerId, argv: string[], more: Partial<GatePlan> = {}): GatePlan {
  return {
    tests: [suiteOf(runner, argv)],
    checks: [],
    setup: null,
    build: [],
    timeoutSeconds: null,
    allowFailing: [],
    allowFlaky: [],
    notes: [],
    ...more,
  };
}
