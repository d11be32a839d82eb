import ts from 'typescript';

/**
 * A condition's negation that reads well and means exactly the opposite. `nan`: the opposite that
 * everybody would write differs for NaN, and `why` says so; `unclean`: it would read badly.
 */
export type Negation =
  { kind: 'clean'; text: string } | { kind: 'nan'; why: string } | { kind: 'unclean' };

const FLIPPED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);

const RELATIONAL = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** An expression without the parentheses around it. */
export function unwrap(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ? unwrap(expression.expression) : expression;
}

function isSimple(node: ts.Expression): boolean {
  return (
    ts.isIdentifier(node) ||
    ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node)
  );
}

function unclean(sourceFile: ts.SourceFile, node: ts.Expression): Negation {
  if (!ts.isBinaryExpression(node) || !RELATIONAL.has(node.operatorToken.kind))
    return { kind: 'unclean' };
  const code = node.getText(sourceFile).replace(/\s+/g, ' ');
  const shown = code.length <= 60 ? code : `${code.slice(0, 59)}…`;
  return {
    kind: 'nan',
    why: `\`${shown}\` has no clean opposite: NaN makes both comparisons false`,
  };
}

/** Negates a condition: `===` and `!==` flip, `!x` becomes `x`, a name or call gets a `!`. */
export function negate(sourceFile: ts.SourceFile, condition: ts.Expression): Negation {
  const node = unwrap(condition);
  if (ts.isBinaryExpression(node)) {
    const operator = FLIPPED.get(node.operatorToken.kind);
    if (operator === undefined) return unclean(sourceFile, node);
    const [left, right] = [node.left.getText(sourceFile), node.right.getText(sourceFile)];
    return { kind: 'clean', text: `${left} ${operator} ${right}` };
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = unwrap(node.operand);
    return isSimple(inner) || ts.isPrefixUnaryExpression(inner) || isTest(inner)
      ? { kind: 'clean', text: inner.getText(sourceFile) }
      : unclean(sourceFile, inner);
  }
  return isSimple(node)
    ? { kind: 'clean', text: `!${node.getText(sourceFile)}` }
    : unclean(sourceFile, node);
}

function isTest(node: ts.Expression): boolean {
  return (
    ts.isBinaryExpression(node) &&
    (FLIPPED.has(node.operatorToken.kind) ||
      node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword ||
      node.operatorToken.kind === ts.SyntaxKind.InKeyword)
  );
}
