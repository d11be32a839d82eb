import ts from 'typescript';

const LOGICAL = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** The kind of `&&`, `||` or `??` when the node is such an expression. */
function logicalOperator(node: ts.Node): ts.SyntaxKind | undefined {
  if (ts.isParenthesizedExpression(node)) return logicalOperator(node.expression);
  if (!ts.isBinaryExpression(node)) return undefined;
  const kind = node.operatorToken.kind;
  return LOGICAL.has(kind) ? kind : undefined;
}

function isContinuedBy(parent: ts.Node, operator: ts.SyntaxKind): boolean {
  return ts.isParenthesizedExpression(parent)
    ? isContinuedBy(parent.parent, operator)
    : logicalOperator(parent) === operator;
}

/**
 * Cognitive complexity: one point for each break in the flow, one more for each level it is nested
 * in. `else` and a run of one logical operator count one point, whatever the nesting.
 */
export function cognitiveComplexity(root: ts.Node): number {
  let points = 0;
  const visitAll = (nodes: readonly (ts.Node | undefined)[], depth: number): void => {
    for (const node of nodes) if (node !== undefined) visit(node, depth);
  };
  const visitIf = (node: ts.IfStatement, depth: number): void => {
    visit(node.expression, depth);
    visit(node.thenStatement, depth + 1);
    const other = node.elseStatement;
    if (other === undefined) return;
    points += 1;
    if (ts.isIfStatement(other)) visitIf(other, depth);
    else visit(other, depth + 1);
  };
  const visit = (node: ts.Node, depth: number): void => {
    if (ts.isIfStatement(node)) {
      points += 1 + depth;
      visitIf(node, depth);
    } else if (ts.isIterationStatement(node, false)) {
      points += 1 + depth;
      ts.forEachChild(node, (child) => visit(child, child === node.statement ? depth + 1 : depth));
    } else if (ts.isSwitchStatement(node)) {
      points += 1 + depth;
      visit(node.expression, depth);
      visit(node.caseBlock, depth + 1);
    } else if (ts.isConditionalExpression(node)) {
      points += 1 + depth;
      visit(node.condition, depth);
      visitAll([node.whenTrue, node.whenFalse], depth + 1);
    } else if (ts.isCatchClause(node)) {
      points += 1 + depth;
      visit(node.block, depth + 1);
    } else if (ts.isFunctionLike(node) && node !== root) {
      ts.forEachChild(node, (child) => visit(child, isNested(node) ? depth + 1 : depth));
    } else {
      const operator = logicalOperator(node);
      if (operator !== undefined && ts.isBinaryExpression(node))
        points += isContinuedBy(node.parent, operator) ? 0 : 1;
      if (ts.isBreakOrContinueStatement(node) && node.label !== undefined) points += 1;
      ts.forEachChild(node, (child) => visit(child, depth));
    }
  };
  ts.forEachChild(root, (child) => visit(child, 0));
  return points;
}

/** Whether a function stands inside another one; class members and module functions do not. */
function isNested(node: ts.Node): boolean {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (ts.isClassLike(outer)) return false;
    if (ts.isFunctionLike(outer)) return true;
  }
  return false;
}
