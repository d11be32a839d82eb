import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Where one suite runs: its working copy, and a folder of ours for its HOME and TMPDIR. */
export interface SuitePlace {
  workspace: string;
  outDir: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Tools that live in the real HOME and would not be found from an empty one. */
const TOOL_HOMES: Readonly<Record<string, string>> = {
  PYENV_ROOT: '.pyenv',
  NVM_DIR: '.nvm',
  VOLTA_HOME: '.volta',
  ASDF_DIR: '.asdf',
  ASDF_DATA_DIR: '.asdf',
  MISE_DATA_DIR: '.local/share/mise',
  PNPM_HOME: '.local/share/pnpm',
  COREPACK_HOME: '.cache/node/corepack',
  PYTHONUSERBASE: '.local',
};

// No NO_COLOR: suites test their own colours; ours are stripped when read.
const FIXED: Readonly<Record<string, string>> = {
  CI: '1',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  SHELL: '/bin/sh',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONHASHSEED: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  NX_DAEMON: 'false',
  NX_SKIP_NX_CACHE: 'true',
  TURBO_FORCE: 'true',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  HUSKY: '0',
  npm_config_update_notifier: 'false',
};

function toolHomes(parent: Variables): Record<string, string> {
  const home = parent.HOME ?? homedir();
  const found = Object.entries(TOOL_HOMES).flatMap(([name, folder]) => {
    const given = parent[name];
    if (given !== undefined) return [[name, given] as const];
    const usual = join(home, folder);
    return existsSync(usual) ? [[name, usual] as const] : [];
  });
  return Object.fromEntries(found);
}

/** HOME of a suite. */
export const homeOf = (place: SuitePlace): string => join(place.outDir, 'home');
/** TMPDIR of a suite. */
export const tempOf = (place: SuitePlace): string => join(place.outDir, 'tmp');

/**
 * The whole environment of a suite, the same for baseline, candidate and control. An allow-list:
 * what is not named here never reaches the target, least of all secrets and runner settings.
 */
export function suiteEnvironment(
  place: SuitePlace,
  parent: Variables = process.env,
): Record<string, string> {
  const { workspace, outDir } = place;
  const temp = tempOf(place);
  const bins = ['node_modules/.bin', '.venv/bin', 'venv/bin'].map((bin) => join(workspace, bin));
  const user = parent.USER ?? parent.LOGNAME ?? 'user';
  return {
    ...toolHomes(parent),
    ...FIXED,
    PATH: [...bins, parent.PATH ?? '/usr/local/bin:/usr/bin:/bin'].join(delimiter),
    TZ: parent.TZ ?? 'UTC',
    HOME: homeOf(place),
    XDG_CONFIG_HOME: join(homeOf(place), '.config'),
    XDG_CACHE_HOME: join(homeOf(place), '.cache'),
    XDG_DATA_HOME: join(homeOf(place), '.local/share'),
    TMPDIR: temp,
    TEMP: temp,
    TMP: temp,
    USER: user,
    LOGNAME: user,
    // A suite's git must not find a repository around the workspace or the folder of ours.
    GIT_CEILING_DIRECTORIES: [dirname(workspace), dirname(outDir)].join(delimiter),
  };
}
