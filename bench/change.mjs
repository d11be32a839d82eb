/**
 * node bench/change.mjs [ROUNDS]
 *
 * What LOCKBOX costs: `prepareChange` (parse, place, check, canonical diff) beside
 * `git apply --check` on the same diff, and its pure part alone. Prints medians in milliseconds.
 */
import { Buffer } from 'node:buffer';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { git } from '../dist/adapters/git.js';
import { Drafting } from '../dist/change/draft.js';
import { prepareChange } from '../dist/change/engine.js';
import { parseChange } from '../dist/change/parse/index.js';
import { median } from './measure.mjs';

/**
 * `lines` is how many are rewritten: each is one out and one in.
 *
 * @typedef {{ name: string, files: number, lines: number, long?: boolean }} Edit
 */

const WARM_UP = 3;
const REPOSITORIES = [200, 5_000];
const LONG = 'src/long.js';
/** @type {Edit[]} */
const EDITS = [
  { name: '3 files, 40 changed lines', files: 3, lines: 20 },
  { name: 'one hunk in 20,000 lines', files: 1, lines: 1, long: true },
  { name: '40 files, 160 changed lines', files: 40, lines: 80 },
];

const rounds = Number(process.argv[2] ?? 15);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error(`the number of rounds must be a whole number from 1 up, not ${process.argv[2]}`);

const folder = await realpath(await mkdtemp(join(tmpdir(), 'refactor-loop-bench-')));
try {
  const rows = [];
  for (const count of REPOSITORIES) {
    const repo = await generate(join(folder, String(count)), count);
    for (const edit of EDITS) rows.push({ repository: count, ...(await measure(repo, edit)) });
  }
  console.table(rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @param {number} file */
function pathOf(file) {
  return `src/folder-${file % 40}/part-${file}.js`;
}

/** A module whose every line stands once in it. @param {string} name @param {number} lines */
function moduleText(name, lines) {
  const rows = Array.from({ length: lines }, (_, row) => `export const ${name}_${row} = ${row};`);
  return `${rows.join('\n')}\n`;
}

/** @param {string} repo @param {number} count */
async function generate(repo, count) {
  for (let file = 0; file < count; file += 1) {
    const path = join(repo, pathOf(file));
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, moduleText(`part${file}`, 60));
  }
  await writeFile(join(repo, LONG), moduleText('long', 20_000));
  const who = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  await git(repo, ['init', '--quiet', '--initial-branch=main']);
  await git(repo, ['add', '--all']);
  await git(repo, [...who, 'commit', '--quiet', '-m', 'first']);
  return repo;
}

/** The diff of a refactoring that renames constants, spread over files. @param {string} repo @param {Edit} edit */
async function diffOf(repo, { files, lines, long = false }) {
  for (let file = 0; file < files; file += 1) {
    const share = Math.ceil((lines - file) / files);
    const name = long ? 'long' : `part${file}`;
    let text = moduleText(name, long ? 20_000 : 60);
    for (let row = 0; row < share; row += 1) {
      const at = long ? 10_000 : 10 + row * 5;
      text = text.replace(`${name}_${at} =`, `${name}_${at}_renamed =`);
    }
    await writeFile(join(repo, long ? LONG : pathOf(file)), text);
  }
  const diff = await git(repo, ['diff', '--no-ext-diff']);
  await git(repo, ['checkout', '--quiet', '--', '.']);
  return diff;
}

/** @param {string} repo @param {Edit} edit */
async function measure(repo, edit) {
  const diff = await diffOf(repo, edit);
  const rules = { add: [], except: [], testFiles: [] };
  const request = { workspace: repo, raw: { diff }, rules, stateDir: `${repo}-state` };
  const prepared = await prepareChange(request);
  if (prepared.kind !== 'ok') throw new Error(`${edit.name}: ${prepared.message}`);
  const states = new Map(
    prepared.change.files.map(({ path, before, mode }) => [
      path,
      before === null ? null : { bytes: Buffer.from(before, 'base64'), mode },
    ]),
  );
  /** @type {Record<'prepare' | 'apply' | 'pure', number[]>} */
  const taken = { prepare: [], apply: [], pure: [] };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const times = {
      prepare: await timed(() => prepareChange(request)),
      apply: await timed(() => git(repo, ['apply', '--check', '-'], { input: diff })),
      pure: await timed(async () => {
        const operations = parseChange({ diff });
        if (!Array.isArray(operations)) throw new Error(operations.message);
        const drafting = new Drafting(states);
        for (const operation of operations) drafting.run(operation);
        return drafting.drafts;
      }),
    };
    if (round < 0) continue;
    taken.prepare.push(times.prepare);
    taken.apply.push(times.apply);
    taken.pure.push(times.pure);
  }
  const [prepare, apply, pure] = [taken.prepare, taken.apply, taken.pure].map(median);
  return {
    change: edit.name,
    prepareChange: rounded(prepare),
    'git apply --check': rounded(apply),
    ratio: rounded(prepare / apply),
    'parse and place': rounded(pure),
  };
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** @param {number | undefined} value */
function rounded(value = 0) {
  return Math.round(value * 10) / 10;
}
