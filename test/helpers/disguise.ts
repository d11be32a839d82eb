import ts from 'typescript';

type Files = Record<string, string>;
interface Edit {
  path: string;
  start: number;
  end: number;
  text: string;
}

const ROOT = '/project/';
const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: [],
  noLib: true,
};

/**
 * The same project in other clothes: functions that stand alone moved to the next module, every
 * name that is not a property replaced by a made-up one of the same length, and other indentation.
 * Keys are paths relative to the project; modules are the `.js` files below `src`.
 */
export function disguise(files: Files): Files {
  return reindent(renameAll(moveFunctions(files)));
}

/** The names that the modules below `src` declare at top level. */
export function topLevelNames(files: Files): string[] {
  const project = openProject(files);
  return modulesOf(files).flatMap((path) => [...topLevelDeclarations(project.source(path)).keys()]);
}

function modulesOf(files: Files): string[] {
  return scriptsOf(files).filter((path) => path.startsWith('src/'));
}

function scriptsOf(files: Files): string[] {
  return Object.keys(files)
    .filter((path) => path.endsWith('.js'))
    .sort();
}

interface Project {
  service: ts.LanguageService;
  checker: ts.TypeChecker;
  source(path: string): ts.SourceFile;
}

/** A language service over the given texts; only TypeScript's own library is read from the disk. */
function openProject(files: Files): Project {
  const texts = new Map(Object.entries(files).map(([path, text]) => [ROOT + path, text]));
  const read = (name: string) => texts.get(name) ?? ts.sys.readFile(name);
  const service = ts.createLanguageService({
    getScriptFileNames: () => scriptsOf(files).map((path) => ROOT + path),
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => OPTIONS,
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: read,
  });
  const program = service.getProgram();
  if (!program) {
    throw new Error('the language service made no program');
  }
  const source = (path: string) => {
    const file = program.getSourceFile(ROOT + path);
    if (!file) {
      throw new Error(`not in the program: ${path}`);
    }
    return file;
  };
  return { service, checker: program.getTypeChecker(), source };
}

function topLevelDeclarations(source: ts.SourceFile): Map<string, ts.Statement> {
  const found = new Map<string, ts.Statement>();
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        found.set(name.getText(source), statement);
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      found.set(statement.name?.text ?? 'default', statement);
    }
  }
  return found;
}

// ------------------------------------------------------------------ move

function moveFunctions(files: Files): Files {
  const modules = modulesOf(files);
  const project = openProject(files);
  const moves = modules.flatMap((from, index) => {
    const to = modules[(index + 1) % modules.length] ?? from;
    return functionsThatStandAlone(project.source(from)).map((name) => ({ name, from, to }));
  });
  return moves.reduce(moveFunction, files);
}

/** Exported functions that neither use nor serve another declaration of their module. */
function functionsThatStandAlone(source: ts.SourceFile): string[] {
  const declarations = topLevelDeclarations(source);
  const mentions = (where: ts.Node, name: string) => {
    let found = false;
    walk(where, source, (node) => {
      found ||= ts.isIdentifier(node) && node.text === name && !isInJsDoc(node);
    });
    return found;
  };
  return [...declarations].flatMap(([name, statement]) => {
    const exported = ts.isFunctionDeclaration(statement) && isExported(statement);
    const others = [...declarations].filter(([, other]) => other !== statement);
    const tied = others.some(([other, at]) => mentions(statement, other) || mentions(at, name));
    return exported && !tied ? [name] : [];
  });
}

function moveFunction(files: Files, move: { name: string; from: string; to: string }): Files {
  const project = openProject(files);
  const source = project.source(move.from);
  const statement = topLevelDeclarations(source).get(move.name);
  const refactor = 'Move to file';
  const moved =
    statement &&
    project.service.getEditsForRefactor(
      source.fileName,
      ts.getDefaultFormatCodeSettings('\n'),
      { pos: statement.getStart(source), end: statement.end },
      refactor,
      refactor,
      { quotePreference: 'single', allowTextChangesInNewFiles: true },
      { targetFile: ROOT + move.to },
    );
  if (!statement || !moved) {
    throw new Error(`cannot move ${move.name}`);
  }
  const begin = startWithOwnComment(statement, source);
  const verbatim = withFullTypeNames(statement, begin, project, source);
  const edits = moved.edits.flatMap(({ fileName, textChanges }) =>
    textChanges.map(({ span, newText }) => {
      const end = span.start + span.length;
      const takesAway = fileName === source.fileName && span.start <= begin && end >= statement.end;
      return {
        path: fileName.slice(ROOT.length),
        // Comments with types stand above the function by chance and stay.
        start: takesAway ? begin : span.start,
        end,
        // The refactoring prints code anew; the disguise keeps it as it was written.
        text: newText.includes(`function ${move.name}(`) ? `\n${verbatim}\n` : newText,
      };
    }),
  );
  return applyEdits(files, edits);
}

