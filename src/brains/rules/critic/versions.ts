import path from 'node:path';
import ts from 'typescript';
import { importersOf } from './importers.js';
import type { PatchedFile } from './patch.js';

/** One version of the changed file as the compiler sees it. */
export interface Version {
  text: string;
  sourceFile: ts.SourceFile;
  checker: ts.TypeChecker;
  /** Whether types tell `null` and `undefined` apart from other values. */
  strictNulls: boolean;
  /** Whether unused imports of TypeScript files are loaded all the same. */
  keepsImports: boolean;
  /** Syntax errors of the file, one line each. */
  syntaxErrors: string[];
  /** Type errors of the file and of its importers, without positions. */
  typeErrors: string[];
  /** What importers can see: exported names with their declared types, one line each. */
  surface: string[];
}

/** The changed file before and after, in one program with all its importers. */
export interface Versions {
  path: string;
  before: Version;
  after: Version;
}

const FORCED: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  declaration: true,
  declarationMap: false,
  sourceMap: false,
  inlineSourceMap: false,
  inlineSources: false,
  noEmit: false,
  composite: false,
  incremental: false,
  noUnusedLocals: false,
  noUnusedParameters: false,
  noErrorTruncation: true,
  removeComments: true,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
};

const DEFAULTS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  resolveJsonModule: true,
};

/** What the compiler says about missing annotations; no defect where JavaScript is not checked. */
const IMPLICIT_ANY = { from: 7000, to: 7999 };

function configured(workspace: string): ts.CompilerOptions {
  const file = ['tsconfig.json', 'jsconfig.json']
    .map((name) => path.join(workspace, name))
    .find((candidate) => ts.sys.fileExists(candidate));
  if (file === undefined) return DEFAULTS;
  const host: ts.ParseConfigHost = { ...ts.sys, readDirectory: () => [] };
  const read = ts.readConfigFile(file, (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(read.config ?? {}, host, workspace);
  return { ...DEFAULTS, ...options };
}

function isUncheckedJs(own: ts.CompilerOptions, file: PatchedFile): boolean {
  const checked = own.checkJs === true || /^\s*\/\/\s*@ts-check/m.test(file.before);
  return /\.[cm]?jsx?$/.test(file.path) && !checked;
}

/** Parsed files, kept so that the language's own declarations are read once per process. */
const documents = ts.createDocumentRegistry();
let loads = 0;

/** Loads both versions; the tree on disk is the one before the change and stays as it is. */
export function loadVersions(workspace: string, file: PatchedFile): Versions {
  const own = configured(workspace);
  const unchecked = isUncheckedJs(own, file);
  const options = { ...own, ...FORCED, ...(unchecked ? { strict: true } : {}) };
  const target = path.join(workspace, file.path);
  const watched = [target, ...importersOf(workspace, file.path, options)];
  let [text, version] = [file.before, `${(loads += 1)}.before`];
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => watched,
    getScriptVersion: (name) =>
      name === target ? version : name.includes('/node_modules/') ? 'installed' : `${loads}`,
    getScriptSnapshot: (name) => {
      const content = name === target ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCompilationSettings: () => options,
    getCurrentDirectory: () => workspace,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (name) => name === target || ts.sys.fileExists(name),
    readFile: (name) => (name === target ? text : ts.sys.readFile(name)),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
  };
  const service = ts.createLanguageService(host, documents);
  const before = readVersion(service, target, watched, unchecked);
  [text, version] = [file.after, `${loads}.after`];
  const after = readVersion(service, target, watched, unchecked);
  return { path: file.path, before, after };
}

function readVersion(
  service: ts.LanguageService,
  target: string,
  watched: readonly string[],
  unchecked: boolean,
): Version {
  const program = service.getProgram();
  const sourceFile = program?.getSourceFile(target);
  if (program === undefined || sourceFile === undefined)
    throw new Error(`the compiler does not load ${target}`);
  const { strict, strictNullChecks = strict, verbatimModuleSyntax } = program.getCompilerOptions();
  const isNoise = ({ code }: ts.Diagnostic): boolean =>
    unchecked && code >= IMPLICIT_ANY.from && code <= IMPLICIT_ANY.to;
  return {
    text: sourceFile.text,
    sourceFile,
    checker: program.getTypeChecker(),
    strictNulls: strictNullChecks ?? true,
    keepsImports: verbatimModuleSyntax ?? false,
    syntaxErrors: service.getSyntacticDiagnostics(target).map(describe),
    typeErrors: watched.flatMap((name) =>
      service
        .getSemanticDiagnostics(name)
        .filter((diagnostic) => !isNoise(diagnostic))
        .map(describe),
    ),
    surface: surfaceOf(service, program.getTypeChecker(), sourceFile),
  };
}

function describe(diagnostic: ts.Diagnostic): string {
  const place = diagnostic.file === undefined ? '' : path.basename(diagnostic.file.fileName);
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  return `${place}: TS${diagnostic.code} ${message}`.replace(/\s+/g, ' ');
}

const PRIVATE_MEMBER = /^(?:static )?(?:private\b|#)/;

function surfaceOf(
  service: ts.LanguageService,
  checker: ts.TypeChecker,
  sourceFile: ts.SourceFile,
): string[] {
  const { outputFiles } = service.getEmitOutput(sourceFile.fileName, true, true);
  const emitted = outputFiles.find(({ name }) => /\.d\.[cm]?ts$/.test(name))?.text;
  const symbol = checker.getSymbolAtLocation(sourceFile);
  const names =
    symbol === undefined ? [] : checker.getExportsOfModule(symbol).map((each) => each.name);
  const lines = (emitted ?? '').split('\n').map((line) => line.trim());
  return [
    ...names.map((name) => `export ${name}`),
    ...lines.filter((line) => line !== '' && !PRIVATE_MEMBER.test(line)),
  ];
}
