import { MAX_CHANGED_FILES, MAX_DIFF_BYTES } from '../core/vocabulary.js';
import { canonicalChange } from './canonical.js';
import type { PrepareResult, Refused } from './change.js';
import type { Draft } from './draft.js';
import { checkEffect } from './effect.js';
import { checkContent, checkFileKind } from './lockbox/index.js';
import { refuse } from './refuse.js';
import { checkWholeness } from './wholeness.js';

/** A refusal of what exceeds the caps of one change. */
export function tooLarge(what: string, files: string[] = []): Refused {
  const message = `${what}; one change has at most ${MAX_CHANGED_FILES} files and ${MAX_DIFF_BYTES} bytes of diff. Propose a smaller step.`;
  return refuse('too-large', message, files);
}

/** What drafts are checked and written down with. */
interface DraftRules {
  /** The paths that the change names. */
  paths: string[];
  /** Those of which the project itself says that people write them. */
  handwritten: ReadonlySet<string>;
  /** Folder outside the workspace for scratch files. */
  stateDir: string;
}

function checkDrafts(drafts: Draft[], { paths, handwritten }: DraftRules): Refused | undefined {
  if (drafts.length === 0) {
    const message = 'The change leaves every file as it is. Send what should change.';
    return refuse('no-change', message, paths);
  }
  for (const one of drafts) {
    const problem = checkFileKind(one, handwritten.has(one.path));
    if (problem !== undefined) return problem;
  }
  return checkWholeness(drafts) ?? checkContent(drafts) ?? checkEffect(drafts);
}

/** The canonical change of drafts in path order, where nothing in them is to be refused. */
export async function checkedChange(drafts: Draft[], rules: DraftRules): Promise<PrepareResult> {
  const problem = checkDrafts(drafts, rules);
  if (problem !== undefined) return problem;
  const change = await canonicalChange(drafts, rules.stateDir);
  const bytes = Buffer.byteLength(change.diff);
  if (bytes > MAX_DIFF_BYTES) return tooLarge(`The diff has ${bytes} bytes`, rules.paths);
  return { kind: 'ok', change };
}
