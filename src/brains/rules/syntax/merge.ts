import ts from 'typescript';

type Operator = '&&' | '||';

const KIND = {
  '&&': ts.SyntaxKind.AmpersandAmpersandToken,
  '||': ts.SyntaxKind.BarBarToken,
} as const;

function needsParentheses(node: ts.Expression, operator: Operator): boolean {
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind;
    if (kind === KIND['&&'] || kind === KIND['||']) return kind !== KIND[operator];
    return (
      kind === ts.SyntaxKind.QuestionQuestionToken ||
      kind === ts.SyntaxKind.CommaToken ||
      (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment)
    );
  }
  return ts.isConditionalExpression(node) || ts.isArrowFunction(node) || ts.isYieldExpression(node);
}

/** The conditions joined by one operator, each in parentheses where it needs them to be read right. */
export function mergeConditions(
  sourceFile: ts.SourceFile,
  conditions: readonly ts.Expression[],
  operator: Operator,
): string {
  return conditions
    .map((condition) => {
      const code = condition.getText(sourceFile);
      return needsParentheses(condition, operator) ? `(${code})` : code;
    })
    .join(` ${operator} `);
}

/** How many operands a condition joins by `&&` and `||`. */
export function operandCount(condition: ts.Expression): number {
  if (ts.isParenthesizedExpression(condition)) return operandCount(condition.expression);
  if (!ts.isBinaryExpression(condition)) return 1;
  const kind = condition.operatorToken.kind;
  return kind === KIND['&&'] || kind === KIND['||']
    ? operandCount(condition.left) + operandCount(condition.right)
    : 1;
}
