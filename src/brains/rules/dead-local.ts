import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { type Collector, collector } from './collector.js';
import { hasDynamicScope, wholeWord } from './extract/doc-names.js';
import { importBindings, keepBindings } from './extract/import-removal.js';
import { hasNoEffect, isBuiltinRequire, requiredModule } from './extract/purity.js';
import { removalEdit } from './extract/removal.js';
import { isScript } from './extract/script.js';
import { unusedNames } from './extract/unused.js';
import type { Rule, RuleContext, TextEdit } from './rule.js';
import { isMarkedOff } from './syntax/comments.js';
import { placeName } from './syntax/functions.js';
import { linesOf } from './syntax/text.js';
import { walk } from './syntax/walk.js';

const MAX_LINES = 80;
const MAY_LOAD = 'loading the module may have an effect';

type IsUnused = ReturnType<typeof unusedNames>;

interface Search {
  context: RuleContext;
  found: Collector;
  isUnused: IsUnused;
}

/** Functions, imports, variables and private members that nothing uses. */
export const deadLocal: Rule = {
  id: 'dead-local',
  refactoring: 'Remove Dead Code',
  detect(context) {
    const { sourceFile } = context;
    const found = collector(context, this);
    if (hasDynamicScope(sourceFile)) return found.detection;
    const search: Search = { context, found, isUnused: unusedNames(context) };
    walk(sourceFile, (node) => {
      if (ts.isFunctionDeclaration(node)) unusedFunction(search, node);
      else if (ts.isVariableStatement(node)) unusedVariable(search, node);
      else if (ts.isImportDeclaration(node)) unusedImport(search, node);
      else if (ts.isClassElement(node)) unusedMember(search, node);
    });
    return found.detection;
  },
};

function offer(search: Search, node: ts.Node, thing: string, edit: TextEdit | undefined): void {
  const { sourceFile } = search.context;
  const { startLine, endLine } = linesOf(sourceFile, node);
  if (edit === undefined || endLine - startLine >= MAX_LINES || isMarkedOff(sourceFile, node))
    return;
  search.found.offer(node, {
    smell: `unused ${thing}`,
    edits: [edit],
    severity: 3,
    confidence: 'high',
    intent: `Remove the unused ${thing}`,
  });
}

/** Whether other files can see a declaration: exported, ambient, or global in a script. */
function isVisibleOutside(node: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  const isMarked = modifiers.some(
    ({ kind }) =>
      kind === ts.SyntaxKind.ExportKeyword ||
      kind === ts.SyntaxKind.DefaultKeyword ||
      kind === ts.SyntaxKind.DeclareKeyword,
  );
  const holder = node.parent;
  if (isMarked || ts.isModuleBlock(holder)) return true;
  return ts.isSourceFile(holder) && isScript(holder);
}

function unusedFunction(search: Search, node: ts.FunctionDeclaration): void {
  const { context, isUnused } = search;
  if (node.name === undefined || node.body === undefined || isVisibleOutside(node)) return;
  if (isUnused(node.name, node))
    offer(search, node, `function ${node.name.text}`, removalEdit(context.sourceFile, node));
}

function unusedVariable(search: Search, node: ts.VariableStatement): void {
  const { context, found, isUnused } = search;
  const [declaration, second] = node.declarationList.declarations;
  if (declaration === undefined || second !== undefined || isVisibleOutside(node)) return;
  const { name, initializer } = declaration;
  const isPlain =
    ts.isIdentifier(name) &&
    (node.declarationList.flags & ts.NodeFlags.Using) !== ts.NodeFlags.Using;
  if (!isPlain || name.text.startsWith('_') || !isUnused(name, node)) return;
  const edit = removalEdit(context.sourceFile, node);
  if (edit === undefined) return;
  if (initializer !== undefined && isBuiltinRequire(initializer))
    return offer(search, node, `import ${name.text}`, edit);
  const thing = `variable ${name.text} in ${placeName(node)}`;
  if (hasNoEffect(initializer) && isKnown(context, initializer)) offer(search, node, thing, edit);
  else {
    const loads = initializer !== undefined && requiredModule(initializer) !== undefined;
    found.skip(node, `unused ${thing}`, loads ? MAY_LOAD : 'its initialiser may have an effect');
  }
}

