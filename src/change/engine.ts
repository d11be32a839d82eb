import { MAX_CHANGED_FILES, MAX_DIFF_BYTES } from '../core/vocabulary.js';
import type { PrepareRequest, PrepareResult, Refused } from './change.js';
import { checkedChange, tooLarge } from './checked-change.js';
import { combine } from './conflicts.js';
import { Drafting, type Draft } from './draft.js';
import { checkPaths, readIndex, readTargets, type Role } from './lockbox/index.js';
import { addsOnly, pathsOf, type Operation } from './model.js';
import { resolveName, resolveNames } from './names.js';
import { parseChange } from './parse/index.js';
import { isRefused, refuse } from './refuse.js';

export { applyChange } from './apply.js';
export { revertChange } from './revert.js';
export { commitChange } from './commit.js';
export { fastForward } from './fast-forward.js';
export { lockbox } from './lockbox/index.js';
export { publishBranch } from './publish.js';
export { withNewTexts } from './new-texts.js';
export { workspaceTree } from './tree.js';

/** A raw answer is read up to this factor of the diff cap; what it really changes is measured later. */
const RAW_FACTOR = 4;

/** Compares what the edit names with what the manifest promised to touch. */
function checkPromise(promised: string[] | undefined, paths: string[]): Refused | undefined {
  const missing = promised?.filter((path) => !paths.includes(path)) ?? [];
  const extra = promised === undefined ? [] : paths.filter((path) => !promised.includes(path));
  if (missing.length === 0 && extra.length === 0) return undefined;
  const parts = [
    ...missing.map((path) => `it promises ${path}, which no edit names`),
    ...extra.map((path) => `an edit names ${path}, which it does not promise`),
  ];
  const message = `The manifest's \`files\` and the edit differ: ${parts.join('; ')}. Send both in full.`;
  return refuse('manifest-mismatch', message, paths);
}

function rolesOf(operations: Operation[]): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const operation of operations) {
    if (operation.kind === 'rename')
      roles.set(operation.from, 'existing').set(operation.to, 'created');
    else if (operation.kind === 'create') roles.set(operation.path, 'created');
    else if (!roles.has(operation.path)) {
      const unsure =
        operation.kind === 'replace' ||
        (operation.kind === 'modify' && operation.pieces.every(addsOnly));
      roles.set(operation.path, unsure ? 'either' : 'existing');
    }
  }
  return roles;
}

function draft(operations: Operation[], drafting: Drafting): Draft[] | Refused {
  for (const operation of operations) {
    const problem = drafting.run(operation);
    if (problem !== undefined) return problem;
  }
  return drafting.drafts;
}

/**
 * LOCKBOX in one call: parses the answer, checks its paths and the file system, places it, checks
 * the result, and lets git write the canonical diff. Writes nothing in the workspace or its `.git`.
 */
export async function prepareChange(request: PrepareRequest): Promise<PrepareResult> {
  const { workspace, raw, rules, stateDir } = request;
  const size = Buffer.byteLength(JSON.stringify(raw));
  if (size > RAW_FACTOR * MAX_DIFF_BYTES) return tooLarge(`The answer has ${size} bytes`);
  const parsed = parseChange(raw);
  if (isRefused(parsed)) return parsed;
  const index = await readIndex(workspace);
  const named = resolveNames(parsed, index.entries);
  const paths = [...new Set(named.flatMap(pathsOf))];
  const locked = await checkPaths(workspace, index, rules, paths);
  if (locked !== undefined) return { ...locked, files: locked.files.length > 0 ? paths : [] };
  if (paths.length > MAX_CHANGED_FILES) return tooLarge(`The change names ${paths.length} files`);
  const broken = checkPromise(
    raw.files?.map((name) => resolveName(name, index.entries)),
    paths,
  );
  if (broken !== undefined) return broken;
  // Only now do two spellings of a path name the same file.
  const operations = combine(named);
  if (isRefused(operations)) return operations;
  const targets = await readTargets(workspace, index, rolesOf(operations));
  if (isRefused(targets)) return targets;
  const drafts = draft(operations, new Drafting(targets.states));
  if (isRefused(drafts)) return drafts;
  return checkedChange(drafts, { paths, handwritten: targets.handwritten, stateDir });
}
