import { chmod, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { resolved, type Clone } from './link-back.js';

const HEAD_BYTES = 1024;
const DIRECT = /^#!(\/.*\/python[\w.]*)((?: .*)?)\n/;
/** How installers start an interpreter whose path is long or holds spaces. */
const BY_SHELL = /^#!\/bin\/sh\n'''exec' "?(\/.*\/python[\w.]*)"?((?: .*)?) "\$0" "\$@"\n' '''\n/;

/** Both a shell script that starts the interpreter beside it, and the begin of a Python program. */
const beside = (interpreter: string, flags: string): string =>
  [
    '#!/bin/sh',
    `'''exec' "$(dirname -- "$(realpath -- "$0")")"/'${interpreter}'${flags} "$0" "$@"`,
    "' '''",
    '',
  ].join('\n');

/** Makes the programs of an environment start its own interpreter, wherever it stands. */
export async function settlePrograms({ top, root }: Clone, environment: string): Promise<void> {
  const bin = await resolved(join(top, environment, 'bin'));
  const folder = join(root, environment, 'bin');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of bin === undefined ? [] : entries) {
    const file = join(folder, entry.name);
    if (!entry.isFile()) continue;
    const head = await headOf(file);
    const [header, interpreter = '', flags = ''] = DIRECT.exec(head) ?? BY_SHELL.exec(head) ?? [];
    if (header === undefined || (await resolved(dirname(interpreter))) !== bin) continue;
    // What follows need not be text.
    const rest = (await readFile(file)).subarray(Buffer.byteLength(header));
    await rewrite(file, Buffer.concat([Buffer.from(beside(basename(interpreter), flags)), rest]));
  }
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Writes a file that is there, read-only or not, and keeps its mode. */
export async function rewrite(file: string, content: string | Buffer): Promise<void> {
  const { mode } = await stat(file);
  await chmod(file, mode | 0o200);
  await writeFile(file, content);
  await chmod(file, mode);
}
