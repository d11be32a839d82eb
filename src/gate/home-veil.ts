import { existsSync, realpathSync } from 'node:fs';
import type { Sandbox } from '../adapters/sandbox.js';
import { userHomes } from '../adapters/confine.js';
import { isBelow } from '../adapters/link-back.js';
import { installations } from './installations.js';

/** What a step starts: its words, and the folders in which programs are looked up. */
export interface Started {
  argv: readonly string[];
  path: string;
}

/** Where users are at home, whoever runs the gate. */
const HOMES = ['/home', '/root'];
/** Also the home of some users, without which nothing runs. */
const SYSTEM = ['/usr', '/etc', '/bin', '/sbin', '/lib', '/lib64', '/dev', '/proc', '/sys', '/nix'];

/** Where the programs of the host listen; some version managers put the folders of a PATH there. */
const RUN = '/run';

function homesToVeil(): string[] {
  const users = userHomes().filter((home) => existsSync(home));
  // A link to a home would be gone with the folder in which it stands.
  const others = HOMES.filter(
    (folder) =>
      existsSync(folder) &&
      !users.some((home) => isBelow(folder, home) && !isBelow(folder, realpathSync(home))),
  );
  return [...others, ...users].filter(
    (home) => home !== '/' && !SYSTEM.some((folder) => isBelow(folder, home)),
  );
}

/**
 * The homes of this machine, of which a step with a HOME of its own sees nothing but the homes of
 * tools and what the programs that it can start are made of.
 */
export function veilOf(
  home: 'own' | 'real',
  toolHomes: readonly string[],
  { argv, path }: Started,
): Required<Pick<Sandbox, 'veiled' | 'shown'>> {
  const veiled = home === 'real' ? [] : homesToVeil();
  const holdsHome = (folder: string) => veiled.some((one) => isBelow(folder, one));
  const programs = installations(argv, path, [...veiled, RUN]);
  return { veiled, shown: [...toolHomes, ...programs].filter((folder) => !holdsHome(folder)) };
}
