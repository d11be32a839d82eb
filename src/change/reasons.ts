/**
 * Every reason for which a change is not made. `refused`: a rule forbids it, another change must be
 * proposed. `needs-repair`: the text is wrong or unclear, the same change can be written again.
 */
export const REASONS = {
  'empty-answer': ['needs-repair', 'The answer holds no edit.'],
  'unknown-text': ['needs-repair', 'A line is neither a diff header nor part of a hunk.'],
  'bad-header': ['needs-repair', 'A file header is incomplete or contradicts itself.'],
  'bad-path': ['needs-repair', 'A quoted path cannot be decoded to UTF-8.'],
  'hunk-count': ['needs-repair', 'The counts of a hunk header differ from its body.'],
  truncated: ['needs-repair', 'The text ends before a hunk is complete.'],
  'conflicting-operations': ['needs-repair', 'One path is created, deleted or moved twice.'],
  'context-mismatch': ['needs-repair', 'The old text does not stand in the file.'],
  'ambiguous-location': ['needs-repair', 'The old text stands in the file more than once.'],
  overlap: ['needs-repair', 'Two edits change the same text.'],
  'no-anchor': ['needs-repair', 'An insertion names no old line to hold on to.'],
  'no-change': ['needs-repair', 'An edit leaves the file as it is.'],
  'file-emptied': ['needs-repair', 'An edit leaves an empty file; delete it instead.'],
  elision: ['needs-repair', 'A comment such as "... existing code ..." stands for left-out code.'],
  'conflict-markers': ['needs-repair', 'The new text holds merge conflict markers.'],
  encoding: ['needs-repair', 'The new text does not fit the encoding of the file.'],
  'no-such-path': ['needs-repair', 'The file to change does not exist.'],
  'already-exists': ['needs-repair', 'The file to create exists.'],
  'parent-not-a-directory': ['needs-repair', 'A parent of the path is a file.'],
  'path-empty': ['refused', 'A path is empty or has an empty or "." segment.'],
  'path-absolute': ['refused', 'Paths are relative to the root of the repository.'],
  'path-traversal': ['refused', 'A path may not hold a ".." segment.'],
  'path-control': ['refused', 'A path may not hold control characters.'],
  'path-git': ['refused', 'Nothing below a .git folder may be named, however it is spelled.'],
  'path-name': ['refused', 'A segment may not end in a dot or blank, nor hold a colon stream.'],
  'path-too-long': ['refused', 'A path may have 4,096 bytes at most.'],
  'protected-path': ['refused', 'The path is in the lockbox: tests, gates, packages, CI, secrets.'],
  'test-file': ['refused', "The target's own runner reports the path as a test file."],
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
  'lfs-pointer': ['refused', 'The file is a Git LFS pointer, not its data.'],
  'generated-file': ['refused', 'The file is generated, minified or vendored.'],
  'case-twin': ['refused', 'Another path differs only in case or in Unicode normal form.'],
  suppression: [
    'refused',
    'The change adds what silences a linter, a type checker, coverage or a test.',
  ],
  'test-code': ['refused', 'The change adds test-framework calls or ends the process in source.'],
  'inline-tests': ['refused', 'The change touches tests that stand inside a source file.'],
  'too-large': ['refused', 'One change has at most 40 files and 64 KiB of diff.'],
} as const satisfies Record<string, readonly ['refused' | 'needs-repair', string]>;

/** Machine-readable code of a refusal. */
export type ReasonCode = keyof typeof REASONS;
