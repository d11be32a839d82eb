import type { Edit, Identity, Manifest } from '../core/contracts.js';
import type { ReasonCode } from './reasons.js';

/** One file of a change in canonical form; contents are base64, so that any bytes survive JSON. */
export interface FileChange {
  path: string;
  kind: 'modify' | 'create' | 'delete';
  before: string | null;
  after: string | null;
  /** Git mode of the file, kept over the change: `100644` or `100755`. */
  mode: string;
}

/**
 * The canonical form of an edit; the SHA-256 of the bytes of git's diff names the change.
 * `diff` is those bytes read as UTF-8, so for files in another encoding only `files` is exact.
 */
export interface Change {
  id: string;
  files: FileChange[];
  diff: string;
  /** Changed lines, without context, 1-based inclusive: `before` in the old text, `after` in the new. */
  touched: { path: string; before: [number, number][]; after: [number, number][] }[];
}

/** What a model wrote: `edits`, or text in one of the forms of `parse/`. */
export type RawChange = ({ edits: Edit[] } | { diff: string }) & {
  /** Why the model stopped, as its provider says it; absent where nobody knows. */
  finishReason?: string;
  /** Paths that the manifest promises; an edit that names others was cut off or went astray. */
  files?: string[];
};

/** The edit of a manifest, of which the contract lets exactly one form through. */
export function rawChange(manifest: Manifest): RawChange {
  const { diff, edits = [], files, finish_reason: finishReason } = manifest;
  return {
    ...(diff === undefined ? { edits } : { diff }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(files === undefined ? {} : { files }),
  };
}

/** What the lockbox needs beside its own patterns. */
export interface LockboxRules {
  /** Additional globs to lock, and globs to open (never a test file the runner reports). */
  add: string[];
  except: string[];
  /** Test files as the target's own runner reports them, relative to the root of the repository. */
  testFiles: string[];
}

/** A change that was not made, with a machine-readable code and a message for the proposer. */
export interface Refused {
  kind: 'refused' | 'needs-repair';
  reason: ReasonCode;
  message: string;
  files: string[];
}

export interface PrepareRequest {
  /** Root of the working tree. */
  workspace: string;
  raw: RawChange;
  rules: LockboxRules;
  /** Folder outside the workspace for scratch files; created when missing, left as it was. */
  stateDir: string;
}

export type PrepareResult = { kind: 'ok'; change: Change } | Refused;

/** The working tree is not what the loop left there; nothing was touched. */
export interface NeedsAttention {
  kind: 'needs-attention';
  message: string;
}

/** Throws when a newer attempt has begun; asked again before what the older one must not do then. */
export type StillCurrent = () => Promise<void>;

export interface ApplyRequest {
  workspace: string;
  change: Change;
  /** Tree (or commit) that the workspace holds before the change. */
  baseTree: string;
  /** Folder outside the workspace that keeps the journal. */
  stateDir: string;
  stillCurrent?: StillCurrent;
}

export type ApplyResult = { kind: 'applied'; tree: string } | NeedsAttention;

export interface RevertRequest {
  workspace: string;
  changeId: string;
  stateDir: string;
  stillCurrent?: StillCurrent;
  /** How long the lock of another git is waited for, in ms; 10 s unless given. */
  lockWaitMs?: number;
}

export type RevertResult = { kind: 'reverted'; tree: string } | NeedsAttention;

export interface CommitRequest {
  workspace: string;
  /** The reviewed tree object. */
  tree: string;
  /** The last landed commit, and the tip that the branch must have. */
  parent: string;
  /** Full ref, e.g. `refs/heads/refactor-loop/<run>`. */
  ref: string;
  /** The base commit: the trailer is looked for in `base..ref`. */
  base: string;
  subject: string;
  body: string;
  trailers: { run: string; node: string; refactoring: string };
  /** ISO 8601 date given by the workflow, so that a retry makes the same commit. */
  date: string;
  stillCurrent?: StillCurrent;
  /** Author and committer; `refactor-loop <refactor-loop@localhost>` unless given. */
  identity?: Identity;
  /** How long the lock of another git is waited for, in ms; 10 s unless given. */
  lockWaitMs?: number;
}

export type CommitResult = { kind: 'committed'; commit: string } | NeedsAttention;
