import ts from 'typescript';
import { isVariableReference } from '../syntax/names.js';
import { contains, walk } from '../syntax/walk.js';

/** Whether an identifier is the target of a write: assignment, `++`, `--`, or a `for` head. */
export function isWritten(identifier: ts.Identifier): boolean {
  let node: ts.Node = identifier;
  while (isTargetPart(node.parent, node)) node = node.parent;
  const parent = node.parent;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return (
      parent.operator === ts.SyntaxKind.PlusPlusToken ||
      parent.operator === ts.SyntaxKind.MinusMinusToken
    );
  if (ts.isForInStatement(parent) || ts.isForOfStatement(parent))
    return parent.initializer === node;
  return ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent);
}

/** Whether a binary expression writes its left side. */
export function isAssignment(node: ts.BinaryExpression): boolean {
  const kind = node.operatorToken.kind;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isTargetPart(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isNonNullExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.left === node && isDefaultIn(parent))
  );
}

function isDefaultIn(node: ts.BinaryExpression): boolean {
  return (
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    (ts.isArrayLiteralExpression(node.parent) || ts.isPropertyAssignment(node.parent))
  );
}

/** Whether code below a node writes the name. */
export function writesName(node: ts.Node, name: string): boolean {
  return contains(
    node,
    (inner) => ts.isIdentifier(inner) && inner.text === name && isWritten(inner),
  );
}

/** The outermost functions and classes below a node: code that may run later or more than once. */
export function innerFunctions(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  walk(node, (inner) => {
    if (inner === node || !(ts.isFunctionLike(inner) || ts.isClassLike(inner))) return true;
    found.push(inner);
    return false;
  });
  return found;
}

/** Whether a name occurs as a variable below a node. */
export function mentions(node: ts.Node, name: string): boolean {
  return contains(
    node,
    (inner) => ts.isIdentifier(inner) && inner.text === name && isVariableReference(inner),
  );
}
