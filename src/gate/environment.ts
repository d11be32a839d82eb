import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { toolHomes } from './tool-homes.js';

/** Where one suite runs: its working copy, and a folder of ours for its HOME and TMPDIR. */
export interface SuitePlace {
  workspace: string;
  outDir: string;
  /** Folder of the command, relative to the workspace; absent: the workspace itself. */
  cwd?: string;
}

/** What one step may have beyond the usual. */
export interface Freedom {
  /** Absent: `off`. */
  network?: 'on' | 'off';
  /** `real`: the user's HOME, which only a sandbox can keep from being written; absent: `own`. */
  home?: 'own' | 'real';
}

type Variables = Readonly<Record<string, string | undefined>>;

// No NO_COLOR: suites test their own colours; ours are stripped when read. No TERM, as in most CI:
// where it is `dumb`, Node's readline and others behave in another way.
const FIXED: Readonly<Record<string, string>> = {
  CI: '1',
  LANG: 'C.UTF-8',
  SHELL: '/bin/sh',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONHASHSEED: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GOTOOLCHAIN: 'local',
  CARGO_TERM_COLOR: 'never',
  INSTA_UPDATE: 'no',
  NX_DAEMON: 'false',
  NX_SKIP_NX_CACHE: 'true',
  TURBO_FORCE: 'true',
  TURBO_TELEMETRY_DISABLED: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DO_NOT_TRACK: '1',
  HUSKY: '0',
  npm_config_update_notifier: 'false',
};

/** Without network a tool should say so at once instead of trying. */
const OFFLINE: Readonly<Record<string, string>> = { GOPROXY: 'off', CARGO_NET_OFFLINE: 'true' };

/** HOME of a suite. */
export const suiteHome = (place: SuitePlace): string => join(place.outDir, 'home');
/** TMPDIR of a suite. */
export const tempOf = (place: SuitePlace): string => join(place.outDir, 'tmp');

function homeVariables(place: SuitePlace, realHome: string | undefined): Record<string, string> {
  const home = suiteHome(place);
  // Caches must be writable, the real HOME is not.
  const caches = { XDG_CACHE_HOME: join(home, '.cache'), npm_config_cache: join(home, '.npm') };
  if (realHome !== undefined) return { HOME: realHome, ...caches };
  return {
    HOME: home,
    ...caches,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
  };
}

function programFolders({ workspace, cwd = '' }: SuitePlace): string[] {
  const folders = [...new Set([join(workspace, cwd), workspace])];
  const bins = ['node_modules/.bin', '.venv/bin', 'venv/bin'];
  return folders.flatMap((folder) => bins.map((bin) => join(folder, bin)));
}

/** The folders of a PATH, without what npm and npx put before it for the script that they run. */
function machinePath(path: string): string[] {
  const added = /\/node_modules\/(?:\.bin|.*\/node-gyp-bin)\/?$/;
  return path.split(delimiter).filter((folder) => !(isAbsolute(folder) && added.test(folder)));
}

/**
 * The whole environment of a suite, the same for baseline, candidate and control. An allow-list:
 * what is not named here never reaches the target, least of all secrets and runner settings.
 */
export function suiteEnvironment(
  place: SuitePlace,
  parent: Variables = process.env,
  freedom: Freedom = {},
): Record<string, string> {
  const { workspace, outDir } = place;
  const temp = tempOf(place);
  const user = parent.USER ?? parent.LOGNAME ?? 'user';
  return {
    ...toolHomes(suiteHome(place), parent).variables,
    ...FIXED,
    ...(freedom.network === 'on' ? {} : OFFLINE),
    PATH: [
      ...programFolders(place),
      ...machinePath(parent.PATH ?? '/usr/local/bin:/usr/bin:/bin'),
    ].join(delimiter),
    TZ: parent.TZ ?? 'UTC',
    ...homeVariables(place, freedom.home === 'real' ? parent.HOME : undefined),
    TMPDIR: temp,
    TEMP: temp,
    TMP: temp,
    USER: user,
    LOGNAME: user,
    // A suite's git must not find a repository around the workspace or the folder of ours.
    GIT_CEILING_DIRECTORIES: [dirname(workspace), dirname(outDir)].join(delimiter),
  };
}
