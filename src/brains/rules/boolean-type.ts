import ts from 'typescript';
import type { RuleContext } from './rule.js';

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.InKeyword,
  ts.SyntaxKind.InstanceOfKeyword,
]);

function isBoolean(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
}

/**
 * Whether an expression can only be `true` or `false`: by its syntax, or by the checker where that
 * can be trusted: in TypeScript with strict null checks, and for functions of a declaration file.
 */
export function isAlwaysBoolean(context: RuleContext, expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression))
    return isAlwaysBoolean(context, expression.expression);
  if (ts.isPrefixUnaryExpression(expression))
    return expression.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isBinaryExpression(expression)) {
    const { left, right, operatorToken } = expression;
    if (COMPARISONS.has(operatorToken.kind)) return true;
    const joins =
      operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ||
      operatorToken.kind === ts.SyntaxKind.BarBarToken;
    return joins && isAlwaysBoolean(context, left) && isAlwaysBoolean(context, right);
  }
  return isBooleanByType(context, expression);
}

function isBooleanByType(context: RuleContext, expression: ts.Expression): boolean {
  const checker = context.checker();
  if (!isBoolean(checker.getTypeAtLocation(expression))) return false;
  if (ts.isCallExpression(expression) && expression.questionDotToken === undefined) {
    const declaration = checker.getResolvedSignature(expression)?.declaration;
    if (declaration?.getSourceFile().isDeclarationFile === true) return true;
  }
  const options = context.service().getProgram()?.getCompilerOptions() ?? {};
  const strict = options.strictNullChecks ?? options.strict ?? false;
  return strict && /\.[cm]?tsx?$/.test(context.path);
}
