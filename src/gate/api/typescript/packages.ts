import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ListingInput } from '../listing.js';
import { isUnshipped } from './source-files.js';

/** A package of the workspace with the tracked files that are its own, relative to its folder. */
export interface Package {
  /** Folder relative to the workspace, `''` for the root. */
  dir: string;
  manifest: Record<string, unknown>;
  files: string[];
}

function readManifest(path: string): Record<string, unknown> | undefined {
  if (!existsSync(path)) return undefined;
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

/** A nested `package.json` without a name only sets the module type, so it bounds no package. */
function bounds(dir: string, manifest: Record<string, unknown>): boolean {
  return dir === '' || typeof manifest['name'] === 'string';
}

/**
 * Splits the workspace's files by their nearest package; those of test and example packages are left
 * out, and a workspace without any `package.json` is one package with an empty manifest. Throws on a
 * `package.json` that is not JSON.
 */
export function packagesOf({ workspace, files }: ListingInput): Package[] {
  const packages = new Map<string, Package>();
  const owners = new Map<string, string>();
  const owner = (dir: string): string => {
    const known = owners.get(dir);
    if (known !== undefined) return known;
    const manifest = readManifest(join(workspace, dir, 'package.json'));
    const parent = posix.dirname(dir);
    const found =
      manifest !== undefined && bounds(dir, manifest)
        ? dir
        : dir === ''
          ? ''
          : owner(parent === '.' ? '' : parent);
    if (found === dir && !packages.has(dir))
      packages.set(dir, { dir, manifest: manifest ?? {}, files: [] });
    owners.set(dir, found);
    return found;
  };
  for (const file of files) {
    const parent = posix.dirname(file);
    const dir = owner(parent === '.' ? '' : parent);
    packages.get(dir)?.files.push(dir === '' ? file : file.slice(dir.length + 1));
  }
  return [...packages.values()].filter(({ dir }) => !isUnshipped(`${dir}/`));
}
