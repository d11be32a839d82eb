import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { bare } from './parentheses.js';
import { contains } from '../syntax/walk.js';

const PURE_GLOBALS = new Set([
  'Math',
  'Number',
  'String',
  'Boolean',
  'parseInt',
  'parseFloat',
  'isNaN',
]);
const UNSTABLE = new Set(['random']);

/** Whether a callee is a function of the language that has no effect and always answers the same. */
function isPureGlobal(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return PURE_GLOBALS.has(callee.text) && callee.text !== 'Math';
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    PURE_GLOBALS.has(callee.expression.text) &&
    !UNSTABLE.has(callee.name.text)
  );
}

/** Whether evaluating an expression for nothing would change nothing: literals, names, functions. */
export function hasNoEffect(expression: ts.Expression | undefined): boolean {
  if (expression === undefined) return true;
  const node = bare(expression);
  if (ts.isPrefixUnaryExpression(node))
    return (
      (node.operator === ts.SyntaxKind.MinusToken || node.operator === ts.SyntaxKind.PlusToken) &&
      ts.isNumericLiteral(node.operand)
    );
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return hasNoEffect(node.expression);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.every((each) => !ts.isSpreadElement(each) && hasNoEffect(each));
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (each) =>
        ts.isPropertyAssignment(each) &&
        !ts.isComputedPropertyName(each.name) &&
        hasNoEffect(each.initializer),
    );
  return (
    ts.isLiteralExpression(node) ||
    ts.isIdentifier(node) ||
    ts.isOmittedExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword
  );
}

/** Whether a node itself does something that later code could notice: a call, a write, a wait. */
export function isEffect(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return !isPureGlobal(node.expression);
  if (ts.isBinaryExpression(node))
    return (
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return (
      node.operator === ts.SyntaxKind.PlusPlusToken ||
      node.operator === ts.SyntaxKind.MinusMinusToken
    );
  return (
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isDeleteExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node)
  );
}

/** Whether a node or one below it has an effect. */
export function mayHaveEffect(node: ts.Node): boolean {
  return contains(node, isEffect);
}

/** Whether an expression is `require` of a module that comes with Node. */
export function isBuiltinRequire(expression: ts.Expression | undefined): boolean {
  const name = expression === undefined ? undefined : requiredModule(expression);
  return name !== undefined && isBuiltin(name);
}

/** The module that a `require` call names. */
export function requiredModule(expression: ts.Expression): string | undefined {
  if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const [argument] = expression.arguments;
  return expression.expression.text === 'require' && argument && ts.isStringLiteral(argument)
    ? argument.text
    : undefined;
}
