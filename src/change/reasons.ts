/**
 * Every reason for which a change is not made. `refused`: a rule forbids it, another change must be
 * proposed. `needs-repair`: the text is wrong or unclear, the same change can be written again.
 */
export const REASONS = {
  'empty-answer': ['needs-repair', 'The answer holds no edit.'],
  'unknown-text': ['needs-repair', 'A line belongs to no part of the form that was recognised.'],
  'mixed-forms': ['needs-repair', 'The answer mixes two forms, such as a diff and Begin Patch.'],
  'bad-header': ['needs-repair', 'A file header is incomplete or contradicts itself.'],
  'bad-path': ['needs-repair', 'A quoted path cannot be decoded to UTF-8.'],
  'hunk-count': [
    'needs-repair',
    'The counts of a hunk header differ from its body, and where the body ends is not clear.',
  ],
  truncated: ['needs-repair', 'The answer was cut off, or its text ends before it is complete.'],
  'manifest-mismatch': ['needs-repair', 'The edit names other files than the manifest promises.'],
  'conflicting-operations': ['needs-repair', 'One path is created, deleted or moved twice.'],
  'context-mismatch': ['needs-repair', 'The old text does not stand in the file.'],
  'ambiguous-location': ['needs-repair', 'The old text stands in the file more than once.'],
  overlap: ['needs-repair', 'Two edits change the same text.'],
  'no-anchor': ['needs-repair', 'An insertion names no old line to hold on to.'],
  'no-base-hash': [
    'needs-repair',
    'A whole file comes without the SHA-256 of the text it replaces.',
  ],
  'stale-context': ['needs-repair', 'The file is not the one that the model was shown.'],
  'whole-file-too-large': ['needs-repair', 'A file is too large to be sent whole; send edits.'],
  'too-many-deletions': ['needs-repair', 'A whole-file answer drops a large part of the file.'],
  'no-change': ['needs-repair', 'An edit leaves the file as it is.'],
  'file-emptied': ['needs-repair', 'An edit leaves an empty file; delete it instead.'],
  elision: ['needs-repair', 'An ellipsis or a placeholder stands for code that was left out.'],
  'conflict-markers': ['needs-repair', 'The new text holds merge conflict markers.'],
  encoding: ['needs-repair', 'The new text does not fit the encoding of the file.'],
  'no-such-path': ['needs-repair', 'The file to change does not exist.'],
  'already-exists': ['needs-repair', 'The file to create exists.'],
  'parent-not-a-directory': ['needs-repair', 'The path lies below a file.'],
  'path-empty': ['refused', 'A path is empty, or a segment of it is, as in "a//b" and "a/".'],
  'path-absolute': ['refused', 'Paths are relative to the root of the repository.'],
  'path-traversal': ['refused', 'A path may not hold a ".." segment.'],
  'path-control': [
    'refused',
    'A path may not hold control characters or halves of surrogate pairs.',
  ],
  'path-git': ['refused', 'Nothing below a .git folder may be named, however it is spelled.'],
  'path-name': ['refused', 'A segment may not end in a dot or blank, nor hold a colon stream.'],
  'path-too-long': [
    'refused',
    'A path may have 4,096 bytes and a segment 255, or less if the disk says so.',
  ],
  'protected-path': ['refused', 'The path is in the lockbox: tests, gates, packages, CI, secrets.'],
  'test-file': [
    'refused',
    "The target's own test runner, or a configuration of the gate, names the path.",
  ],
  symlink: ['refused', 'The path, or a parent of it, is a symbolic link.'],
  submodule: ['refused', 'The path is a submodule or a nested repository, or lies in one.'],
  'not-a-file': ['refused', 'The path is neither a regular file nor free.'],
  'mode-change': ['refused', 'File modes stay as they are; new files have mode 100644.'],
  binary: ['refused', 'Binary files cannot be reviewed.'],
  'ignored-path': ['refused', 'Git ignores the path.'],
  'untracked-path': ['refused', 'The file exists and git does not track it.'],
  'sparse-path': ['refused', 'The path is outside the sparse checkout.'],
  'filtered-path': [
    'refused',
    'Git converts the file by attributes, so its bytes are not the text.',
  ],
  'lfs-pointer': ['refused', 'The file is a Git LFS pointer, not the data itself.'],
  'generated-file': ['refused', 'The file is generated, minified or vendored.'],
  'case-twin': ['refused', 'Another path differs only in case or in Unicode normal form.'],
  'whitespace-only': ['refused', 'Only blanks and line breaks differ.'],
  'comments-only': ['refused', 'Only comments differ.'],
  suppression: [
    'refused',
    'The change adds what silences a linter, a type checker, coverage or a test.',
  ],
  'test-code': [
    'refused',
    'The change adds test code to source, takes a test mark away, or ends the process.',
  ],
  'inline-tests': [
    'refused',
    'A test that stands inside a source file may move, but its text changes here.',
  ],
  'too-large': ['refused', 'One change has at most 40 files and 64 KiB of diff.'],
} as const satisfies Record<string, readonly ['refused' | 'needs-repair', string]>;

/** Machine-readable code of a refusal. */
export type ReasonCode = keyof typeof REASONS;
