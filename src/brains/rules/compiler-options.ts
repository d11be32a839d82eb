import { join } from 'node:path';
import ts from 'typescript';

const FALLBACK: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.Preserve,
  strict: false,
  strictNullChecks: true,
};

const ALWAYS: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
  sourceMap: false,
  inlineSourceMap: false,
  declarationMap: false,
  allowNonTsExtensions: true,
};

/** The compiler options of the repository's tsconfig.json, else sensible ones; JavaScript is checked too. */
export function compilerOptions(root: string): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json');
  if (!ts.sys.fileExists(path)) return { ...FALLBACK, ...ALWAYS };
  const read = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  const host: ts.ParseConfigHost = {
    ...ts.sys,
    useCaseSensitiveFileNames: true,
    readDirectory: () => [],
  };
  const { options } = ts.parseJsonConfigFileContent(read.config ?? {}, host, root);
  delete options.tsBuildInfoFile;
  return { ...options, ...ALWAYS };
}
