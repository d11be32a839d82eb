import { parse } from 'smol-toml';
import { asRecord } from '../../json.js';
import type { Repository } from '../repository.js';

/** A TOML file as an object; empty when it cannot be read. */
export async function readToml(repo: Repository, path: string): Promise<Record<string, unknown>> {
  try {
    return asRecord(parse(await repo.read(path)));
  } catch {
    return {};
  }
}

/** The table at a path of keys; null when there is none. */
export function tableAt(
  value: Record<string, unknown>,
  ...keys: string[]
): Record<string, unknown> | null {
  let at: unknown = value;
  for (const key of keys) {
    const table = asRecord(at);
    if (!(key in table)) return null;
    at = table[key];
  }
  return asRecord(at);
}
