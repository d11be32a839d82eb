import ts from 'typescript';
import { isVariableReference } from '../syntax/names.js';
import { walk } from '../syntax/walk.js';
import type { Version } from './versions.js';

/** The declaration in the same file that a variable reference stands for; undefined for others. */
export function declarationOf(version: Version, identifier: ts.Identifier): ts.Node | undefined {
  if (!isVariableReference(identifier)) return undefined;
  const symbol = ts.isShorthandPropertyAssignment(identifier.parent)
    ? version.checker.getShorthandAssignmentValueSymbol(identifier.parent)
    : version.checker.getSymbolAtLocation(identifier);
  return symbol?.declarations?.find(
    (each) => !ts.isSourceFile(each) && each.getSourceFile() === version.sourceFile,
  );
}

/**
 * A name for each identifier that is the same in both versions when it means the same variable: its
 * text, how many functions further out it is declared, and as which of its namesakes there.
 */
export function bindingNames(version: Version): (identifier: ts.Identifier) => string {
  const homes = new Map<ts.Node, Map<string, number[]>>();
  const found = new Map<ts.Identifier, ts.Node>();
  walk(version.sourceFile, (node) => {
    if (!ts.isIdentifier(node)) return;
    const declaration = declarationOf(version, node);
    if (declaration === undefined) return;
    found.set(node, declaration);
    const names = homes.get(homeOf(declaration)) ?? new Map<string, number[]>();
    const places = new Set([...(names.get(node.text) ?? []), declaration.pos]);
    names.set(
      node.text,
      [...places].sort((a, b) => a - b),
    );
    homes.set(homeOf(declaration), names);
  });
  return (identifier) => {
    const declaration = found.get(identifier);
    if (declaration === undefined) return identifier.text;
    const home = homeOf(declaration);
    const place = homes.get(home)?.get(identifier.text)?.indexOf(declaration.pos);
    return `${identifier.text}#${levelsBetween(identifier, home)}.${place}`;
  };
}

/** The function, or else the file, in which a declared name is known. */
function homeOf(declaration: ts.Node): ts.Node {
  let node = declaration.parent;
  while (!ts.isFunctionLike(node) && !ts.isSourceFile(node)) node = node.parent;
  return node;
}

function levelsBetween(node: ts.Node, home: ts.Node): number {
  let levels = 0;
  for (let outer = node.parent; outer !== undefined && outer !== home; outer = outer.parent)
    if (ts.isFunctionLike(outer)) levels += 1;
  return levels;
}
