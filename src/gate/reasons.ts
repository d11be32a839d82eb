/** Why a gate says red, by code: what it means, in one sentence. */
export const RED_REASONS = {
  'tests-failed': 'a test that does not fail on the base fails, twice where it was run again',
  'tests-missing': 'a test of the base was not executed',
  'tests-renamed': 'a test of the base is gone, and another stands in the same file',
  'tests-repeated':
    'a test of the base is reported more often than there, as one that is run again',
  'tests-newly-skipped': 'a test that passed on the base is skipped',
  'tests-intermittent': 'a test was red once and green once, and never red on the base',
  'tests-exit-code': 'all tests of the report are as they were, but the suite did not exit with 0',
  'tests-no-report': 'the suite ended without a fresh, complete report, whatever its exit code',
  'tests-none-executed': 'the report holds no executed test',
  'tests-crashed': 'a signal ended the suite twice, and not on the base, as where memory runs out',
  'tests-timeout': 'the suite took too long, or was silent for too long',
  'step-timeout': 'another command took too long, or was silent for too long',
  'output-limit': 'a command wrote more output than is kept (64 MiB)',
  'processes-left': 'a command left processes behind that it did not leave on the base',
  'script-failed': 'another command of the test script no longer succeeds',
  'build-failed': 'a build step failed',
  'format-new-diagnostics': 'a file is no longer formatted as the project asks',
  'lint-new-diagnostics': 'a linter reports what it did not report on the base',
  'types-new-diagnostics': 'a type checker reports what it did not report on the base',
  'new-suppressions': 'a comment that silences a linter, a type checker or a test was added',
  'api-changed': 'the public API differs although `preserve-public-api` is pinned',
  'api-claim-wrong':
    'the public API differs where the manifest says that it does not, or the reverse',
  'locked-files-changed':
    'tests, snapshots or configuration differ from the base, or a step changed them',
  'tree-changed': 'a command changed tracked files that it does not change on the base',
  'git-changed': 'a command changed git configuration, hooks, refs or HEAD',
} as const satisfies Readonly<Record<string, string>>;

export type RedReason = keyof typeof RED_REASONS;
