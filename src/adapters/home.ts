import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';

/**
 * Absolute path of the folder in which local mode keeps its state: `REFACTOR_LOOP_HOME`, else the
 * platform's data folder; throws when the variable holds a relative path.
 */
export function stateHome(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env['REFACTOR_LOOP_HOME'] ?? '';
  if (chosen === '') return envPaths('refactor-loop', { suffix: '' }).data;
  if (!isAbsolute(chosen)) {
    throw new Error(
      `REFACTOR_LOOP_HOME must be an absolute path, but is ${JSON.stringify(chosen)}; ` +
        'write the whole path, or unset it to use the default folder',
    );
  }
  return resolve(chosen);
}

/** Folder of the local server: its database, record, lock, log and registered users. */
export function serverFolder(home: string): string {
  return join(home, 'server');
}

/**
 * Folder of the downloaded `temporal` binary: the same for every state folder, since what lies in
 * it has a pinned version and hash.
 */
export function binaryFolder(): string {
  return join(envPaths('refactor-loop', { suffix: '' }).cache, 'bin');
}

/** Folder of the caches that the tools of suites fill, such as Go's of built packages. */
export function suiteCacheFolder(home: string): string {
  return join(home, 'caches');
}

/** Folder of what gates measured, for later runs on the same files. */
export function gateCacheFolder(home: string): string {
  return join(home, 'gate-cache');
}
