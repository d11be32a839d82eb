import { CHECK_KINDS, type CheckKind } from '../../core/vocabulary.js';
import type { Check, DetectResult, GateContext, GateInput, Step, TestSuite } from '../gate.js';
import { freshPlace, openContext } from '../run-step.js';
import { besideTests } from './beside-tests.js';
import { findBuilds } from './builds.js';
import { findChecks, type NamelessCheck } from './checks.js';
import { CONFIG_FILE, readConfigFile } from './config-file.js';
import type { Detection } from './detection.js';
import { findTests, type FoundTests } from './find-tests.js';
import { readPackages } from './packages.js';
import { openRepository } from './repository.js';
import { createResolver } from './resolve.js';
import { writtenSuggestions } from './suggestions.js';
import { noteOnUncovered } from './uncovered-types.js';

const atRoot = (argv: string[]): Step => ({ argv, cwd: '' });

function named(checks: readonly NamelessCheck[]): Check[] {
  const counted = new Map<CheckKind, number>();
  const rank = ({ kind }: NamelessCheck) => CHECK_KINDS.indexOf(kind);
  return [...checks]
    .sort((one, other) => rank(one) - rank(other))
    .map((check) => {
      const count = (counted.get(check.kind) ?? 0) + 1;
      counted.set(check.kind, count);
      return { ...check, name: count === 1 ? check.kind : `${check.kind}-${count}` };
    });
}

function suitesOf({ tests, report }: FoundTests): TestSuite[] {
  return tests
    .flatMap(({ project, suites }) => suites.map((suite) => ({ suite, project })))
    .map(({ suite, project }, index) => ({
      ...suite,
      name: index === 0 ? 'tests' : `tests-${index + 1}`,
      report,
      ...(project.why === '' ? {} : { isDependent: true }),
    }));
}

/**
 * Finds the oracle of a workspace: what the input says, else the project's config file, else what
 * the repository says of itself. What is found there is a suggestion: plain commands of known
 * runners only, and never a shell line. `scope` are the files that the run works on.
 */
export async function detectGate(
  given: GateContext,
  input: GateInput,
  scope: readonly string[],
): Promise<DetectResult> {
  const ctx = await openContext(given);
  await freshPlace(ctx);
  const repo = await openRepository(ctx.workspace, ctx.signal);
  const config = await readConfigFile(repo);
  if (config.kind === 'refused')
    return { kind: 'refused', reason: 'gate-broken', message: config.message };
  const packages = await readPackages(repo);
  const detection: Detection = {
    ctx,
    repo,
    packages,
    resolver: createResolver({ repo, packages }),
    scope: scope.length > 0 ? scope : repo.files,
    settings: { ...config.gate, ...input },
  };
  const sourceOf = (key: keyof GateInput) =>
    key in input ? 'input' : `${CONFIG_FILE} key gate.${key}`;
  const found = await findTests(detection, sourceOf('test'));
  return found.kind === 'refused' ? found : planFor(detection, found, sourceOf);
}

async function planFor(
  detection: Detection,
  found: FoundTests,
  sourceOf: (key: keyof GateInput) => string,
): Promise<DetectResult> {
  const { settings } = detection;
  const beside = found.tests.map(({ group }) => ({ group, ...besideTests(group) }));
  const fromScripts = beside.flatMap(({ group, checks }) =>
    checks.map((leaf) => ({ leaf, source: group.source })),
  );
  const dirs = found.languages.flatMap(({ projects }) => projects.wanted.map(({ dir }) => dir));
  const written = await writtenSuggestions(detection.repo, dirs, detection.resolver);
  const explicit = (['lint', 'types'] as const).flatMap((kind): NamelessCheck[] => {
    const argv = settings[kind];
    return argv === undefined ? [] : [{ argv, cwd: '', kind, source: sourceOf(kind) }];
  });
  const others = await findChecks(detection, found, fromScripts, written);
  const checks = named([...explicit, ...others.checks]);
  const ofScripts = beside.flatMap(({ build }) => build);
  const builds =
    settings.build === undefined
      ? await findBuilds(detection, { tests: found.tests, ofScripts, checks })
      : { steps: [atRoot(settings.build)], notes: [] };
  const untyped = await noteOnUncovered(detection.ctx, checks, detection.scope);
  return {
    kind: 'ok',
    plan: {
      tests: suitesOf(found),
      checks,
      setup: settings.setup === undefined ? null : atRoot(settings.setup),
      build: builds.steps,
      timeoutSeconds: settings.timeoutSeconds ?? null,
      allowFailing: settings.allowFailing ?? [],
      allowFlaky: settings.allowFlaky ?? [],
      notes: [...new Set([...found.notes, ...builds.notes, ...others.notes, ...untyped])],
    },
  };
}
