import type { Check, DetectResult, GateContext, GateInput, GatePlan, Step } from '../gate.js';
import { readInvocation } from '../invocation.js';
import { freshPlace, openContext, runStep } from '../run-step.js';
import { configuredTests } from './config-files.js';
import { detectLint, isInstalled } from './lint.js';
import { readPackage, type FoundCommand, type PackageFile } from './package-scripts.js';
import {
  givenTests,
  scriptTests,
  WAY_OUT,
  type FoundTests,
  type NotFound,
} from './test-command.js';
import { detectTypes } from './types.js';

const LOOKED_AT =
  'looked at: scripts of package.json, configuration of vitest, jest, mocha and pytest, ' +
  'test files that import node:test, test_*.py';

const BUILDERS = new Set(['tsup', 'rollup', 'webpack', 'esbuild', 'babel', 'swc', 'unbuild']);

async function findTests(
  ctx: GateContext,
  input: GateInput,
  pkg: PackageFile | null,
): Promise<FoundTests | NotFound> {
  if (input.test !== undefined) return givenTests(input.test, pkg, ctx.workspace);
  const scripted = pkg === null ? null : await scriptTests(pkg, ctx.workspace);
  if (scripted !== null) return scripted;
  const suggested = await configuredTests(pkg, ctx.workspace, ctx.signal);
  if (suggested === null) {
    const message = `no tests found (${LOOKED_AT}); ${WAY_OUT}`;
    return { kind: 'refused', reason: 'no-tests', message };
  }
  const found = await givenTests(suggested.argv, null, ctx.workspace);
  return found.kind === 'found' ? { ...found, source: suggested.source } : found;
}

function isTypeCheck(argv: readonly string[]): boolean {
  const { tool, args } = readInvocation(argv);
  return tool === 'tsc' && args.includes('--noEmit');
}

function isBuild({ argv, via }: FoundCommand): boolean {
  const { tool, args } = readInvocation(argv);
  if (/build|compile|bundle/.test(via) || BUILDERS.has(tool)) return true;
  return (tool === 'tsc' && !isTypeCheck(argv)) || (tool === 'vite' && args[0] === 'build');
}

const sameCommand = (left: readonly string[], right: readonly string[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** What is not covered by another step, each command once. */
function withoutCovered(checks: Check[], steps: (Step | null)[]): Check[] {
  return checks.filter(
    ({ argv }, index) =>
      !steps.some((step) => step !== null && sameCommand(step.argv, argv)) &&
      checks.findIndex((other) => sameCommand(other.argv, argv)) === index,
  );
}

async function notInstalled(ctx: GateContext, test: string[]): Promise<string | null> {
  const { tool, launcher } = readInvocation(test);
  const program = launcher.join(' ');
  const install = 'install the dependencies in the repository, or give gate.setup';
  if (!(await isInstalled(test, ctx))) return `${program} is not installed; ${install}`;
  if (tool !== 'pytest') return null;
  const options = { network: 'off', timeoutMs: 60_000, readOnly: true } as const;
  const probe = await runStep(ctx, 'pytest-version', [...launcher, '--version'], options);
  return probe.code === 0 ? null : `${program} does not run: pytest is not installed; ${install}`;
}

async function localised(argv: string[], ctx: GateContext): Promise<string[]> {
  const { env, launcher, args } = readInvocation(argv);
  const [program = ''] = launcher;
  const local = `node_modules/.bin/${program}`;
  const isLocal = !program.includes('/') && (await isInstalled([local], ctx));
  const started = isLocal ? [local, ...launcher.slice(1)] : launcher;
  return [...(env.length > 0 ? ['env', ...env] : []), ...started, ...args];
}

const stepOf = (argv: string[] | undefined): Step | null => (argv === undefined ? null : { argv });

/**
 * Finds the oracle of a workspace: what the input says, else scripts and configuration. What is
 * found is a suggestion: plain commands of known runners only, and never a shell line.
 */
export async function detectGate(given: GateContext, input: GateInput = {}): Promise<DetectResult> {
  const ctx = await openContext(given);
  await freshPlace(ctx);
  const pkg = await readPackage(ctx.workspace);
  const tests = await findTests(ctx, input, pkg);
  if (tests.kind === 'refused') return tests;
  const test = await localised(tests.test, ctx);
  const missing = input.setup === undefined ? await notInstalled(ctx, test) : null;
  if (missing !== null) return { kind: 'refused', reason: 'gate-broken', message: missing };
  const lint = input.lint === undefined ? await detectLint(pkg, ctx) : null;
  const types = input.types === undefined ? await detectTypes(ctx) : null;
  return { kind: 'ok', plan: planOf(input, { ...tests, test }, lint, types) };
}

function planOf(
  input: GateInput,
  tests: FoundTests,
  lint: Awaited<ReturnType<typeof detectLint>> | null,
  types: Awaited<ReturnType<typeof detectTypes>> | null,
): GatePlan {
  const lintStep = lint?.lint ?? stepOf(input.lint);
  const typesStep = types?.types ?? stepOf(input.types);
  const builds = tests.before.filter(isBuild);
  const others = [...tests.before, ...tests.after].filter((command) => !builds.includes(command));
  const ofTests = others
    .filter(({ argv }) => typesStep === null || !isTypeCheck(argv))
    .map(({ argv }): Check => ({ argv, from: 'test' }));
  return {
    runner: tests.runner.id,
    test: { argv: tests.test },
    // A command of both scripts is judged as lint is: by its diagnostics.
    checks: withoutCovered([...(lint?.checks ?? []), ...ofTests], [lintStep]),
    setup: stepOf(input.setup),
    build:
      input.build === undefined ? builds.map(({ argv }) => ({ argv })) : [{ argv: input.build }],
    lint: lintStep,
    types: typesStep,
    source: tests.source,
    notes: [...tests.notes, ...(lint?.notes ?? []), ...(types?.notes ?? [])],
  };
}
