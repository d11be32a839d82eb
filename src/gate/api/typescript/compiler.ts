import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';
import type { OutputLayout } from './source-of.js';

const CONFIG_NAMES = [
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.lib.json',
  'tsconfig.app.json',
  'tsconfig.src.json',
  'jsconfig.json',
];

/** Settings that listing needs whatever the project says: read everything, write nothing. */
const FORCED: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  maxNodeModuleJsDepth: 0,
  noEmit: true,
  composite: false,
  incremental: false,
  skipLibCheck: true,
};

const WITHOUT_CONFIG: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
};

function parseConfig(path: string): ts.CompilerOptions {
  const read: { config?: unknown } = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    readDirectory: () => [],
  };
  return ts.parseJsonConfigFileContent(read.config, host, dirname(path), undefined, path).options;
}

/** The compiler settings of a package and the output layouts that its configurations name. */
export interface Configuration {
  options: ts.CompilerOptions;
  layouts: OutputLayout[];
}

/**
 * Reads a package's compiler settings from its own or the workspace's configuration file, or falls
 * back to lenient ones that resolve both module systems.
 */
export function readConfiguration(workspace: string, packageDir: string): Configuration {
  const root = join(workspace, packageDir);
  const paths = [...new Set([root, workspace])].flatMap((folder) =>
    CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path)),
  );
  const all = paths.map(parseConfig);
  const inPackage = (path: string): string => {
    const inside = relative(root, path).split(sep).join(posix.sep);
    return inside.startsWith('..') ? '' : inside;
  };
  const layouts = all.flatMap(({ outDir, declarationDir, rootDir }) =>
    [outDir, declarationDir].flatMap((folder) =>
      folder === undefined
        ? []
        : (rootDir === undefined ? ['src', ''] : [inPackage(rootDir)]).map((source) => ({
            outDir: inPackage(folder),
            rootDir: source,
          })),
    ),
  );
  // A solution file that only refers to others says nothing about how its sources are read.
  const chosen = all.find((options) => Object.keys(options).length > 1) ?? WITHOUT_CONFIG;
  return { options: { types: ['*'], ...chosen, ...FORCED }, layouts };
}

const libraryFiles = new Map<string, ts.SourceFile | undefined>();

/** A compiler host that works in `folder` and parses the language's own libraries only once. */
export function createHost(options: ts.CompilerOptions, folder: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const libraries = `${dirname(ts.getDefaultLibFilePath(options))}/`;
  const parse = host.getSourceFile.bind(host);
  // Ambient types are looked up from here when no configuration file says otherwise.
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (name, how, ...rest) => {
    if (!name.startsWith(libraries)) return parse(name, how, ...rest);
    const key = `${name} ${String(options.target)}`;
    if (!libraryFiles.has(key)) libraryFiles.set(key, parse(name, how, ...rest));
    return libraryFiles.get(key);
  };
  return host;
}

/** The symbol of a module file, CommonJS too; undefined for a script without exports. */
export function moduleSymbol(file: ts.SourceFile): ts.Symbol | undefined {
  // The checker's public door answers for ES modules only; CommonJS files hold theirs themselves.
  return (file as ts.SourceFile & { symbol?: ts.Symbol }).symbol;
}
