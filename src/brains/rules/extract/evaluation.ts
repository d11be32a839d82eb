import ts from 'typescript';
import { contains } from '../syntax/walk.js';
import { isEffect, mayHaveEffect } from './purity.js';
import { bare } from './parentheses.js';
import { writesName } from './writes.js';

const ARITHMETIC = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
]);

/** Whether an argument is a name, a literal or a property read of a name. */
export function isPlainRead(argument: ts.Expression): boolean {
  const node = bare(argument);
  if (ts.isPropertyAccessExpression(node))
    return node.questionDotToken === undefined && isPlainRead(node.expression);
  return (
    ts.isIdentifier(node) || ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.ThisKeyword
  );
}

/** Whether an argument is arithmetic over plain reads. */
export function isArithmetic(argument: ts.Expression): boolean {
  const node = bare(argument);
  if (ts.isBinaryExpression(node))
    return (
      ARITHMETIC.has(node.operatorToken.kind) && isArithmetic(node.left) && isArithmetic(node.right)
    );
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.MinusToken && isArithmetic(node.operand);
  return isPlainRead(node);
}

/**
 * Whether an argument may be evaluated once before an expression instead of where its uses stand in
 * it: no effect comes before a use, and what could throw is evaluated in any case.
 */
export function mayBeEvaluatedFirst(
  argument: ts.Expression,
  uses: readonly ts.Node[],
  whole: ts.Expression,
): boolean {
  const value = bare(argument);
  if (ts.isLiteralExpression(value) || isConstant(value)) return true;
  if (mayHaveEffect(value)) return false;
  const readsLate = contains(
    whole,
    (node) => isEffect(node) && uses.some((use) => node.end <= use.pos),
  );
  return !readsLate && (ts.isIdentifier(value) || uses.some((use) => isCertain(use, whole)));
}

/** Whether a node is a name that the file declares and nothing in it ever writes. */
function isConstant(node: ts.Expression): boolean {
  if (!ts.isIdentifier(node)) return false;
  const sourceFile = node.getSourceFile();
  const isDeclared = contains(
    sourceFile,
    (each) =>
      (ts.isVariableDeclaration(each) || ts.isParameter(each) || ts.isBindingElement(each)) &&
      ts.isIdentifier(each.name) &&
      each.name.text === node.text,
  );
  return isDeclared && !isImported(sourceFile, node.text) && !writesName(sourceFile, node.text);
}

function isImported(sourceFile: ts.SourceFile, name: string): boolean {
  return contains(
    sourceFile,
    (each) =>
      (ts.isImportSpecifier(each) || ts.isImportClause(each) || ts.isNamespaceImport(each)) &&
      each.name?.text === name,
  );
}

/** Whether evaluating the whole always evaluates the part: no `?:`, `&&`, `?.` or function between. */
function isCertain(part: ts.Node, whole: ts.Node): boolean {
  for (let node = part; node !== whole; node = node.parent) {
    const outer = node.parent;
    if (ts.isFunctionLike(outer) || ts.isOptionalChain(outer)) return false;
    if (ts.isConditionalExpression(outer) && outer.condition !== node) return false;
    const isRight = ts.isBinaryExpression(outer) && outer.right === node;
    if (isRight && isShortCircuit(outer.operatorToken.kind)) return false;
  }
  return true;
}

function isShortCircuit(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}
