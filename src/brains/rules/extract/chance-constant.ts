import ts from 'typescript';
import type { RuleContext, Skipped } from '../rule.js';
import { linesOf } from '../syntax/text.js';
import { walk } from '../syntax/walk.js';

const COMMON = new Set(['0', '1', '2', '10', '100', '1000']);
const WHY = 'equal by chance: the names do not say that they mean the same';

/** Numbers that equal a named constant of the file: reported, never replaced. */
export function chanceConstants({ path, sourceFile }: RuleContext): Skipped[] {
  const names = new Map<string, string>();
  for (const statement of sourceFile.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    if ((statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer && ts.isNumericLiteral(initializer))
        if (!COMMON.has(initializer.text)) names.set(initializer.text, name.text);
  }
  const skipped: Skipped[] = [];
  walk(sourceFile, (node) => {
    if (ts.isEnumMember(node) || isConstant(node)) return false;
    const name = ts.isNumericLiteral(node) ? names.get(node.text) : undefined;
    if (name !== undefined && ts.isNumericLiteral(node)) {
      const smell = `literal ${node.getText(sourceFile)} equals ${name}`;
      skipped.push({ rule: 'known-constant', smell, path, ...linesOf(sourceFile, node), why: WHY });
    }
    return true;
  });
  return skipped;
}

/** Whether a node declares a constant of plain values, so that a number in it has a name already. */
function isConstant(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) &&
    (node.parent.flags & ts.NodeFlags.Const) !== 0 &&
    node.initializer !== undefined &&
    (ts.isLiteralExpression(node.initializer) ||
      ts.isObjectLiteralExpression(node.initializer) ||
      ts.isArrayLiteralExpression(node.initializer))
  );
}