function startWithOwnComment(node: ts.Node, source: ts.SourceFile): number {
  const comment = node.getChildren(source).filter(ts.isJSDoc).at(-1);
  const ownsTypes = comment?.tags?.some(ts.isJSDocTypedefTag) ?? false;
  return comment && !ownsTypes ? comment.pos : node.getStart(source);
}

/** A declaration with its comment, types of its own module written as `import('./x.js').Name`. */
function withFullTypeNames(
  node: ts.Node,
  start: number,
  project: Project,
  source: ts.SourceFile,
): string {
  const edits: Edit[] = [];
  walk(node, source, (inner) => {
    if (!ts.isTypeReferenceNode(inner) || inner.pos < start) {
      return;
    }
    const declared = project.checker.getSymbolAtLocation(inner.typeName)?.declarations?.[0];
    if (declared?.getSourceFile() === source) {
      const at = inner.getStart(source) - start;
      const text = `import('./${source.fileName.replace(/^.*\//, '')}').`;
      edits.push({ path: '', start: at, end: at, text });
    }
  });
  return applyEdits({ '': source.text.slice(start, node.end) }, edits)[''] ?? '';
}

// ------------------------------------------------------------------ rename

function renameAll(files: Files): Files {
  const project = openProject(files);
  const taken = new Set<string>();
  const names: { at: ts.Identifier; path: string }[] = [];
  for (const path of scriptsOf(files)) {
    const source = project.source(path);
    walk(source, source, (node) => {
      if (ts.isIdentifier(node)) {
        taken.add(node.text);
        if (isDeclaredName(node)) {
          names.push({ at: node, path });
        }
      }
    });
  }
  const edits = names.flatMap(({ at, path }, index) => {
    const name = madeUpName(index, at.text, taken);
    const locations = project.service.findRenameLocations(
      ROOT + path,
      at.getStart(project.source(path)),
      false,
      false,
      { providePrefixAndSuffixTextForRename: !isExported(at.parent) },
    );
    return (locations ?? []).map(({ fileName, textSpan, prefixText = '', suffixText = '' }) => ({
      path: fileName.slice(ROOT.length),
      start: textSpan.start,
      end: textSpan.start + textSpan.length,
      text: prefixText + name + suffixText,
    }));
  });
  return applyEdits(files, edits);
}

function isDeclaredName(node: ts.Identifier): boolean {
  const { parent } = node;
  const declares =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isJSDocTypedefTag(parent);
  return declares && parent.name === node;
}

/** A word of the same length (at least 4) and the same case, the n-th one of its kind. */
function madeUpName(n: number, original: string, taken: Set<string>): string {
  const syllable = (i: number) => 'bdfgklmnprstvz'.charAt(i / 5) + 'aeiou'.charAt(i % 5);
  const word = syllable(Math.floor(n / 70) % 70) + syllable(n % 70);
  const long = word.padEnd(original.length, 'xo');
  const name =
    original === original.toUpperCase()
      ? long.toUpperCase()
      : /^[A-Z]/.test(original)
        ? long.charAt(0).toUpperCase() + long.slice(1)
        : long;
  return taken.has(name) ? `${name}q` : name;
}

// ------------------------------------------------------------------ indentation

/** Tabs in every other script, four spaces in the rest, instead of two spaces. */
function reindent(files: Files): Files {
  const project = openProject(files);
  const edits = scriptsOf(files).flatMap((path, index) => {
    const unit = index % 2 === 0 ? '\t' : '    ';
    const source = project.source(path);
    const fixed: { start: number; end: number }[] = [];
    walk(source, source, (node) => {
      if (ts.isTemplateLiteral(node)) {
        fixed.push({ start: node.getStart(source), end: node.end });
      }
    });
    return [...source.text.matchAll(/^(?: {2})+/gm)]
      .filter(({ index: at }) => !fixed.some(({ start, end }) => start < at && at < end))
      .map(({ index: at, 0: { length } }) => ({
        path,
        start: at,
        end: at + length,
        text: unit.repeat(length / 2),
      }));
  });
  return applyEdits(files, edits);
}

// ------------------------------------------------------------------ shared

/** Visits a node and all below it, comments' types too. */
function walk(node: ts.Node, source: ts.SourceFile, visit: (node: ts.Node) => void): void {
  visit(node);
  for (const child of node.getChildren(source)) {
    walk(child, source, visit);
  }
}

function isInJsDoc(node: ts.Node): boolean {
  return ts.findAncestor(node, ts.isJSDoc) !== undefined;
}

function isExported(node: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function applyEdits(files: Files, edits: Edit[]): Files {
  const result = { ...files };
  for (const { path, start, end, text } of [...edits].sort((a, b) => b.start - a.start)) {
    const old = result[path] ?? '';
    result[path] = old.slice(0, start) + text + old.slice(end);
  }
  return result;
}
