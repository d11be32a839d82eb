import { commitChange as commit } from '../change/commit.js';
import { fastForward } from '../change/fast-forward.js';
import { publishBranch } from '../change/publish.js';
import type { CommitChangeRequest, CommitChangeResult } from '../core/payloads.js';
import type { Task } from './task.js';

/**
 * Lands a green change: commit from the reviewed tree, branch into the user's repository. A second
 * run finds the commit by its trailers and the branch already there.
 */
export async function commitChange(
  request: CommitChangeRequest,
  task: Task,
): Promise<CommitChangeResult> {
  const { workspace } = task.folder;
  const { tests } = request;
  const { identity } = await task.settings();
  await task.fence.check();
  const landed = await commit({
    workspace,
    tree: request.tree,
    parent: request.head,
    ref: `refs/heads/${request.branch}`,
    base: request.base,
    subject: request.intent,
    body: `${request.refactoring} at ${request.span}.\nTests: ${tests.passed} passed, ${tests.skipped} skipped.`,
    trailers: { run: request.run, node: request.node, refactoring: request.refactoring },
    date: request.date,
    stillCurrent: () => task.fence.check(),
    // A run that an older version began has none in its settings.
    ...(identity ? { identity } : {}),
  });
  if (landed.kind === 'needs-attention') return landed;

  await task.fence.check();
  const published = await publishBranch({
    workspace,
    repo: request.repo,
    branch: request.branch,
    run: request.run,
  });
  if (published.kind === 'needs-attention') return published;
  const done = { commit: landed.commit, published: published.ref.replace(/^refs\/heads\//, '') };
  if (request.inPlace) {
    const forwarded = await fastForward({ repo: request.repo, commit: landed.commit });
    if (forwarded.kind !== 'done')
      return { kind: 'dirty-tree', ...done, message: forwarded.message };
  }
  return { kind: 'committed', ...done, note: published.note ?? null };
}
