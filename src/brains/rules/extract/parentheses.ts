import ts from 'typescript';

/** The expression inside any number of parentheses. */
export function bare(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ? bare(expression.expression) : expression;
}
