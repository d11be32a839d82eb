import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import ts from 'typescript';
import type { ProcessRequest } from '../../src/adapters/process.js';
import { hostSandbox, TIERS } from '../../src/adapters/sandbox.js';

const host = await hostSandbox();

/** The tiers that work on this machine. */
export const tiers = TIERS.filter(
  (tier) => tier === host.tier || tier === host.unconfined || tier === 'pgroup',
);

/** Processes with the marker in their command line, as `pgrep -f` finds them. */
export async function alive(marker: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(marker)) found.push(`${pid} ${line.replaceAll('\0', ' ')}`);
  }
  return found;
}

/** Waits for a condition, 10 s at most. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 400) throw new Error('waited in vain');
    await sleep(25);
  }
}

/** A request in a folder, with one log for both outputs. */
export function requestIn(
  folder: string,
  argv: string[],
  more: Partial<ProcessRequest> = {},
): ProcessRequest {
  const log = join(folder, `${randomUUID()}.log`);
  return {
    argv,
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdoutPath: log,
    stderrPath: log,
    timeoutMs: 30_000,
    ...more,
  };
}

/** A shell script with its arguments. */
export const sh = (script: string, ...args: string[]): string[] => [
  'sh',
  '-c',
  script,
  'sh',
  ...args,
];

/**
 * Starts, beside the script itself, a child, a session of its own, and a daemon that was forked
 * twice; all carry the marker `$1` and sleep.
 */
export const FAMILY = [
  'sh -c "sleep 300; : $1" &',
  'setsid sh -c "sleep 300; : $1" &',
  '(setsid sh -c "sleep 300; : $1" &);',
  'echo ready;',
].join(' ');
/** Processes of the family, the script included. */
export const FAMILY_SIZE = 4;

const ADAPTERS = [
  ...['process', 'process-init', 'process-tree', 'process-watch', 'supervise'],
  ...['sandbox', 'confine', 'credentials', 'link-back', 'find-program'],
];

/** A plain script that runs `REQUEST`, transpiled into a folder: jest cannot be killed for a test. */
export async function standalone(folder: string): Promise<string> {
  const target = join(folder, 'standalone');
  await mkdir(target, { recursive: true });
  const source = join(import.meta.dirname, '../../src/adapters');
  for (const name of ADAPTERS) {
    const code = ts.transpileModule(await readFile(join(source, `${name}.ts`), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    await writeFile(join(target, `${name}.js`), code.outputText);
  }
  await writeFile(join(target, 'package.json'), '{"type":"module"}');
  const modules = join(source, '../../node_modules');
  await symlink(modules, join(target, 'node_modules')).catch(() => undefined);
  const main = join(target, 'main.js');
  await writeFile(
    main,
    `import { runProcess } from './process.js';\nawait runProcess(JSON.parse(process.env.REQUEST));\n`,
  );
  return main;
}
