import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { hasDynamicScope, isNamedInDocs } from '../extract/doc-names.js';
import { isScript } from '../extract/script.js';
import { hasNoEffect, isBuiltinRequire } from '../extract/purity.js';
import { alwaysJumps } from '../syntax/jumps.js';
import { contains, walk } from '../syntax/walk.js';
import { declarationOf } from './bindings.js';
import { sameTree } from './parallel.js';
import type { Version, Versions } from './versions.js';

/** A declaration that is gone, with the range of text that went with it. */
export interface Removal {
  node: ts.Node;
  start: number;
  end: number;
}

/** What the new version lacks, or why the change is more than a removal. */
export function removalsOf({ before, after }: Versions): Removal[] | string {
  const removed: Removal[] = [];
  const take = (node: ts.Node): void => {
    removed.push({ node, start: node.pos, end: node.end });
  };
  const same = sameTree(before.sourceFile, after.sourceFile, {
    node: (old, now) => {
      const names = takenBindings(old, now);
      names?.forEach(take);
      return names !== undefined;
    },
    list: ([first, second]) => {
      if (first === undefined) return undefined;
      const isComma = first.kind === ts.SyntaxKind.CommaToken;
      const node = isComma ? second : first;
      if (node === undefined || !isRemovable(node)) return isComma ? step(1) : undefined;
      take(node);
      return step(second?.kind === ts.SyntaxKind.CommaToken || isComma ? 2 : 1);
    },
  });
  return same ? removed : 'more changed than declarations and unreachable code that went away';
}

function step(before: number): { before: number; after: number } {
  return { before, after: 0 };
}

/** Proves that what is gone was used by nobody and did nothing. Returns why not, or undefined. */
export function provesDeadCode(versions: Versions): string | undefined {
  const { before } = versions;
  const removed = removalsOf(versions);
  if (typeof removed === 'string') return removed;
  if (removed.length === 0) return 'nothing was removed';
  if (hasDynamicScope(before.sourceFile)) return 'the file uses eval or with';
  for (const { node } of removed) {
    const problem = stillNeeded(before, node, removed);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isRemovable(node: ts.Node): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isVariableStatement(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    isPrivateMember(node) ||
    (ts.isStatement(node) && isUnreachable(node))
  );
}

function isPrivateMember(node: ts.Node): node is ts.MethodDeclaration | ts.PropertyDeclaration {
  if (!ts.isMethodDeclaration(node) && !ts.isPropertyDeclaration(node)) return false;
  return (
    ts.isPrivateIdentifier(node.name) ||
    (node.modifiers?.some((each) => each.kind === ts.SyntaxKind.PrivateKeyword) ?? false)
  );
}

function isUnreachable(statement: ts.Statement): boolean {
  const { parent } = statement;
  if (!ts.isBlock(parent) && !ts.isSourceFile(parent)) return false;
  const index = parent.statements.indexOf(statement);
  return parent.statements.slice(0, Math.max(0, index)).some(alwaysJumps);
}

/** The import bindings that the new clause lacks; undefined when something else differs. */
function takenBindings(old: ts.Node, now: ts.Node): ts.Node[] | undefined {
  if (!ts.isImportClause(old) || !ts.isImportClause(now)) return undefined;
  if (old.getText().startsWith('type ') !== now.getText().startsWith('type ')) return undefined;
  const [before, after] = [bindingsOf(old), bindingsOf(now)];
  const kept = new Set(after.map((each) => each.getText()));
  const gone = before.filter((each) => !kept.has(each.getText()));
  return gone.length + after.length === before.length && gone.length > 0 ? gone : undefined;
}

function bindingsOf(clause: ts.ImportClause): ts.Node[] {
  const named = clause.namedBindings;
  return [
    ...(clause.name === undefined ? [] : [clause.name]),
    ...(named === undefined ? [] : ts.isNamespaceImport(named) ? [named] : named.elements),
  ];
}

/** Why a removed node was alive: a name still used, an export, an effect. */
function stillNeeded(
  before: Version,
  node: ts.Node,
  removed: readonly Removal[],
): string | undefined {
  if (ts.isStatement(node) && isUnreachable(node) && !ts.isFunctionDeclaration(node))
    return contains(node, ts.isVariableDeclarationList)
      ? 'unreachable code declares names'
      : undefined;
  const declared = declaredNames(node);
  const first = declared[0]?.text ?? 'the declaration';
  if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isExportKeyword))
    return `${first} is exported`;
  if (ts.isSourceFile(holderOf(node)) && isScript(before.sourceFile))
    return `${first} may be used by other scripts`;
  if (declared.length === 0 && !ts.isImportDeclaration(node)) return `${first} is not a plain name`;
  const used = declared.find((name) => isUsedOutside(before, name, node, removed));
  if (used !== undefined) return `${used.text} is still used`;
  return effectOf(before, node);
}

