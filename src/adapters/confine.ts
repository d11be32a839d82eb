import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { credentialsIn } from './credentials.js';
import { isBelow } from './link-back.js';
import type { Sandbox, Tier } from './sandbox.js';

/** Absolute paths of the programs that build sandboxes; empty: not on this machine. */
export interface SandboxTools {
  bwrap: string;
  setpriv: string;
  unshare: string;
  ip: string;
}

/** Descriptor on which the first process of a namespace says how far it is and waits to end. */
export const INIT_FD = 3;

// The first process outlives the program until it is let go, so that what the program left behind
// can be counted; and with a shell there, a signal that the program sends to itself is not ignored.
const INIT = [
  '[ -x "$1" ] || { echo "$1: no such program inside the sandbox" >&2; exit 127; }',
  'echo started >&3; "$@" 3<&-; code=$?; echo ended >&3; read -r _ <&3; exit $code',
].join('\n');

/** A new network namespace has a loopback that is down. */
const INIT_WITH_LOOPBACK = `"$1" link set lo up || exit 126; shift\n${INIT}`;

/** Java finds its home in the user database, everything else in HOME. */
export function userHomes(): string[] {
  const registered = () => {
    try {
      return userInfo().homedir;
    } catch {
      return homedir();
    }
  };
  return [...new Set([process.env['HOME'] ?? homedir(), registered()])];
}

/**
 * Arguments that make paths look empty. A file needs an empty descriptor of its own: /dev/null bound
 * over it could not be opened, and a tool that may not read its settings fails.
 */
function hide(paths: string[], nextFd: () => number): string[] {
  return paths
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind-data', `${nextFd()}`, path],
    );
}

const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

function bind(from: string, to: string, readOnly: boolean): string[] {
  return [readOnly ? '--ro-bind' : '--bind', real(from), real(to)];
}

const isIn = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isBelow(folder, path));

/** Paths without links that are there, each once, none in another. */
function outermost(paths: readonly string[]): string[] {
  const there = [...new Set(paths.filter((path) => existsSync(path)).map(real))];
  return there.filter((path) => !there.some((other) => other !== path && isIn(path, [other])));
}

/** Where names are looked up, if it stands where the sockets of the host do. */
function resolver(network: Sandbox['network']): string[] {
  const file = real('/etc/resolv.conf');
  return network === 'on' && isIn(file, [real('/run')]) ? [dirname(file)] : [];
}

/** Arguments that leave of some folders only what is shown, and the paths that are shown there. */
function veil(folders: string[], shown: string[]): { args: string[]; shown: string[] } {
  const inside = (path: string) => isIn(path, folders) && !folders.includes(path);
  const kept = outermost(shown.filter((path) => inside(real(path))));
  const links = [...new Set(shown)].filter(
    (path) => existsSync(path) && real(path) !== path && inside(path) && !isIn(path, kept),
  );
  return {
    args: [
      ...folders.flatMap((folder) => ['--tmpfs', folder]),
      ...kept.flatMap((path) => ['--ro-bind', path, path]),
      // A link is gone with the folder in which it stands.
      ...links.flatMap((path) =>
        lstatSync(path).isSymbolicLink()
          ? ['--symlink', readlinkSync(path), path]
          : ['--ro-bind', real(path), path],
      ),
    ],
    shown: kept,
  };
}

function mounts(sandbox: Sandbox, nextFd: () => number): string[] {
  const { writable, binds = [], hidden = [], veiled = [], shown = [], network } = sandbox;
  const own = binds.flatMap((one) => bind(one.from, one.to, one.readOnly === true));
  if (writable === 'everything') return ['--dev-bind', '/', '/', '--proc', '/proc', ...own];
  // Programs of the host listen below /run, also those of agents that hold keys.
  const folders = outermost([...veiled, '/run', '/var/run']);
  const left = veil(folders, [...shown, ...resolver(network)]);
  const secrets = [...userHomes().flatMap(credentialsIn), ...hidden].filter((path) => {
    const at = real(path);
    return !isIn(at, folders) || isIn(at, left.shown);
  });
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...left.args,
    ...hide(secrets, nextFd),
    // After the tmpfs, else a workspace below /tmp would vanish under it.
    ...writable.flatMap((path) => bind(path, path, false)),
    ...own,
  ];
}

function inPidNamespace(sandbox: Sandbox, argv: string[], tools: SandboxTools): string[] {
  const offline = sandbox.network === 'off';
  const init = (script: string) => ['--', '/bin/sh', '-c', script, 'refactor-loop-init'];
  return [
    ...[tools.setpriv, '--pdeathsig', 'KILL', '--', tools.unshare, '--user', '--map-current-user'],
    ...['--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'],
    ...(offline
      ? [
          ...['--net', '--keep-caps', ...init(INIT_WITH_LOOPBACK), tools.ip],
          // Only the loopback needed the capabilities.
          ...[tools.setpriv, '--inh-caps=-all', '--ambient-caps=-all', '--'],
        ]
      : init(INIT)),
    ...argv,
  ];
}

/** How a program is started inside a sandbox. */
export interface Confined {
  argv: string[];
  /** How many empty descriptors it needs after {@link INIT_FD}. */
  emptyFds: number;
}

/** What runs `argv` in `cwd` inside a sandbox of this tier; `argv[0]` is a path. */
export function confine(
  tier: Tier,
  sandbox: Sandbox,
  cwd: string,
  argv: string[],
  tools: SandboxTools,
): Confined {
  if (tier === 'pgroup') return { argv, emptyFds: 0 };
  if (tier === 'pidns') return { argv: inPidNamespace(sandbox, argv, tools), emptyFds: 0 };
  let emptyFds = 0;
  const mounted = mounts(sandbox, () => INIT_FD + ++emptyFds);
  const bwrap = [
    ...[tools.bwrap, '--die-with-parent', '--unshare-pid', '--as-pid-1'],
    ...(sandbox.network === 'off' ? ['--unshare-net'] : []),
    ...mounted,
    ...['--chdir', real(cwd), '--', '/bin/sh', '-c', INIT, 'refactor-loop-init', ...argv],
  ];
  return { argv: bwrap, emptyFds };
}
