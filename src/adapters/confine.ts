import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
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
  '.config/hub',
  '.config/op',
  '.config/pypoetry/auth.toml',
  '.config/containers/auth.json',
  '.local/share/keyrings',
  '.local/share/uv/credentials',
  '.password-store',
  '.terraform.d/credentials.tfrc.json',
  '.vault-token',
  '.netrc',
  '.npmrc',
  '.yarnrc.yml',
  '.config/pnpm/rc',
  '.bunfig.toml',
  '.pypirc',
  '.gem/credentials',
  '.composer/auth.json',
  '.nuget/NuGet/NuGet.Config',
  '.m2/settings-security.xml',
  '.git-credentials',
];

/** Java finds its home in the user database, everything else in HOME. */
export function userHomes(): string[] {
  const registered = () => {
    try {
      return userInfo().homedir;
    } catch {
      return homedir();
    }
  };
  return [...new Set([homedir(), registered()])];
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

function mounts({ writable, binds = [], hidden = [] }: Sandbox, nextFd: () => number): string[] {
  const own = binds.flatMap((one) => bind(one.from, one.to, one.readOnly === true));
  if (writable === 'everything') return ['--dev-bind', '/', '/', '--proc', '/proc', ...own];
  const credentials = userHomes().flatMap((home) => CREDENTIALS.map((name) => join(home, name)));
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    // Below /run/user are the sockets of the agents that hold keys.
    ...hide([...credentials, ...hidden, '/run/user'], nextFd),
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
