import { MAX_CHANGED_FILES, MAX_DIFF_BYTES } from '../core/vocabulary.js';
import { canonicalChange } from './canonical.js';
import type { PrepareRequest, PrepareResult, Refused } from './change.js';
import { conflicting, Drafting, type Draft } from './draft.js';
import { checkContent, checkFileKind, lockbox, readTargets, type Role } from './lockbox/index.js';
import { pathsOf, type Operation, type Piece } from './model.js';
import { parseChange } from './parse/index.js';
import { isRefused, refuse } from './refuse.js';
import { checkWholeness } from './wholeness.js';

export { applyChange } from './apply.js';
export { revertChange } from './revert.js';
export { commitChange } from './commit.js';
export { fastForward } from './fast-forward.js';
export { lockbox } from './lockbox/index.js';
export { publishBranch } from './publish.js';
export { workspaceTree } from './tree.js';

/** A raw answer is read up to this factor of the diff cap; what it really changes is measured later. */
const RAW_FACTOR = 4;

function tooLarge(what: string, files: string[] = []): Refused {
  const message = `${what}; one change has at most ${MAX_CHANGED_FILES} files and ${MAX_DIFF_BYTES} bytes of diff. Propose a smaller step.`;
  return refuse('too-large', message, files);
}

function addsOnly(piece: Piece): boolean {
  return piece.kind === 'lines' && piece.lines.every((line) => line.sign === '+');
}

function rolesOf(operations: Operation[]): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const operation of operations) {
    if (operation.kind === 'rename')
      roles.set(operation.from, 'existing').set(operation.to, 'created');
    else if (operation.kind === 'create') roles.set(operation.path, 'created');
    else if (!roles.has(operation.path)) {
      const unsure = operation.kind === 'modify' && operation.pieces.every(addsOnly);
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

function checkDrafts(drafts: Draft[], files: string[]): Refused | undefined {
  if (drafts.length === 0) {
    const message = 'The change leaves every file as it is. Send what should change.';
    return refuse('no-change', message, files);
  }
  for (const one of drafts) {
    const problem = checkFileKind(one);
    if (problem !== undefined) return problem;
  }
  return checkWholeness(drafts) ?? checkContent(drafts);
}

/**
 * LOCKBOX in one call: parses the answer, checks its paths and the file system, places it, checks
 * the result, and lets git write the canonical diff. Writes nothing in the workspace or its `.git`.
 */
export async function prepareChange(request: PrepareRequest): Promise<PrepareResult> {
  const { workspace, raw, rules, stateDir } = request;
  const size = Buffer.byteLength(JSON.stringify(raw));
  if (size > RAW_FACTOR * MAX_DIFF_BYTES) return tooLarge(`The answer has ${size} bytes`);
  const operations = parseChange(raw);
  if (isRefused(operations)) return operations;
  const paths = [...new Set(operations.flatMap(pathsOf))];
  const locked = lockbox(rules);
  for (const path of paths) {
    const problem = locked(path);
    if (problem !== undefined) return { ...problem, files: problem.files.length > 0 ? paths : [] };
  }
  if (paths.length > MAX_CHANGED_FILES) return tooLarge(`The change names ${paths.length} files`);
  const conflict = conflicting(operations);
  if (conflict !== undefined) return conflict;
  const states = await readTargets(workspace, rolesOf(operations));
  if (isRefused(states)) return states;
  const drafts = draft(operations, new Drafting(states));
  if (isRefused(drafts)) return drafts;
  const problem = checkDrafts(drafts, paths);
  if (problem !== undefined) return problem;
  const change = await canonicalChange(drafts, stateDir);
  const bytes = Buffer.byteLength(change.diff);
  if (bytes > MAX_DIFF_BYTES) return tooLarge(`The diff has ${bytes} bytes`, paths);
  return { kind: 'ok', change };
}
