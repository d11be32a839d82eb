import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/**
 * How a process tree is contained, best first: `bwrap` (own mounts, PID and network namespace),
 * `pidns` (own PID namespace), `pgroup` (process group, swept by a marker in the environment).
 */
export const TIERS = ['bwrap', 'pidns', 'pgroup'] as const;
export type Tier = (typeof TIERS)[number];

/** What a process may reach; `bwrap` enforces it, the other tiers only end the tree. */
export interface Sandbox {
  /** Absolute paths that may be written, or everything that the user may write. */
  writable: string[] | 'everything';
  /** Paths inside writable ones that stay read-only. */
  readOnly?: string[];
  network: 'on' | 'off';
}

/** What this machine offers, found by running it. */
export interface HostSandbox {
  tier: Tier;
  /** Whether `network: 'off'` is enforced. */
  networkOff: boolean;
  /** The tier for unconfined programs: they may build sandboxes of their own, bwrap forbids it. */
  unconfined: Tier;
}

/** No limits but the end of the whole process tree. */
export const UNCONFINED: Sandbox = { writable: 'everything', network: 'on' };

/** Descriptor on which bwrap reports the namespace's first process and the exit code. */
export const STATUS_FD = 3;

const CREDENTIALS = [
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.docker',
  '.kube',
  '.claude',
  '.config/gcloud',
  '.config/gh',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
];

function hiddenCredentials(): string[] {
  return CREDENTIALS.map((name) => join(homedir(), name))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path],
    );
}

function mounts(sandbox: Sandbox): string[] {
  if (sandbox.writable === 'everything') return ['--dev-bind', '/', '/', '--proc', '/proc'];
  const bind = (option: string) => (path: string) => [
    option,
    realpathSync(path),
    realpathSync(path),
  ];
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...hiddenCredentials(),
    // After the tmpfs, else a workspace below /tmp would vanish under it.
    ...sandbox.writable.flatMap(bind('--bind')),
    ...(sandbox.readOnly ?? []).flatMap(bind('--ro-bind')),
  ];
}

/** The argv that runs `argv` in `cwd` inside a sandbox of this tier. */
export function confine(tier: Tier, sandbox: Sandbox, cwd: string, argv: string[]): string[] {
  if (tier === 'pgroup') return argv;
  // Without a shell as PID 1 a signal that the program sends to itself would be ignored.
  if (tier === 'pidns')
    return [
      ...['setpriv', '--pdeathsig', 'KILL', '--', 'unshare', '--user', '--map-current-user'],
      ...['--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc', '--'],
      ...['sh', '-c', '"$@"; exit $?', 'refactor-loop-init', ...argv],
    ];
  return [
    ...['bwrap', '--die-with-parent', '--unshare-pid', '--json-status-fd', String(STATUS_FD)],
    ...(sandbox.network === 'off' ? ['--unshare-net'] : []),
    ...mounts(sandbox),
    ...['--chdir', realpathSync(cwd), '--', ...argv],
  ];
}

async function runs(tier: Tier, sandbox: Sandbox): Promise<boolean> {
  const [program = '', ...args] = confine(tier, sandbox, '/', ['true']);
  const result = await execa(program, args, {
    reject: false,
    timeout: 10_000,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return result.exitCode === 0;
}

async function probe(): Promise<HostSandbox> {
  const unconfined = (await runs('pidns', UNCONFINED)) ? 'pidns' : 'pgroup';
  if (await runs('bwrap', { writable: [], network: 'off' }))
    return { tier: 'bwrap', networkOff: true, unconfined };
  if (await runs('bwrap', { writable: [], network: 'on' }))
    return { tier: 'bwrap', networkOff: false, unconfined };
  return { tier: unconfined, networkOff: false, unconfined };
}

let found: Promise<HostSandbox> | undefined;

/** The best sandbox that works here; tried by running it once per process, not by version. */
export function hostSandbox(): Promise<HostSandbox> {
  found ??= probe();
  return found;
}
