import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { compilerOptions } from './compiler-options.js';
import { isCodePath, isHandWritten } from './eligible.js';
import type { RuleContext } from './rule.js';

/** The code files of a workspace as the rules see them: one language service, made on first use. */
export interface Project {
  /** The files of the scope that rules may read and change, in the order of the scope. */
  contexts(): RuleContext[];
  /** One file of the scope; undefined when it is missing, generated, or does not parse. */
  context(path: string): RuleContext | undefined;
  service(): ts.LanguageService;
  fileName(path: string): string;
  /** Takes a new scope and overlay (path → text) and reads again what changed on disk. */
  update(scope: readonly string[], overlay?: ReadonlyMap<string, string>): void;
}

interface KnownFile {
  text: string;
  version: number;
}

function readText(fileName: string): string | undefined {
  try {
    return readFileSync(fileName, 'utf8');
  } catch {
    return undefined;
  }
}

function diskVersion(fileName: string): string {
  const stat = statSync(fileName, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'missing' : `${stat.mtimeNs}:${stat.size}`;
}

/** Opens the scope (workspace-relative paths) of a workspace; nothing is read but these files. */
export function createProject(
  root: string,
  scope: readonly string[],
  overlay?: ReadonlyMap<string, string>,
): Project {
  const known = new Map<string, KnownFile>();
  const disk = new Map<string, string>();
  let versions = 0;
  let eligible = new Set<string>();
  let service: ts.LanguageService | undefined;
  const fileName = (path: string): string => posix.join(root, path);

  const update: Project['update'] = (paths, changed = new Map()) => {
    const wanted = new Set([...paths, ...changed.keys()].filter(isCodePath));
    const names = new Set([...wanted].map(fileName));
    for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    for (const path of wanted) {
      const name = fileName(path);
      const text = changed.get(path) ?? readText(name);
      if (text === undefined) known.delete(name);
      else if (known.get(name)?.text !== text) known.set(name, { text, version: ++versions });
    }
    const isHandWrittenFile = (path: string): boolean => {
      const file = known.get(fileName(path));
      return file !== undefined && isHandWritten(file.text);
    };
    eligible = new Set(paths.filter(isHandWrittenFile));
    disk.clear();
  };

  const getService = (): ts.LanguageService => {
    service ??= ts.createLanguageService(serviceHost(root, known, disk));
    return service;
  };

  const contextIn = (program: ts.Program | undefined, path: string): RuleContext | undefined => {
    const sourceFile = program?.getSourceFile(fileName(path));
    if (program === undefined || sourceFile === undefined) return undefined;
    if (program.getSyntacticDiagnostics(sourceFile).length > 0) return undefined;
    const checker = (): ts.TypeChecker => program.getTypeChecker();
    return { path, text: sourceFile.text, sourceFile, checker, service: getService, fileName };
  };

  update(scope, overlay);
  return {
    contexts() {
      const program = eligible.size === 0 ? undefined : getService().getProgram();
      return [...eligible].flatMap((path) => contextIn(program, path) ?? []);
    },
    context: (path) =>
      eligible.has(path) ? contextIn(getService().getProgram(), path) : undefined,
    service: getService,
    fileName,
    update,
  };
}

/** Files of the scope have the texts in `known`; versions of others are looked up once per update. */
function serviceHost(
  root: string,
  known: ReadonlyMap<string, KnownFile>,
  disk: Map<string, string>,
): ts.LanguageServiceHost {
  const options = compilerOptions(root);
  const text = (name: string): string | undefined => known.get(name)?.text ?? ts.sys.readFile(name);
  const versionOnDisk = (name: string): string => {
    const version = disk.get(name) ?? diskVersion(name);
    disk.set(name, version);
    return version;
  };
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...known.keys()],
    getScriptVersion: (name) => `${known.get(name)?.version ?? versionOnDisk(name)}`,
    getScriptSnapshot: (name) => {
      const content = text(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (name) => known.has(name) || ts.sys.fileExists(name),
    readFile: text,
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
    useCaseSensitiveFileNames: () => true,
  };
}
