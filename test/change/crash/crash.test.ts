import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isNightly } from '../../helpers/nightly.js';
import { Child, type Kind, type Plan } from './child.js';
import {
  copyOf,
  endOf,
  filesOf,
  makeScene,
  operate,
  requestFor,
  sceneOf,
  type Scene,
} from './scene.js';

const run = promisify(execFile);
const KINDS: Kind[] = ['apply', 'revert', 'commit'];
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 6);
const LIMIT_MS = 180_000;

/** An operation, where it begins, and where it ends when nothing disturbs it. */
interface Known {
  kind: Kind;
  scene: Scene;
  before: string[];
  after: string[];
  end: string[];
  result: unknown;
  points: string[];
  /** Milliseconds from the start of the child to its end. */
  life: number;
}

const known = new Map<Kind, Known>();

async function learn(kind: Kind, first: Scene): Promise<Known> {
  const scene = await sceneOf(kind, first);
  const top = await copyOf(scene.top);
  const before = await filesOf(top);
  const begun = performance.now();
  const child = await Child.start().ready();
  const answer = await child.run(kind, requestFor(kind, scene, top));
  const life = performance.now() - begun;
  await child.kill();
  const { result, points } = answer ?? { points: [] };
  const [after, end] = [await filesOf(top), await endOf(top)];
  await rm(top, { recursive: true });
  return { kind, scene, before, after, end, result, points, life };
}

beforeAll(async () => {
  const first = await makeScene();
  for (const kind of KINDS) known.set(kind, await learn(kind, first));
  await rm(first.top, { recursive: true });
});

afterAll(async () => {
  for (const { scene } of known.values()) await rm(scene.top, { recursive: true });
});

function get(kind: Kind): Known {
  const found = known.get(kind);
  if (found === undefined) throw new Error(`nothing is known of ${kind}`);
  return found;
}

/** Runs jobs, two at a time, and returns what they say is wrong. */
async function twoAtATime(jobs: (() => Promise<string[]>)[]): Promise<string[]> {
  const left = [...jobs];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift())
      wrong.push(...(await job()));
  };
  await Promise.all([work(), work()]);
  return wrong;
}

const pathOf = (line: string) => line.slice(0, line.search(/ [0-7]+(?: |$)/));

/** Files that are neither as before nor as after; new and emptied folders may stand or not. */
function torn({ before, after }: Known, files: string[]): string[] {
  const fine = new Set([...before, ...after]);
  const both = before.filter((line) => after.includes(line));
  return [
    ...files.filter((line) => !fine.has(line)),
    ...both.filter((line) => !files.includes(line)).map((line) => `${pathOf(line)} is gone`),
  ];
}

