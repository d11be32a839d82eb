import { cp, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from '../adapters/git.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/shop', import.meta.url));

/** The example's history: what each commit adds; the suite is green at each of them. */
const HISTORY: readonly { subject: string; adds: RegExp; date: string }[] = [
  {
    subject: 'Round, read and print amounts',
    adds: /^(package\.json|\.gitignore)$|\/money\b/,
    date: '2024-03-04T09:12:00Z',
  },
  { subject: 'Add carts, coupons and stock', adds: /\/cart\b/, date: '2024-05-21T15:40:00Z' },
  {
    subject: 'Add taxes and shipping',
    adds: /\/(tax|shipping)\b/,
    date: '2024-08-02T08:30:00Z',
  },
  { subject: 'Check carts out and print receipts', adds: /^/, date: '2024-11-08T10:05:00Z' },
];

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Shop',
  GIT_AUTHOR_EMAIL: 'shop@example.com',
  GIT_COMMITTER_NAME: 'Shop',
  GIT_COMMITTER_EMAIL: 'shop@example.com',
};

/** Copies the example project to a temporary folder and makes it a git repository with history. */
export async function createDemoRepository(): Promise<string> {
  const repo = join(await realpath(await mkdtemp(join(tmpdir(), 'refactor-loop-demo-'))), 'shop');
  await cp(EXAMPLE, repo, { recursive: true });
  await git(repo, ['init', '--quiet', '--initial-branch=main']);
  const entries = await readdir(repo, { recursive: true, withFileTypes: true });
  const left = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(repo.length + 1))
      .filter((path) => !path.startsWith('.git/')),
  );
  for (const { subject, adds, date } of HISTORY) {
    const paths = [...left].filter((path) => adds.test(path));
    for (const path of paths) left.delete(path);
    await git(repo, ['add', '--', ...paths]);
    await git(repo, ['commit', '--quiet', '-m', subject], {
      env: { ...AUTHOR, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  }
  return repo;
}
