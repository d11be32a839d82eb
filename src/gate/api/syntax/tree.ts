import type { SyntaxNode } from '@lezer/common';

/** The children of a node, those with one of the names where names are given. */
export function children(node: SyntaxNode, ...names: string[]): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (names.length === 0 || names.includes(child.name)) found.push(child);
  return found;
}

/** The first child with one of the names. */
export function child(node: SyntaxNode, ...names: string[]): SyntaxNode | undefined {
  return children(node, ...names)[0];
}
