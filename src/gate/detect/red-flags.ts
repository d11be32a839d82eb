import { readInvocation } from '../invocation.js';

const FLAGS: readonly (readonly [RegExp, string])[] = [
  [/^--?passWithNoTests|^--pass-with-no-tests/, 'passes when no test ran'],
  [
    /^(?:-u|--update|--updateSnapshot|--update-snapshots?|--snapshot-update)$/,
    'rewrites snapshots',
  ],
  [/^(?:--forceExit|--exit|--test-force-exit)$/, 'hides what happens after the tests'],
  [/^--watch/, 'never ends'],
  [/^--(?:retry|retries|reruns)\b/, 'retries failing tests'],
  [/^--if-present$/, 'passes when there is nothing to run'],
];

/** Why a test command's green would prove nothing, or null; for commands found, not given. */
export function redFlag(argv: readonly string[]): string | null {
  const { tool, args } = readInvocation(argv);
  for (const arg of args) {
    // Mocha's -u names its interface.
    if (arg === '-u' && tool === 'mocha') continue;
    const flag = FLAGS.find(([pattern]) => pattern.test(arg));
    if (flag !== undefined) return `${arg} ${flag[1]}`;
  }
  return null;
}

/** Whether a command rewrites files, so that it is no check. */
export function isWriting(argv: readonly string[]): boolean {
  const { tool, args } = readInvocation(argv);
  if (args.some((arg) => /^--(?:fix|write|unsafe|apply)\b(?!-dry)/.test(arg))) return true;
  return tool === 'prettier' && args.includes('-w');
}
