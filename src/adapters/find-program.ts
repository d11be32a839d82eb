import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';

const LONGEST_SHEBANG = 256;

/** Path of a program as `execvp` would find it, or null. */
export async function findProgram(name: string, cwd: string, path = ''): Promise<string | null> {
  const folders = name.includes('/') ? [cwd] : path.split(delimiter);
  for (const folder of folders) {
    const candidate = resolve(cwd, folder, name);
    const usable = await access(candidate, constants.X_OK).then(
      async () => (await stat(candidate)).isFile(),
      () => false,
    );
    if (usable) return candidate;
  }
  return null;
}

/** Absolute path of the interpreter that the first line of a script names, or null. */
export const interpreterIn = (text: string): string | null =>
  /^#![ \t]*(\/[^\s\0]*)\s/.exec(text)?.[1] ?? null;

/** The interpreter that a script names in its first line and that is not there, or null. */
export async function missingInterpreter(program: string): Promise<string | null> {
  const file = await open(program).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_SHEBANG));
    const start = buffer.toString('utf8', 0, bytesRead);
    const interpreter = interpreterIn(start);
    if (interpreter === null) return null;
    const found = await stat(interpreter).catch(() => null);
    return found === null ? interpreter : null;
  } finally {
    await file.close();
  }
}
