import { basename, join } from 'node:path';
import { readInvocation } from '../invocation.js';
import { runnerOf } from '../runners/index.js';
import { callOf, type Sources } from './calls.js';
import type { Entry } from './entries.js';
import { expandWords } from './expand.js';
import { asNodeTest } from './node-script.js';
import { preloadsOfNyc } from './nyc.js';
import { leavesRepository, within } from './paths.js';
import { splitCommands } from './shell-words.js';
import { expandsGlobs } from './tools.js';

/** One plain command that a line, script or target comes to. */
export interface Leaf {
  argv: string[];
  /** Relative to the repository's root; empty: the root. */
  cwd: string;
  /** Names of the scripts and targets that lead to it, outermost first. */
  via: readonly string[];
  /** Whether its failure counts for nothing where it stands. */
  ignoresFailure: boolean;
}

export type Resolved =
  | { kind: 'ok'; leaves: Leaf[] }
  /** `masks`: what cannot be followed may also hide a failure. */
  | { kind: 'refused'; message: string; masks: boolean };

/** Follows what a repository says to the commands behind it; nothing is run. */
export interface Resolver {
  entry(entry: Entry): Promise<Resolved>;
  command(argv: string[], cwd: string): Promise<Resolved>;
  /** Each line by itself; a `cd` holds for those after it, as in one shell. */
  lines(lines: readonly string[], cwd: string): Promise<Resolved[]>;
}

interface Place {
  cwd: string;
  via: readonly string[];
  /** What the line stands in, for messages; empty: it stands alone. */
  what: string;
}

const DEEPEST = 8;
/** Longest part of a line that a message repeats. */
const SHOWN = 60;

const MASKS: Readonly<Record<string, string>> = {
  '||': 'it hides a failure',
  '|': 'the exit code would be that of the last program',
  ';': 'it goes on after a failure',
  '&': 'the exit code of what runs in the background is lost',
};

const refused = (message: string, masks = false): Resolved => ({ kind: 'refused', message, masks });

const shellNeeded = (text: string, found: string, what: string): Resolved => {
  const why = MASKS[found];
  const needs = `needs a shell for ${found}${why === undefined ? '' : ` (${why})`}`;
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return refused(`${what === '' ? `"${shown}"` : what} ${needs}`, why !== undefined);
};

const MANAGER = /^(?:npm|pnpm|yarn|yarnpkg|bun)$/;

/** The words of a command; of a package manager's with the options that say where it runs. */
function commandWords(argv: readonly string[]): { env: string[]; words: string[] } {
  const { env, launcher, args } = readInvocation(argv);
  const start = argv.findIndex((word) => !/=|^(?:env|cross-env)$/.test(word));
  const isManager = MANAGER.test(basename(argv[start] ?? ''));
  return { env, words: isManager ? argv.slice(start) : [...launcher, ...args] };
}

const withEnv = (env: readonly string[], leaf: Leaf): Leaf =>
  env.length === 0 ? leaf : { ...leaf, argv: ['env', ...env, ...leaf.argv] };

/** Only tests need what is loaded before them; checks and builds beside them are slowed by it. */
const withPreloads = (preloads: readonly string[], leaf: Leaf): Leaf =>
  runnerOf(leaf.argv) === null ? leaf : withEnv(preloads, leaf);

function withExtra(leaves: Leaf[], extra: readonly string[]): Leaf[] {
  return leaves.map((leaf, index) =>
    index === leaves.length - 1 ? { ...leaf, argv: [...leaf.argv, ...extra] } : leaf,
  );
}

