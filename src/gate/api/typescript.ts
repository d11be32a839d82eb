/**
 * The public API of TypeScript and JavaScript by the compiler that refactor-loop ships, whatever the
 * project itself uses. Nothing is built and nothing of the project is run. The same API gives the
 * same lines: unions and object members are sorted, positions and file names are left out.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { unlistedLine } from './language.js';
import type { ApiListing, ListingInput } from './listing.js';
import { createHost, moduleSymbol, readConfiguration } from './typescript/compiler.js';
import { packagesOf, type Package } from './typescript/packages.js';
import { TypePrinter } from './typescript/printer.js';
import { planEntries, type EntryModule } from './typescript/resolve.js';
import { isCode, isDeclaration, isUnshipped } from './typescript/source-files.js';
import { exportsOf, resolveAlias } from './typescript/exports.js';
import { ModuleLister, type SymbolContext } from './typescript/symbols.js';

interface Loaded extends EntryModule {
  symbol: ts.Symbol;
}

function load(modules: EntryModule[], program: ts.Program, folder: string): Loaded[] {
  return modules.flatMap((module) => {
    const file = program.getSourceFile(join(folder, module.file));
    const symbol = file && moduleSymbol(file);
    return symbol === undefined ? [] : [{ ...module, symbol }];
  });
}

function publicSymbols(modules: Loaded[], checker: ts.TypeChecker, root: string): Set<ts.Symbol> {
  return new Set(
    modules.flatMap(({ symbol }) =>
      [...exportsOf(symbol, checker, root).values()].flatMap((exported) => {
        const target = resolveAlias(exported, checker);
        if (!(target.flags & ts.SymbolFlags.Value)) return [target];
        const shape = checker.getTypeOfSymbol(target).symbol as ts.Symbol | undefined;
        return shape === undefined ? [target] : [target, shape];
      }),
    ),
  );
}

/** Codes of what TypeScript calls an error only because a file is plain JavaScript. */
const isForeignSyntax = (code: number): boolean => code >= 8000 && code < 9000;

/** A line for each file that the compiler could not read whole; what it made of it is listed too. */
function damagedFiles(program: ts.Program, folder: string): string[] {
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${folder}/`) && !isInstalled(fileName))
    .filter((file) =>
      program.getSyntacticDiagnostics(file).some(({ code }) => !isForeignSyntax(code)),
    )
    .map(({ fileName }) => unlistedLine(fileName.slice(folder.length + 1), 'syntax error'));
}

function isInstalled(fileName: string): boolean {
  return fileName.includes('/node_modules/');
}

function listPackage(pkg: Package, workspace: string): string[] {
  const { options, layouts } = readConfiguration(workspace, pkg.dir);
  const { modules, lines } = planEntries(pkg, workspace, layouts);
  const folder = join(workspace, pkg.dir);
  const ambient = pkg.files.filter((file) => isDeclaration(file) && !isUnshipped(file));
  const roots = [...new Set([...modules.map(({ file }) => file), ...ambient])];
  const program = ts.createProgram(
    roots.map((file) => join(folder, file)),
    options,
    createHost(options, folder),
  );
  const checker = program.getTypeChecker();
  const loaded = load(modules, program, folder);
  const exported = publicSymbols(loaded, checker, workspace);
  const context: SymbolContext = {
    checker,
    printer: new TypePrinter(checker, workspace),
    root: workspace,
    isPublic: (symbol) => exported.has(symbol),
  };
  const symbols = loaded.flatMap(({ label, symbol }) => {
    const lister = new ModuleLister(label, context);
    lister.module(symbol, '');
    return lister.lines;
  });
  return [...lines, ...symbols, ...damagedFiles(program, folder)].map((line) =>
    pkg.dir === '' ? line : `${pkg.dir}:${line}`,
  );
}

/**
 * Lists the public API of a workspace, one symbol a line: `entry kind path: signature`, sorted.
 * `manifest-only` when the workspace has no JavaScript or TypeScript. Blocks for a second or more;
 * throws on a `package.json` that is not JSON.
 */
export function listTypeScript({ workspace, files }: ListingInput): ApiListing {
  if (!files.some((file) => isCode(file) && !isUnshipped(file)))
    return { kind: 'manifest-only', why: 'no JavaScript or TypeScript sources' };
  const root = realpathSync(workspace);
  const symbols = packagesOf({ workspace: root, files })
    .filter((pkg) => pkg.files.some(isCode))
    .flatMap((pkg) => listPackage(pkg, root))
    .map((line) => line.replace(/\s+/g, ' ').trim());
  return { kind: 'listed', symbols: [...new Set(symbols)].sort() };
}
