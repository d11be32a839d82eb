import { git } from '../adapters/git.js';
import type { ApplyRequest, ApplyResult, Change, NeedsAttention } from './change.js';
import { missingParents, observe } from './disk.js';
import { readJournal, writeJournal, type Journal, type JournalFile } from './journal.js';
import { compare, otherStatus, transfer } from './transfer.js';
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

async function makeJournal(request: ApplyRequest): Promise<Journal> {
  const { workspace, change } = request;
  const paths = change.files.map((file) => file.path);
  const folders = new Set<string>();
  for (const file of change.files)
    if (file.after !== null)
      for (const folder of await missingParents(workspace, file.path)) folders.add(folder);
  return {
    version: 1,
    changeId: change.id,
    baseTree: (await git(workspace, ['rev-parse', `${request.baseTree}^{tree}`])).trim(),
    files: await journalFiles(workspace, change),
    createdFolders: [...folders],
    others: await otherStatus(workspace, paths),
  };
}

/** Something is neither old nor new: says which, and touches nothing. */
async function strangers(workspace: string, files: JournalFile[]): Promise<string | undefined> {
  const found = (await compare(workspace, files)).filter(({ shown }) => shown === 'other');
  return found.length === 0 ? undefined : found.map(({ path }) => path).join(', ');
}

async function differences(workspace: string, journal: Journal): Promise<string[]> {
  const wrong = (await compare(workspace, journal.files)).filter(({ shown }) => shown !== 'after');
  const others = await otherStatus(
    workspace,
    journal.files.map((file) => file.path),
  );
  const known = new Set(journal.others);
  const appeared = others.filter((record) => !known.has(record));
  const vanished = journal.others.filter((record) => !others.includes(record));
  return [...wrong.map(({ path }) => path), ...[...appeared, ...vanished].map((r) => r.slice(3))];
}

/**
 * Makes a change in the workspace and returns its tree object. The journal is written first; then
 * each file is moved into place and everything is verified, and restored on any difference. A second
 * run recognises by content what the first one did: nothing, a part of it, or all.
 */
export async function applyChange(request: ApplyRequest): Promise<ApplyResult> {
  const { workspace, change, stateDir } = request;
  const atStep = request.atStep ?? (() => undefined);
  const earlier = await readJournal(stateDir, change.id);
  const files = earlier?.files ?? (await journalFiles(workspace, change));
  const stranger = await strangers(workspace, files);
  if (stranger !== undefined) {
    const message = `In ${workspace} these files hold neither the old nor the new text of the change: ${stranger}. Nothing was touched.`;
    return attention(message);
  }
  const shown = await compare(workspace, files);
  const done = shown.every((file) => file.shown === 'after');
  if (!done && earlier !== undefined) await transfer(workspace, earlier, 'before', atStep);
  const journal = done && earlier !== undefined ? earlier : await makeJournal(request);
  if (!done && (await compare(workspace, journal.files)).some((file) => file.shown !== 'before'))
    return attention(`In ${workspace} the change stands in part, and no journal says why.`);
  atStep('before the journal');
  await writeJournal(stateDir, journal);
  atStep('after the journal');
  await transfer(workspace, journal, 'after', atStep);
  const wrong = await differences(workspace, journal);
  if (wrong.length > 0) {
    await transfer(workspace, journal, 'before', atStep);
    const message = `After the change these paths in ${workspace} are not as they must be: ${wrong.join(', ')}. The change was taken back.`;
    return attention(message);
  }
  atStep('verified');
  return { kind: 'applied', tree: await writeTree(workspace, journal.baseTree, change) };
}
