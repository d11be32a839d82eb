import path from 'node:path';
import ts from 'typescript';
import { isCodePath } from '../eligible.js';

const EXTENSIONS = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'];

function mentions(text: string, file: string): boolean {
  const base = path.parse(file).name;
  return text.includes(base === 'index' ? path.basename(path.dirname(file)) : base);
}

function imports(from: string, text: string, to: string, options: ts.CompilerOptions): boolean {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.some(
      (reference) =>
        ts.resolveModuleName(reference.fileName, from, options, ts.sys).resolvedModule
          ?.resolvedFileName === to,
    );
}

/** Absolute paths of the code files that import a file; `file` is relative to the workspace. */
export function importersOf(
  workspace: string,
  file: string,
  options: ts.CompilerOptions,
): string[] {
  const target = path.join(workspace, file);
  return ts.sys
    .readDirectory(workspace, EXTENSIONS, ['**/node_modules', '**/.*'])
    .filter((candidate) => candidate !== target && isCodePath(path.relative(workspace, candidate)))
    .filter((candidate) => {
      const text = ts.sys.readFile(candidate) ?? '';
      return mentions(text, file) && imports(candidate, text, target, options);
    });
}
