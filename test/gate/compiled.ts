import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { makeFolder, writeFiles } from '../helpers/git-repo.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };

/**
 * A folder with sources, files or whole folders of `src/`, compiled to `dist/` as the build does,
 * and a script `driver.js`: for processes that a test kills or that run the code under test.
 */
export async function compiled(sources: string[], driver: string): Promise<string> {
  const folder = await makeFolder();
  const listed = await Promise.all(sources.map(filesOf));
  for (const source of listed.flat()) {
    const text = await readFile(join(ROOT, 'src', source), 'utf8');
    const target = join(folder, 'dist', source.replace(/ts$/, 'js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, ts.transpileModule(text, { compilerOptions }).outputText);
  }
  await writeFiles(folder, { 'package.json': '{"type":"module"}', 'driver.js': driver });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function filesOf(source: string): Promise<string[]> {
  if (source.endsWith('.ts')) return [source];
  const names = await readdir(join(ROOT, 'src', source), { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(source, name));
}
