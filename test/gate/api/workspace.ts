import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listTypeScript } from '../../../src/gate/api/typescript.js';

/** Files of a workspace by path; an object is written as JSON. */
export type Files = Record<string, string | object>;

/** Writes the files to a new temporary folder and gives its path. */
export function writeWorkspace(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'refactor-loop-api-')));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The listing of a workspace that holds just these files; those in `node_modules` are not tracked. */
export function listFiles(files: Files): string[] {
  const workspace = writeWorkspace(files);
  try {
    const tracked = Object.keys(files).filter((path) => !path.includes('node_modules/'));
    const listing = listTypeScript({ workspace, files: tracked });
    if (listing.kind !== 'listed') throw new Error(listing.why);
    return listing.symbols;
  } finally {
    rmSync(workspace, { recursive: true });
  }
}
