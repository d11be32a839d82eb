import { git } from '../adapters/git.js';
import type { ApplyRequest, ApplyResult, Change, NeedsAttention } from './change.js';
import { missingParents, observe, parentModes } from './disk.js';
import {
  readJournal,
  removeJournal,
  writeJournal,
  type Journal,
  type JournalFile,
} from './journal.js';
import { withStaging, type Place } from './staging.js';
import { differingPaths, statusOf } from './status.js';
import { compare, transfer, type Shown } from './transfer.js';
import { writeTree } from './tree.js';

function attention(message: string): NeedsAttention {
  return { kind: 'needs-attention', message };
}

async function journalFiles(workspace: string, change: Change): Promise<JournalFile[]> {
  return Promise.all(
    change.files.map(async ({ path, before, after, mode }) => {
      const seen = await observe(workspace, path);
      const usual = mode === '100755' ? 0o755 : 0o644;
      const permissions = seen.kind === 'file' ? seen.permissions : usual;
      return {
        path,
        before: before === null ? null : { content: before, permissions },
        after: after === null ? null : { content: after, permissions },
      };
    }),
  );
}

async function makeJournal(
  { workspace, change }: ApplyRequest,
  baseTree: string,
): Promise<Journal> {
  const created = new Set<string>();
  const emptied = new Map<string, number>();
  for (const { path, after } of change.files)
    if (after !== null)
      for (const folder of await missingParents(workspace, path)) created.add(folder);
    else
      for (const folder of await parentModes(workspace, path))
        emptied.set(folder.path, folder.permissions);
  return {
    changeId: change.id,
    baseTree,
    files: await journalFiles(workspace, change),
    createdFolders: [...created],
    emptiedFolders: [...emptied].map(([path, permissions]) => ({ path, permissions })),
    status: await statusOf(workspace),
  };
}

/** Why the files do not allow a beginning, or to go on where an earlier attempt died. */
async function obstacle(
  workspace: string,
  journal: Journal,
  isNew: boolean,
): Promise<string | undefined> {
  const compared = await compare(workspace, journal.files);
  const paths = (wanted: Shown): string =>
    compared.flatMap(({ path, shown }) => (shown === wanted ? [path] : [])).join(', ');
  const strangers = paths('other');
  if (strangers !== '')
    return `In ${workspace} these files hold neither the old nor the new text of the change: ${strangers}. Nothing was touched.`;
  const done = paths('after');
  if (!isNew || done === '') return undefined;
  return `In ${workspace} these files hold the new text of the change already, and no journal says who wrote it: ${done}. Nothing was touched.`;
}

/** Paths that are not as they must be after the change. */
async function differences(workspace: string, journal: Journal): Promise<string[]> {
  const wrong = (await compare(workspace, journal.files)).filter(({ shown }) => shown !== 'after');
  const ours = new Set(journal.files.map(({ path }) => path));
  const now = await statusOf(workspace);
  const others = differingPaths(journal.status, now).filter((path) => !ours.has(path));
  return [...wrong.map(({ path }) => path), ...others];
}

/** Takes the change back and forgets it; returns the files that somebody else wrote meanwhile. */
async function takeBack(place: Place, journal: Journal, stateDir: string): Promise<string[]> {
  await transfer(place, journal, 'before');
  const compared = await compare(place.workspace, journal.files);
  const left = compared.flatMap(({ path, shown }) => (shown === 'before' ? [] : [path]));
  await place.check();
  if (left.length === 0) await removeJournal(stateDir, journal.changeId);
  return left;
}

async function carryOut(
  place: Place,
  journal: Journal,
  stateDir: string,
  isNew: boolean,
): Promise<string[]> {
  await place.check();
  if (isNew) await writeJournal(stateDir, journal);
  await transfer(place, journal, 'after');
  return differences(place.workspace, journal);
}

/**
 * Makes a change in the workspace and returns its tree object. The journal is written first; then
 * each file is moved into place and everything is verified, and taken back on any difference or
 * fault. A second run recognises by content what the first one did: nothing, a part of it, or all.
 */
export async function applyChange(request: ApplyRequest): Promise<ApplyResult> {
  const { workspace, change, stateDir, stillCurrent } = request;
  const found = await readJournal(stateDir, change.id);
  if (found.kind === 'damaged') return attention(found.message);
  return withStaging(
    workspace,
    async (place) => {
      const name = `${request.baseTree}^{tree}`;
      const baseTree = (await git(workspace, ['rev-parse', '--verify', name])).trim();
      // A journal of another base is that of a change which landed and was undone since.
      const isNew = found.kind === 'none' || found.journal.baseTree !== baseTree;
      const journal = isNew ? await makeJournal(request, baseTree) : found.journal;
      const problem = await obstacle(workspace, journal, isNew);
      if (problem !== undefined) return attention(problem);
      const tree = await writeTree(place, baseTree, change);
      const carriedOut = carryOut(place, journal, stateDir, isNew);
      const wrong = await carriedOut.catch(async (fault: unknown) => {
        await takeBack(place, journal, stateDir).catch((second: unknown) => {
          const message = `The change could not be made in ${workspace}, nor taken back yet; its journal is in ${stateDir}, and the next attempt goes on from it.`;
          throw new AggregateError([fault, second], message);
        });
        throw fault;
      });
      if (wrong.length === 0) return { kind: 'applied', tree };
      const left = await takeBack(place, journal, stateDir);
      const back =
        left.length === 0
          ? 'The change was taken back.'
          : `The change was taken back, but for what somebody else wrote: ${left.join(', ')}.`;
      const message = `After the change these paths in ${workspace} are not as they must be: ${wrong.join(', ')}. ${back}`;
      return attention(message);
    },
    stillCurrent,
  );
}