/** Whether every name that an initialiser reads is declared: reading an undeclared one throws. */
function isKnown({ checker }: RuleContext, initializer: ts.Expression | undefined): boolean {
  let known = true;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isIdentifier(node) && node.text !== 'undefined')
      known &&= checker().getSymbolAtLocation(node) !== undefined;
    ts.forEachChild(node, visit);
  };
  if (initializer !== undefined) visit(initializer);
  return known;
}

function unusedImport(search: Search, node: ts.ImportDeclaration): void {
  const { context, found, isUnused } = search;
  const clause = node.importClause;
  if (clause === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return;
  const bindings = importBindings(clause);
  const unused = bindings.filter(
    (binding) => binding.name.text !== 'React' && isUnused(binding.name, node),
  );
  if (unused.length === 0) return;
  const thing = `import ${unused.map((binding) => binding.name.text).join(', ')}`;
  if (unused.length < bindings.length) {
    const kept = bindings.filter((binding) => !unused.includes(binding));
    const edit = keepBindings(
      context.sourceFile,
      clause,
      kept.map((binding) => binding.node),
    );
    return offer(search, node, thing, edit);
  }
  if (loadsNothingNew(context, node.moduleSpecifier.text, clause))
    return offer(search, node, thing, removalEdit(context.sourceFile, node));
  found.skip(node, `unused ${thing}`, MAY_LOAD);
}

/** Whether the module runs nothing of its own, or the compiler drops the unused import anyway. */
function loadsNothingNew(context: RuleContext, module: string, clause: ts.ImportClause): boolean {
  const isTypes = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (isTypes || isBuiltin(module)) return true;
  const options = context.service().getProgram()?.getCompilerOptions();
  return /\.[cm]?tsx?$/.test(context.path) && options?.verbatimModuleSyntax !== true;
}

function unusedMember(search: Search, node: ts.ClassElement): void {
  const { context, found, isUnused } = search;
  const isMethod = ts.isMethodDeclaration(node) && node.body !== undefined;
  if (!isMethod && !ts.isPropertyDeclaration(node)) return;
  const { name } = node;
  const isHidden = ts.isPrivateIdentifier(name) || (isMethod && isUnseenMethod(context, node));
  if (!isHidden || ts.getDecorators(node) !== undefined || !isUnused(name, node)) return;
  const thing = `private member ${name.getText(context.sourceFile)} of ${placeOf(node)}`;
  if (ts.isPropertyDeclaration(node) && !hasNoEffect(node.initializer))
    return found.skip(node, `unused ${thing}`, 'its initialiser may have an effect');
  offer(search, node, thing, removalEdit(context.sourceFile, node));
}

function placeOf(node: ts.ClassElement): string {
  const holder = node.parent;
  return ts.isClassLike(holder) && holder.name !== undefined ? holder.name.text : 'a class';
}

/** A method that is private by type only: nothing else in the project may even mention its name. */
function isUnseenMethod(context: RuleContext, node: ts.MethodDeclaration): boolean {
  const isPrivate = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  if (isPrivate !== true || !ts.isIdentifier(node.name)) return false;
  const word = wholeWord(node.name.text);
  const { text } = context;
  const elsewhere = text.slice(0, node.pos) + text.slice(node.end);
  const others = context.service().getProgram()?.getSourceFiles() ?? [];
  return ![
    elsewhere,
    ...others
      .filter((file) => file !== context.sourceFile && !file.fileName.includes('/node_modules/'))
      .map((file) => file.text),
  ].some((each) => word.test(each));
}
