/** What people read of a gate. Pure. */
import type { BaselineSummary, GateSummary } from './protocol.js';
import { shellQuote } from './shell.js';

/** The plan's test commands in one line: command, folder, runner and where each was found. */
export function testsInWords({ tests }: Pick<GateSummary, 'tests'>): string {
  return tests
    .map(({ runner, command, cwd, source }) => {
      const place = cwd === '' ? '' : ` in ${cwd}`;
      return `${command.join(' ')}${place} (${runner}, from ${source})`;
    })
    .join('; ');
}

/** The test runners of a gate, each once. */
export function runnersOf({ tests }: Pick<GateSummary, 'tests'>): string {
  return [...new Set(tests.map(({ runner }) => runner))].join(', ');
}

/** How long ago something was, in the largest unit that fits, e.g. `3 min ago`. */
export function agoInWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}

/** A time in words: `0.4 s`, `12 s`, `3 min`. */
export function timeInWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** How long a gate takes, for people who wait for one. */
export function expectedInWords({ expectedMs }: Pick<BaselineSummary, 'expectedMs'>): string {
  return `a gate takes about ${timeInWords(expectedMs)}`;
}

const counted = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;

/** Whether the base commit is green, and what that leaves out; before it is measured: `green`. */
export function baselineInWords(measured: Pick<BaselineSummary, 'allowed'> | undefined): string {
  const { failing = [], flaky = [] } = measured?.allowed ?? {};
  const parts = [
    ...(failing.length === 0
      ? []
      : [counted(failing.length, 'test that fails', 'tests that fail')]),
    ...(flaky.length === 0 ? [] : [counted(flaky.length, 'flaky test', 'flaky tests')]),
  ];
  return parts.length === 0 ? 'green' : `green but for ${parts.join(' and ')}, as allowed`;
}

/** Counts and time of a baseline, e.g. `5 passed, 1 skipped in 0.4 s`. */
export function countsInWords({ counts, suiteMs }: BaselineSummary): string {
  const { passed, failed, skipped } = counts;
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  return `${passed} passed${failures}, ${skipped} skipped in ${timeInWords(suiteMs)}`;
}

type Command = GateSummary['tests'][number] | GateSummary['checks'][number];

const placed = ({ command, cwd }: GateSummary['build'][number]): string =>
  `${command.map(shellQuote).join(' ')}${cwd === '' ? '' : ` in ${cwd}`}`;

const found = ({ source, ...command }: Omit<Command, 'runner' | 'kind'>): string =>
  `${placed(command)}  (${source})`;

/** Lines of a list under a headline: a word and what it is about. */
function listed(headline: string, lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...lines.map(([word]) => word.length));
  return [headline, ...lines.map(([word, text]) => `    ${word.padEnd(width)}  ${text}`)].join(
    '\n',
  );
}

/** Every command of a plan with its kind, its folder and where it was found, and what else to know. */
export function planInWords(plan: GateSummary): string {
  const count = plan.tests.length + plan.checks.length + plan.build.length;
  return listed(counted(count, 'command', 'commands'), [
    ...plan.build.map((step) => ['build', placed(step)] as const),
    ...plan.checks.map((check) => [check.kind, found(check)] as const),
    ...plan.tests.map((suite) => ['tests', `${found(suite)}, read as ${suite.runner}`] as const),
    ...plan.notes.map((text) => ['note', text] as const),
  ]);
}

/** What a baseline measured, for a person who asks whether a run would start. */
export function measuredInWords(measured: BaselineSummary): string {
  const { sandbox, network, home, publicApi, notes } = measured;
  const reach = network === 'off' ? 'no network but the loopback' : 'with network';
  const files = home === 'own' ? 'an empty HOME' : "the user's HOME, read-only";
  const headline = `${baselineInWords(measured)}, two runs agree: ${countsInWords(measured)}; ${expectedInWords(measured)}`;
  return listed(headline, [
    ['sandbox', `${sandbox}, ${reach}, ${files}`],
    ['public API', publicApi],
    ...notes.map((text) => ['note', text] as const),
  ]);
}