function differing(wanted: string[], found: string[]): string[] {
  return [
    ...wanted.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`),
    ...found.filter((line) => !wanted.includes(line)).map((line) => `too much: ${line}`),
  ];
}

/** Runs an operation again where it died, and says what is not as an undisturbed end. */
async function again(one: Known, kind: Kind, top: string, wanted: string[]): Promise<string[]> {
  const result = await operate(kind, requestFor(kind, one.scene, top));
  const said = kind === one.kind ? one.result : { kind: 'reverted', tree: baseTree() };
  const isSame = JSON.stringify(result) === JSON.stringify(said);
  return [
    ...(isSame ? [] : [`it says ${JSON.stringify(result)}`]),
    ...differing(wanted, await endOf(top)),
  ];
}

function baseTree(): string {
  return (get('revert').result as { tree: string }).tree;
}

/** What is wrong after a death in `top`. */
async function judge(one: Known, top: string): Promise<string[]> {
  const wrong = torn(one, await filesOf(top));
  if (one.kind === 'apply') {
    const other = await copyOf(top);
    wrong.push(...(await again(one, 'revert', other, get('revert').end)));
    await rm(other, { recursive: true });
  }
  wrong.push(...(await again(one, one.kind, top, one.end)));
  await rm(top, { recursive: true });
  return wrong;
}

/** These write nothing, so to die before, during and after them is the same. */
const READS = /^git (?:rev-parse|status|log|ls-tree|symbolic-ref) ?/;
const HALVES = /^(?:writeFile|copyFile|rm|handle\.writeFile) /;

/** Every point, but those where the disk is as at the point before; by day every eighth of them. */
function plansFor({ points }: Known): Plan[] {
  const plans = points.flatMap((point, index): Plan[] => {
    const previous = points[index - 1] ?? '';
    const isSame = previous.endsWith(' ended') || READS.test(previous);
    const at = index + 1;
    return [
      ...(isSame ? [] : [{ at, how: 'kill' } as const]),
      ...(HALVES.test(point) ? [{ at, how: 'tear' } as const] : []),
    ];
  });
  return isNightly ? plans : plans.filter((_, index) => index % 8 === 0);
}

describe('an operation whose process is killed', () => {
  it.each(KINDS)(
    'comes to the same end when it is run again: %s, at each of its points',
    async (kind) => {
      const one = get(kind);
      expect(one.points.length).toBeGreaterThan(kind === 'commit' ? 20 : 50);
      let next = Child.start();
      const jobs = plansFor(one).map((plan) => async () => {
        const top = await copyOf(one.scene.top);
        const child = next;
        next = Child.start();
        await child.ready();
        const answer = await child.run(kind, requestFor(kind, one.scene, top), plan);
        const wrong = await judge(one, top);
        const lived = answer === undefined ? [] : ['it was not killed'];
        return [...lived, ...wrong].map(
          (what) => `${plan.how} ${one.points[plan.at - 1]}: ${what}`,
        );
      });
      const wrong = await twoAtATime(jobs);
      await next.kill();
      expect(wrong).toEqual([]);
    },
    LIMIT_MS,
  );

  it('lets the git that moves the branch finish, so that its lock does not stay behind', async () => {
    const one = get('commit');
    const top = await copyOf(one.scene.top);
    const git = (await run('sh', ['-c', 'command -v git'])).stdout.trim();
    const slow = `#!/bin/sh\ncase "$*" in *update-ref*) sleep 0.3 ;; esac\nexec '${git}' "$@"\n`;
    await writeFile(join(top, 'git'), slow, { mode: 0o755 });
    const path = `${top}:${process.env['PATH'] ?? ''}`;
    const child = await Child.start({ ...process.env, PATH: path }).ready();
    const at = one.points.indexOf('git update-ref runs') + 1;
    await child.run('commit', requestFor('commit', one.scene, top), { at, how: 'kill' });
    await delay(1_000);
    const branch = join(top, 'repo/.git/refs/heads/refactor-loop/r1');
    const { commit } = one.result as { commit: string };
    expect(await readFile(branch, 'utf8')).toBe(`${commit}\n`);
    expect(await judge(one, top)).toEqual([]);
  });

  it(
    `comes to the same end in ${ROUNDS} rounds of kills at any time`,
    async () => {
      const jobs = Array.from({ length: ROUNDS }, (_, round) => async () => {
        const one = get(KINDS[round % KINDS.length] ?? 'apply');
        const top = await copyOf(one.scene.top);
        const life = Math.random() * one.life * 1.2;
        const child = Child.start();
        void child
          .ready()
          .then(() => child.run(one.kind, requestFor(one.kind, one.scene, top)))
          .catch(() => undefined);
        await delay(life);
        await child.kill();
        const wrong = await judge(one, top);
        return wrong.map((what) => `${one.kind} after ${Math.round(life)} ms: ${what}`);
      });
      expect(await twoAtATime(jobs)).toEqual([]);
    },
    LIMIT_MS + ROUNDS * 1_000,
  );
});

/** Calls that move, make or remove something in the working tree or the journal. */
const MOVES = /^(?:rename|unlink|rm|rmdir|mkdir) /;

describe('an attempt to apply that is overtaken while it stands still', () => {
  it.each([
    ['applied', ['apply']],
    ['applied and reverted', ['apply', 'revert']],
  ] as const)(
    'changes nothing of what a newer one has %s, wherever it goes on',
    async (_, newer) => {
      const one = get('apply');
      const points = [...one.points.entries()].filter(([, point]) => MOVES.test(point));
      expect(points.length).toBeGreaterThan(8);
      const jobs = points.map(([index, point]) => async () => {
        const top = await copyOf(one.scene.top);
        const child = await Child.start().ready();
        const plan: Plan = { at: index + 1, how: 'hold' };
        const older = child.run('apply', requestFor('apply', one.scene, top), plan);
        await child.held();
        await writeFile(join(top, 'repo.newer'), '');
        for (const kind of newer) await operate(kind, requestFor(kind, one.scene, top));
        child.goOn();
        await older;
        await child.kill();
        // The older one may have been about to write its journal, which says what is so: nothing.
        const last = newer.at(-1) ?? 'apply';
        const wrong = differing(get(last).after, await filesOf(top));
        await operate(last, requestFor(last, one.scene, top));
        wrong.push(...differing(get(last).end, await endOf(top)));
        await rm(top, { recursive: true });
        return wrong.map((what) => `${point}: ${what}`);
      });
      expect(await twoAtATime(jobs)).toEqual([]);
    },
    LIMIT_MS,
  );
});