/** The block, file or class that a declaration stands in. */
function holderOf(node: ts.Node): ts.Node {
  return ts.isVariableDeclaration(node) ? node.parent.parent.parent : node.parent;
}

function isExportKeyword(modifier: ts.Node): boolean {
  return (
    modifier.kind === ts.SyntaxKind.ExportKeyword || modifier.kind === ts.SyntaxKind.DeclareKeyword
  );
}

/** The plain names that a removed node declares. */
function declaredNames(node: ts.Node): (ts.Identifier | ts.PrivateIdentifier)[] {
  if (ts.isIdentifier(node)) return [node];
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(declaredNames);
  if (ts.isImportDeclaration(node))
    return node.importClause === undefined
      ? []
      : bindingsOf(node.importClause).flatMap(declaredNames);
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node) ||
    isPrivateMember(node);
  const name = named ? node.name : undefined;
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))
    ? [name]
    : [];
}

function isUsedOutside(
  before: Version,
  name: ts.Identifier | ts.PrivateIdentifier,
  node: ts.Node,
  removed: readonly Removal[],
): boolean {
  const { checker, sourceFile } = before;
  const symbol = checker.getSymbolAtLocation(name);
  const own: ts.Node[] = symbol?.declarations ?? [];
  if (own.some((each) => each.getSourceFile() !== sourceFile)) return true;
  if (own.some((each) => !removed.some((gone) => isIn(each, gone)))) return true;
  let used = false;
  walk(sourceFile, (inner) => {
    const isSame =
      (ts.isIdentifier(inner) || ts.isPrivateIdentifier(inner)) &&
      inner.text === name.text &&
      !removed.some((gone) => isIn(inner, gone));
    if (isSame && standsFor(before, inner, symbol, node)) used = true;
  });
  return used || isNamedInDocs(sourceFile, name.text, removed);
}

function isIn(node: ts.Node, range: { start: number; end: number }): boolean {
  return node.pos >= range.start && node.end <= range.end;
}

/** Whether another occurrence of a removed name could mean it. */
function standsFor(
  before: Version,
  inner: ts.Identifier | ts.PrivateIdentifier,
  symbol: ts.Symbol | undefined,
  node: ts.Node,
): boolean {
  if (symbol === undefined || isPrivateMember(node) || ts.isPrivateIdentifier(inner)) return true;
  if (ts.isExportSpecifier(inner.parent)) return true;
  const declaration = declarationOf(before, inner);
  if (declaration !== undefined)
    return symbol.declarations?.some((each) => each === declaration) ?? true;
  return before.checker.getSymbolAtLocation(inner) === symbol;
}

/** What running the removed code did beside giving a value. */
function effectOf(before: Version, node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node)) {
    const isTyped = /\.[cm]?tsx?$/.test(before.sourceFile.fileName) && !before.keepsImports;
    const { text } = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier : { text: '' };
    const isType = node.importClause?.getText().startsWith('type ') ?? false;
    const isHarmless = isType || isBuiltin(text) || (isTyped && node.importClause !== undefined);
    return isHarmless ? undefined : `loading ${text} may have an effect`;
  }
  const initializers = ts.isVariableStatement(node)
    ? node.declarationList.declarations.map((each) => each.initializer)
    : ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)
      ? [node.initializer]
      : [];
  const isPlain = initializers.every((each) => hasNoEffect(each) || isBuiltinRequire(each));
  return isPlain ? undefined : 'the removed initialiser may have an effect';
}
