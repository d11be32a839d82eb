import ts from 'typescript';

/** Whether a node means something else in another function: `this`, `super`, `arguments`, `new.target`. */
export function isBoundToFunction(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.ThisKeyword ||
    node.kind === ts.SyntaxKind.SuperKeyword ||
    ts.isMetaProperty(node) ||
    (ts.isIdentifier(node) && node.text === 'arguments')
  );
}
