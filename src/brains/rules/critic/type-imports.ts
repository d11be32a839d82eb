import ts from 'typescript';
import { tokenNodes } from '../syntax/tokens.js';
import { walk } from '../syntax/walk.js';
import type { Versions } from './versions.js';

/** The tokens of newly imported names, commas too, that stand for nothing but types of the function. */
export function addedTypeImports(
  { before, after }: Versions,
  fn: ts.FunctionDeclaration,
): ts.Node[] {
  const known = new Set(importedNames(before.sourceFile).map((each) => each.getText()));
  return importedNames(after.sourceFile).flatMap((specifier) => {
    if (known.has(specifier.getText())) return [];
    const uses: ts.Identifier[] = [];
    walk(after.sourceFile, (node) => {
      const isUse = ts.isIdentifier(node) && node.text === specifier.name.text;
      if (isUse && !ts.isImportSpecifier(node.parent)) uses.push(node);
    });
    if (uses.length === 0 || !uses.every((use) => isTypeOf(use, fn))) return [];
    const list = specifier.parent.getChildren().flatMap((each) => each.getChildren());
    const at = list.indexOf(specifier);
    const comma = [list[at + 1], list[at - 1]].find(
      (each) => each?.kind === ts.SyntaxKind.CommaToken,
    );
    return [...tokenNodes(after.sourceFile, specifier), ...(comma ? [comma] : [])];
  });
}

function importedNames(sourceFile: ts.SourceFile): ts.ImportSpecifier[] {
  const found: ts.ImportSpecifier[] = [];
  walk(sourceFile, (node) => {
    if (ts.isImportSpecifier(node)) found.push(node);
  });
  return found;
}

/** Whether a name stands in a type in the head of the function. */
function isTypeOf(use: ts.Identifier, fn: ts.FunctionDeclaration): boolean {
  const inHead = use.pos >= fn.pos && use.end <= fn.end && use.end <= (fn.body?.pos ?? fn.end);
  return inHead && (ts.isTypeReferenceNode(use.parent) || ts.isQualifiedName(use.parent));
}
