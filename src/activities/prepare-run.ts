import { join } from 'node:path';
import { writeFileAtomically } from '../adapters/content-store.js';
import { readLedgerFile } from '../adapters/ledger-file.js';
import { readJson } from '../adapters/json-file.js';
import { dirtyPaths, inspectRepository, resolveBase } from '../adapters/repository.js';
import { releaseRepositoryLock, takeRepositoryLock } from '../adapters/repository-lock.js';
import { resolveScope } from '../adapters/scope.js';
import { createWorkspace } from '../adapters/workspace.js';
import { lockbox } from '../change/lockbox/index.js';
import type { LedgerNode } from '../core/ledger.js';
import { parseLedger } from '../core/ledger-text.js';
import type { PrepareRunRequest, PrepareRunResult } from '../core/payloads.js';
import type { Refusal } from '../core/protocol.js';
import { LEDGER_FILE, type HaltReason } from '../core/vocabulary.js';
import { carryOver } from './carry-over.js';
import type { Task } from './task.js';

const LISTED = 20;

/**
 * Takes the repository's lock and makes the workspace. A second run finds its own lock, the base
 * commit as it was resolved first, and the complete workspace, and gives the same answer; a refusal
 * lets the lock go.
 */
export async function prepareRun(
  request: PrepareRunRequest,
  task: Task,
): Promise<PrepareRunResult> {
  const { configuration } = request;
  const repository = await inspectRepository(configuration.repo);
  if (repository.kind === 'refused') return repository;
  const base = await baseOnce(task, repository.top, configuration.base);
  if (base.kind === 'refused') return base;

  const execution = {
    ...task.deps.server,
    workflowId: request.workflowId,
    firstRunId: request.firstRunId,
  };
  const lock = await takeRepositoryLock(
    repository.commonDir,
    { ...execution, run: request.run, startedAt: new Date().toISOString() },
    (holder) => task.deps.execution(holder),
  );
  if (lock.kind === 'held') return refused('locked', lock.message);
  if (lock.kind === 'unwritable') return refused('bad-input', lock.message);
  // From here on whoever ends the run finds the lock.
  await writeFileAtomically(
    task.folder.recordFile,
    JSON.stringify({
      ...((await readJson(task.folder.recordFile)) as object | undefined),
      run: request.run,
      repo: repository.top,
      commonDir: repository.commonDir,
      ...execution,
    }),
  );
  const prepared = await prepareLocked(request, task, repository, base);
  if (prepared.kind === 'refused')
    await releaseRepositoryLock(repository.commonDir, request.firstRunId);
  return prepared;
}

/** The base commit, resolved by the first attempt: the user may commit before the second. */
async function baseOnce(
  task: Task,
  top: string,
  revision: string,
): Promise<Awaited<ReturnType<typeof resolveBase>>> {
  const file = join(task.folder.root, 'base.json');
  const known = (await readJson(file)) as { kind: 'ok'; sha: string; tree: string } | undefined;
  if (known !== undefined) return known;
  const base = await resolveBase(top, revision);
  if (base.kind === 'ok') await writeFileAtomically(file, JSON.stringify(base));
  return base;
}

async function prepareLocked(
  request: PrepareRunRequest,
  task: Task,
  repository: { top: string; commonDir: string; head: string; branch: string | null },
  base: { sha: string; tree: string },
): Promise<PrepareRunResult> {
  const { configuration } = request;
  const { top } = repository;
  const dirty = await dirtyPaths(top);
  if (configuration.inPlace) {
    const problem = inPlaceProblem(repository, base.sha, dirty);
    if (problem !== undefined) return problem;
  }
  const locked = lockbox({ ...configuration.lockbox, testFiles: [] });
  const scope = await resolveScope({
    repo: top,
    base: base.sha,
    scope: configuration.scope ?? undefined,
    changes: configuration.changes,
    isLocked: (path) => locked(path) !== undefined,
    dirty,
  });
  if (scope.kind === 'refused') return scope;

  const nodes = await carriedNodes(top, base.sha, scope.files);
  if (!Array.isArray(nodes)) return nodes;

  const branch = `refactor-loop/${request.run}`;
  await task.fence.check();
  const workspace = await createWorkspace({
    repo: top,
    commonDir: repository.commonDir,
    base: base.sha,
    branch,
    workspace: task.folder.workspace,
    copy: configuration.copy,
    signal: task.signal,
  });
  if (workspace.kind === 'refused') return workspace;
  await task.folder.store.put(configuration);
  return {
    kind: 'ok',
    repo: top,
    base: base.sha,
    baseTree: base.tree,
    branch,
    scope: await task.folder.store.put(scope.files),
    scopeSize: scope.files.length,
    nodes,
    notIncluded: scope.notIncluded.slice(0, LISTED),
    notes: workspace.notes,
  };
}

function inPlaceProblem(
  repository: { branch: string | null; head: string },
  base: string,
  dirty: readonly string[],
): Refusal | undefined {
  if (dirty.length > 0)
    return refused(
      'dirty-tree',
      `--in-place needs a clean working tree, but these paths are uncommitted: ${listed(dirty)}. Put them aside with: git stash push --include-untracked`,
    );
  if (repository.branch === null || repository.head !== base)
    return refused(
      'bad-input',
      '--in-place moves the branch that is checked out, so the base must be its tip: check out a branch, or leave base and --in-place out',
    );
  return undefined;
}

/** Nodes of an earlier ledger that concern this scope, or why the ledger cannot be read. */
async function carriedNodes(
  top: string,
  base: string,
  scope: readonly string[],
): Promise<LedgerNode[] | Refusal> {
  const file = join(top, LEDGER_FILE);
  const text = await readLedgerFile(top).catch((error: Error) => error);
  if (text === undefined) return [];
  if (typeof text !== 'string')
    return refused(
      'bad-ledger',
      `${file} cannot be read (${text.message}): mend or remove it to begin a new ledger`,
    );
  const parsed = parseLedger(text);
  if (parsed.kind === 'damaged')
    return refused(
      'bad-ledger',
      `${file}, line ${parsed.line}: ${parsed.message}. Mend the line, or remove the file to begin a new ledger`,
    );
  return carryOver(top, base, parsed, new Set(scope));
}

function listed(paths: readonly string[]): string {
  const rest = paths.length - LISTED;
  return `${paths.slice(0, LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function refused(reason: HaltReason, message: string): Refusal {
  return { kind: 'refused', reason, message };
}
