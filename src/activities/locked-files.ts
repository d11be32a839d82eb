import { lockbox, readIndex } from '../change/lockbox/index.js';
import { runnerLocks } from '../change/lockbox/runner-config.js';
import type { Settings } from '../core/protocol.js';
import type { Baseline } from '../gate/gate.js';

/** No change may touch these either, but a build step makes them, and the tests need what it made. */
const BUILD_OUTPUT = [
  '{,packages/*/}dist/**',
  '**/{generated,__generated__,.generated}/**',
  '**/*.{min,bundle,chunk}.{js,mjs,cjs,css}',
  '**/*.{generated,gen,g}.*',
  '**/*.pb.*',
  '**/*_pb{,2,2_grpc}.*',
  '**/*.map',
];

/** Tells the files that must be as in the base while the gate judges: tests, configuration, manifests. */
export async function lockedFiles(
  workspace: string,
  { lockbox: { add, except } }: Pick<Settings, 'lockbox'>,
  { testFiles }: Pick<Baseline, 'testFiles'>,
): Promise<(path: string) => boolean> {
  const rules = { add, except: [...except, ...BUILD_OUTPUT], testFiles };
  const byName = lockbox(rules);
  const byConfig = await runnerLocks(workspace, await readIndex(workspace), rules);
  return (path) => byName(path) !== undefined || byConfig(path) !== undefined;
}
