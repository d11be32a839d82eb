import ts from 'typescript';

/** The leaf tokens of a node in order; JSDoc is left out, since it is a comment. */
export function tokenNodes(sourceFile: ts.SourceFile, node: ts.Node): ts.Node[] {
  const tokens: ts.Node[] = [];
  const visit = (inner: ts.Node): void => {
    if (inner.kind >= ts.SyntaxKind.FirstJSDocNode && inner.kind <= ts.SyntaxKind.LastJSDocNode)
      return;
    if (ts.isTokenKind(inner.kind) || inner.kind === ts.SyntaxKind.JsxText) {
      tokens.push(inner);
      return;
    }
    inner.getChildren(sourceFile).forEach(visit);
  };
  visit(node);
  return tokens;
}

/** The texts of a node's tokens in order, comments and white space left out. */
export function tokenTexts(sourceFile: ts.SourceFile, node: ts.Node): string[] {
  return tokenNodes(sourceFile, node)
    .map((token) => token.getText(sourceFile))
    .filter((text) => text !== '');
}

/** Whether two nodes are the same code but for comments and white space. */
export function sameTokens(sourceFile: ts.SourceFile, a: ts.Node, b: ts.Node): boolean {
  const [left, right] = [tokenTexts(sourceFile, a), tokenTexts(sourceFile, b)];
  return left.length === right.length && left.every((token, index) => token === right[index]);
}

/** How often each text occurs. */
export function multiset(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
