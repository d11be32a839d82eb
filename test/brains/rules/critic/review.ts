import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git } from '../../../../src/adapters/git.js';
import { critique } from '../../../../src/brains/rules/critic.js';
import { verdictSchema, type Verdict } from '../../../../src/core/contracts.js';
import type { TouchedFile } from '../../../../src/core/spans.js';
import { checkVerdict } from '../../../../src/core/verdict-check.js';

/** A change of one file, given as both its texts; `others` stand beside it in the repository. */
export interface ReviewedText {
  refactoring: string;
  before: string;
  after: string;
  path?: string;
  others?: Record<string, string>;
}

async function write(root: string, file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

function touchedBy(diff: string, file: string): TouchedFile {
  const headers = [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)];
  const range = (start = '1', length = '1'): [number, number] => [
    Number(start),
    Number(start) + Number(length) - 1,
  ];
  return {
    path: file,
    before: headers.map((each) => range(each[1], each[2])),
    after: headers.map((each) => range(each[3], each[4])),
  };
}

/** Lets the critic judge a change in a real repository, and the cage check what it cites. */
export async function review(change: ReviewedText): Promise<Verdict> {
  const { refactoring, before, after, path: file = 'src/shop.js', others = {} } = change;
  const root = await mkdtemp(path.join(tmpdir(), 'critic-'));
  try {
    await git(root, ['init', '-q']);
    for (const [name, text] of Object.entries({ ...others, [file]: before }))
      await write(root, name, text);
    await git(root, ['add', '-A']);
    await write(root, file, after);
    const diff = await git(root, ['diff', '--no-ext-diff']);
    const touched = touchedBy(await git(root, ['diff', '--no-ext-diff', '-U0']), file);
    await write(root, file, before);
    const answer = critique({
      protocol: 1,
      role: 'critique',
      run: 'r',
      iteration: 1,
      workspace: root,
      pinned_constraints: ['preserve-public-api', 'no-test-file-writes'],
      diff,
      original_code: [{ path: file, text: before }],
      named_refactoring: refactoring,
      stated_intent: 'Do it',
      public_api_touched: false,
      rubric_slice: '',
    });
    const checked = checkVerdict(verdictSchema.parse(answer), {
      diff,
      touched: [touched],
      original: new Map([[file, before]]),
    });
    if (checked.kind === 'malformed') throw new Error(checked.problem);
    return checked.verdict;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** The criteria that a verdict says are not met. */
export function failed(verdict: Verdict): string[] {
  return verdict.per_criterion.filter((item) => item.met === false).map((item) => item.criterion);
}
