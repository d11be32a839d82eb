import ts from 'typescript';

/** A function with a block body: the kinds that the rules rewrite. */
export type FunctionNode = ts.FunctionLikeDeclaration;

/** Whether a node is a function, method, accessor, constructor or arrow with a body. */
export function isFunctionNode(node: ts.Node): node is FunctionNode {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** The innermost function around a node, the node itself left out. */
export function enclosingFunction(node: ts.Node): FunctionNode | undefined {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent)
    if (isFunctionNode(outer)) return outer;
  return undefined;
}

function className(node: ts.Node): string {
  return ts.isClassLike(node) && node.name !== undefined ? `${node.name.text}.` : '';
}

/** The name under which a person knows a function, e.g. `Cart.add`; undefined for a bare callback. */
export function functionName(fn: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(fn)) return `${className(fn.parent)}constructor`;
  if (isFunctionNode(fn) && fn.name !== undefined && !ts.isComputedPropertyName(fn.name))
    return `${className(fn.parent)}${fn.name.getText()}`;
  const holder = fn.parent;
  if (ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name)) return holder.name.text;
  if (ts.isPropertyAssignment(holder) || ts.isPropertyDeclaration(holder))
    return ts.isComputedPropertyName(holder.name)
      ? undefined
      : `${className(holder.parent)}${holder.name.getText()}`;
  if (ts.isBinaryExpression(holder) && holder.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return ts.isIdentifier(holder.left) || ts.isPropertyAccessExpression(holder.left)
      ? holder.left.getText()
      : undefined;
  return undefined;
}

/** Where a node stands, in words: `applyCoupon`, `a callback in applyCoupon`, `the module`. */
export function placeName(node: ts.Node): string {
  const innermost = isFunctionNode(node) ? node : enclosingFunction(node);
  if (innermost === undefined) return 'the module';
  for (let fn: FunctionNode | undefined = innermost; fn; fn = enclosingFunction(fn)) {
    const name = functionName(fn);
    if (name !== undefined) return short(fn === innermost ? name : `a callback in ${name}`);
  }
  return 'a callback';
}

function short(name: string): string {
  const line = name.replace(/\s+/g, ' ');
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
