import { checkedChange } from './checked-change.js';
import type { Change, FileChange, PrepareResult } from './change.js';
import type { Draft, FileState } from './draft.js';
import { readIndex, readTargets, type Role } from './lockbox/index.js';
import { isRefused } from './refuse.js';

export interface NewTextsRequest {
  /** Root of the working tree, which holds the change's old texts. */
  workspace: string;
  change: Change;
  /** New bytes by path, for some of the files that the change creates or modifies. */
  texts: ReadonlyMap<string, Buffer>;
  /** Folder outside the workspace for scratch files. */
  stateDir: string;
}

function stateOf(bytes: Buffer | null, mode: string): FileState | null {
  return bytes === null ? null : { bytes, mode };
}

function draftOf({ path, before, after, mode }: FileChange, text: Buffer | undefined): Draft {
  const [old, fresh] = [before, after].map((side) =>
    side === null ? null : Buffer.from(side, 'base64'),
  );
  const now = fresh === null ? null : (text ?? fresh ?? null);
  return { path, before: stateOf(old ?? null, mode), after: stateOf(now, mode) };
}

const isChanged = ({ before, after }: Draft): boolean =>
  before === null || after === null || !before.bytes.equals(after.bytes);

/**
 * The change with other new bytes in some of its files, canonical again and with an id of its own.
 * What is refused of a proposal's texts is refused of these.
 */
export async function withNewTexts(request: NewTextsRequest): Promise<PrepareResult> {
  const { workspace, change, texts, stateDir } = request;
  const roles = new Map<string, Role>(
    change.files.map(({ path, kind }) => [path, kind === 'create' ? 'created' : 'existing']),
  );
  const targets = await readTargets(workspace, await readIndex(workspace), roles);
  if (isRefused(targets)) return targets;
  const drafts = change.files.map((file) => draftOf(file, texts.get(file.path)));
  const paths = change.files.map(({ path }) => path);
  const rules = { paths, handwritten: targets.handwritten, stateDir };
  return checkedChange(drafts.filter(isChanged), rules);
}
