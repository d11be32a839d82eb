import type { HostSandbox } from '../adapters/sandbox.js';
import type { Baseline } from './gate.js';

/** What a suite may reach while it runs. */
export type Rung = Pick<Baseline, 'network' | 'home'>;

/** What a red run seems to lack, by its output. */
export interface Needs {
  network: boolean;
  home: boolean;
}

/** One run of the suite on a rung; `failure` names what is red, null: green. */
export interface Tried {
  rung: Rung;
  failure: string | null;
  needs: Needs;
}

/** What the runs so far say: run again there, take the run of that number, or give up. */
export type Climb =
  | { kind: 'run'; rung: Rung }
  | { kind: 'take'; index: number }
  /** `index`: the run that tells best what is red. */
  | { kind: 'red'; index: number }
  | { kind: 'flaky' };

/** The rungs that this machine has, the strictest first. HOME is only shared where it is read-only. */
export function rungsOf({ tier, networkOff }: Pick<HostSandbox, 'tier' | 'networkOff'>): Rung[] {
  const homes = tier === 'bwrap' ? (['own', 'real'] as const) : (['own'] as const);
  const networks = networkOff ? (['off', 'on'] as const) : (['on'] as const);
  return homes.flatMap((home) => networks.map((network) => ({ network, home })));
}

const NETWORK =
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|ENETDOWN|getaddrinfo|gaierror|UnknownHost\w*|NameResolutionError|ConnectTimeout\w*)\b|network is (?:unreachable|down)|name resolution|could not resolve|no such host|fetch failed|failed to fetch|max retries exceeded/i;
const HOME = /\$HOME\b|\bHOME\b|~\//;

/**
 * What the output of a red run seems to lack. `homes` are the absolute HOME of the suite and that
 * of the user; `ours` are folders of ours, which may lie in the user's.
 */
export function needsIn(
  output: string,
  homes: { own: string; real: string },
  ours: readonly string[],
): Needs {
  const isOwn = output.includes(homes.own);
  const rest = ours.reduce((text, folder) => text.replaceAll(folder, ''), output);
  return {
    network: NETWORK.test(output),
    home: isOwn || rest.includes(`${homes.real}/`) || HOME.test(rest),
  };
}

const same = (left: Rung, right: Rung): boolean =>
  left.network === right.network && left.home === right.home;

/** The rung that also has what a run seems to lack, one thing at a time; null: there is none. */
function richer(rungs: readonly Rung[], { rung, needs }: Tried): Rung | null {
  const wanted: Rung = { ...rung };
  if (needs.network && rung.network === 'off') wanted.network = 'on';
  else if (needs.home && rung.home === 'own') wanted.home = 'real';
  else return null;
  return rungs.some((known) => same(known, wanted)) ? wanted : null;
}

/** After a first red run that does not show what it lacks. */
function guess(rungs: readonly Rung[], first: Tried, others: readonly Tried[]): Climb {
  const laxest = rungs.at(-1) ?? first.rung;
  const [guessed, again, ...rest] = others;
  if (guessed === undefined) return { kind: 'run', rung: laxest };
  if (guessed.failure === first.failure) return { kind: 'red', index: 0 };
  if (same(laxest, first.rung)) return { kind: 'flaky' };
  if (again === undefined) return { kind: 'run', rung: first.rung };
  if (again.failure !== first.failure) return { kind: 'flaky' };
  if (rest.at(-1)?.failure === null) return { kind: 'take', index: others.length };
  const between = rungs.slice(1, -1)[rest.length];
  if (between !== undefined) return { kind: 'run', rung: between };
  return guessed.failure === null ? { kind: 'take', index: 1 } : { kind: 'red', index: 0 };
}

/**
 * Decides what to do after the runs so far, on rungs from the strictest on. Red whose output shows
 * what is missing is run with that. Other red is run once more with everything there is, so that two
 * runs tell that a suite is simply red; if it ends otherwise there, the first shape must be red as
 * before, else it is the tests that are not steady. More than a suite needs may be what breaks it, as
 * a HOME does that cannot be written, so what is between is tried too.
 */
export function climb(rungs: readonly Rung[], tried: readonly Tried[]): Climb {
  const [first, ...others] = tried;
  const last = tried.at(-1);
  if (first === undefined || last === undefined)
    return { kind: 'run', rung: rungs[0] ?? { network: 'on', home: 'own' } };
  if (first.failure === null) return { kind: 'take', index: 0 };
  if (richer(rungs, first) === null) return guess(rungs, first, others);
  if (last.failure === null) return { kind: 'take', index: others.length };
  const next = richer(rungs, last);
  return next === null ? { kind: 'red', index: others.length } : { kind: 'run', rung: next };
}
