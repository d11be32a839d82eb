import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { confine, type SandboxTools } from './confine.js';
import { findProgram } from './find-program.js';

/**
 * How a process tree is contained, best first: `bwrap` (own mounts, PID and network namespace),
 * `pidns` (own PID and network namespace), `pgroup` (process group, swept by a marker in the
 * environment).
 */
export const TIERS = ['bwrap', 'pidns', 'pgroup'] as const;
export type Tier = (typeof TIERS)[number];

/** A folder or file that stands at another absolute path while the program runs. */
export interface Bind {
  from: string;
  to: string;
  readOnly?: boolean;
}

/**
 * What a process may reach. Paths are enforced by `bwrap` alone, the network also by `pidns` where
 * it can; every tier ends the tree.
 */
export interface Sandbox {
  /** Absolute paths that may be written, or everything that the user may write. */
  writable: string[] | 'everything';
  /** Mounted after the writable paths, in this order; only `bwrap` can. */
  binds?: Bind[];
  /** Paths that look empty, besides the usual places of credentials and the sockets of the host. */
  hidden?: string[];
  /** Folders of which only what is `shown`, writable or bound is there; what is written is lost. */
  veiled?: string[];
  /** Absolute paths below those folders that can be read. */
  shown?: string[];
  network: 'on' | 'off';
}

/** What this machine offers, found by running it. */
export interface HostSandbox {
  tier: Tier;
  /** Whether `network: 'off'` is enforced in that tier. */
  networkOff: boolean;
  /** All tiers that enforce it; the others leave the host's network. */
  offline: readonly Tier[];
  /** The tier for unconfined programs: they may build sandboxes of their own, bwrap forbids it. */
  unconfined: Tier;
  /** The programs that build the sandboxes; empty where there is none. */
  tools: SandboxTools;
}

/** No limits but the end of the whole process tree. */
export const UNCONFINED: Sandbox = { writable: 'everything', network: 'on' };

/** Never looked up in a suite's PATH: it begins with folders that the suite may write. */
async function findTools(): Promise<SandboxTools> {
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`;
  const find = async (name: string) => (await findProgram(name, '/', path)) ?? '';
  const [bwrap, setpriv, unshare, ip] = await Promise.all(
    ['bwrap', 'setpriv', 'unshare', 'ip'].map(find),
  );
  return { bwrap: bwrap ?? '', setpriv: setpriv ?? '', unshare: unshare ?? '', ip: ip ?? '' };
}

async function runs(tier: Tier, sandbox: Sandbox, tools: SandboxTools): Promise<boolean> {
  const { argv, emptyFds } = confine(tier, sandbox, '/', ['/bin/sh', '-c', ':'], tools);
  const [program = '', ...args] = argv;
  if (program === '') return false;
  const empty = await open('/dev/null', 'r');
  const child = spawn(program, args, {
    timeout: 10_000,
    // An end of file on INIT_FD lets the namespace's first process go at once.
    stdio: ['ignore', 'ignore', 'ignore', ...Array<number>(1 + emptyFds).fill(empty.fd)],
  });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  } catch {
    return false;
  } finally {
    await empty.close();
  }
}

async function probe(): Promise<HostSandbox> {
  const tools = await findTools();
  const works = (tier: Tier, network: 'on' | 'off') =>
    runs(tier, { writable: tier === 'bwrap' ? [] : 'everything', network }, tools);
  const [pidns, bwrap] = await Promise.all([works('pidns', 'on'), works('bwrap', 'on')]);
  const offline: Tier[] = [];
  if (bwrap && (await works('bwrap', 'off'))) offline.push('bwrap');
  if (pidns && (await works('pidns', 'off'))) offline.push('pidns');
  const unconfined = pidns ? 'pidns' : 'pgroup';
  const tier = bwrap ? 'bwrap' : unconfined;
  return { tier, networkOff: offline.includes(tier), offline, unconfined, tools };
}

let found: Promise<HostSandbox> | undefined;

/** The best sandbox that works here; tried by running it once per process, not by version. */
export function hostSandbox(): Promise<HostSandbox> {
  found ??= probe();
  return found;
}