/** A resolver over the packages and target files of a repository. */
export function createResolver(sources: Sources): Resolver {
  async function resolveLine(text: string, place: Place): Promise<Resolved & { cwd: string }> {
    const split = splitCommands(text);
    let { cwd } = place;
    if (split.kind === 'refused') return { ...shellNeeded(text, split.found, place.what), cwd };
    const leaves: Leaf[] = [];
    for (const words of split.commands) {
      const plain = words.map((word) => word.text);
      // What a glob matches now is not what it matches after a change.
      const argv = expandsGlobs(plain)
        ? plain
        : await expandWords(words, join(sources.repo.root, cwd));
      if (argv[0] === 'cd') {
        cwd = within(cwd, argv[1] ?? '');
        if (leavesRepository(cwd)) return { ...refused(`"${text}" leaves the repository`), cwd };
        continue;
      }
      const part = await resolveCommand(argv, { ...place, cwd });
      if (part.kind === 'refused') return { ...part, cwd };
      leaves.push(...part.leaves);
    }
    return { kind: 'ok', leaves, cwd };
  }

  async function resolveCommand(argv: string[], place: Place): Promise<Resolved> {
    if (place.via.length > DEEPEST)
      return refused(`the script "${place.via.at(-1) ?? ''}" calls itself`);
    const { env, words } = commandWords(argv);
    const preloads = await preloadsOfNyc(sources.repo, argv, place.cwd);
    const call = await callOf(words, place.cwd, sources);
    if (call === null) {
      const { cwd, via } = place;
      const started = (await asNodeTest(sources.repo, argv, cwd)) ?? argv;
      const leaf: Leaf = { argv: started, cwd, via, ignoresFailure: false };
      return { kind: 'ok', leaves: [withPreloads(preloads, leaf)] };
    }
    if (call.kind === 'refused') return refused(call.message);
    const leaves: Leaf[] = [];
    const parts: (() => Promise<Resolved>)[] =
      call.kind === 'entries'
        ? call.entries.map((entry) => () => resolveEntry(entry, place.via, call.extra))
        : call.kind === 'lines'
          ? call.lines.map((line) => () => resolveLine(line, place))
          : call.commands.map(
              ({ argv: inner, cwd }) =>
                () =>
                  resolveCommand(inner, { ...place, cwd }),
            );
    for (const part of parts) {
      const resolved = await part();
      if (resolved.kind === 'refused') return resolved;
      leaves.push(...resolved.leaves.map((leaf) => withEnv(env, withPreloads(preloads, leaf))));
    }
    return { kind: 'ok', leaves };
  }

  async function resolveEntry(
    entry: Entry,
    outer: readonly string[],
    extra: readonly string[],
  ): Promise<Resolved> {
    const via = [...outer, entry.name];
    const leaves: Leaf[] = [];
    const last = entry.parts.findLast((part) => 'line' in part);
    for (const part of entry.parts) {
      if ('sibling' in part) {
        const other = entry.sibling(part.sibling);
        if (other === null) continue;
        if (via.length > DEEPEST) return refused(`${entry.what} calls itself`);
        const resolved = await resolveEntry(other, via, []);
        if (resolved.kind === 'refused') return resolved;
        leaves.push(...resolved.leaves);
        continue;
      }
      const place = { cwd: entry.cwd, via, what: entry.what };
      const resolved = await resolveLine(part.line, place);
      if (resolved.kind === 'refused') return resolved;
      const own = resolved.leaves.map((leaf) => ({
        ...leaf,
        ignoresFailure: leaf.ignoresFailure || part.ignoresFailure,
      }));
      leaves.push(...(part === last ? withExtra(own, extra) : own));
    }
    return { kind: 'ok', leaves };
  }

  return {
    entry: (entry) => resolveEntry(entry, [], []),
    command: (argv, cwd) => resolveCommand(argv, { cwd, via: [], what: '' }),
    async lines(lines, start) {
      const results: Resolved[] = [];
      let cwd = start;
      for (const line of lines) {
        const resolved = await resolveLine(line, { cwd, via: [], what: '' });
        results.push(resolved);
        // Where an unusable line went is not known.
        if (resolved.kind === 'refused' && /\bcd\b/.test(line)) break;
        cwd = resolved.cwd;
      }
      return results;
    },
  };
}
