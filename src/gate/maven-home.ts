import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { userHomes } from '../adapters/confine.js';
import { asRecord, asText } from './json.js';

type Variables = Readonly<Record<string, string | undefined>>;

// Servers and proxies are nothing but credentials.
const SECRET =
  /^servers$|^proxies$|passw|passphrase|secret|token|credential|private.?key|api.?key/i;
const xml = { ignoreAttributes: true, parseTagValue: false };

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\/\/[^/@\s]*@/g, '//');
  if (Array.isArray(value)) return value.map(cleaned);
  const kept = Object.entries(asRecord(value)).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, cleaned(inner)]));
}

function settingsIn(text: string): Record<string, unknown> {
  try {
    return asRecord(asRecord(new XMLParser(xml).parse(text)).settings);
  } catch {
    return {};
  }
}

/**
 * Maven's user settings without servers, proxies, passwords and the like. Mirrors and repositories
 * stay: Maven takes an artifact from its local repository only for the id that it came from.
 */
export function withoutSecrets(settings: string): string {
  return new XMLBuilder(xml).build({ settings: cleaned(settingsIn(settings)) });
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The user's settings files that are there, with their texts. */
export function userSettings(): { path: string; text: string }[] {
  return userHomes()
    .map((home) => join(home, '.m2', 'settings.xml'))
    .flatMap((path) => {
      const text = read(path);
      return text === null ? [] : [{ path, text }];
    });
}

/** Local repository that the options in the environment name, or null. */
export function namedRepository(parent: Variables): string | null {
  const options = `${parent.MAVEN_ARGS ?? ''} ${parent.MAVEN_OPTS ?? ''}`;
  return /(?:^|\s)-Dmaven\.repo\.local=(\S+)/.exec(options)?.[1] ?? null;
}

/** Folders in which Maven keeps what it downloads. */
export function localRepositories(parent: Variables): string[] {
  const named = namedRepository(parent);
  const set = userSettings().map(({ text }) => asText(settingsIn(text).localRepository).trim());
  const usual = userHomes().map((home) => join(home, '.m2', 'repository'));
  return [...(named === null ? [] : [named]), ...set.filter(Boolean), ...usual];
}
