import ts from 'typescript';
import { walk } from './walk.js';

function bindingNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? bindingNames(element.name) : [],
  );
}

function isBlockScoped(list: ts.VariableDeclarationList): boolean {
  return (list.flags & ts.NodeFlags.BlockScoped) !== 0;
}

/** Names that statements declare for their own block: `let`, `const`, `using`, class, function, enum. */
export function blockScopedNames(statements: readonly ts.Statement[]): string[] {
  return statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return isBlockScoped(statement.declarationList)
        ? statement.declarationList.declarations.flatMap((each) => bindingNames(each.name))
        : [];
    if (ts.isDeclarationStatement(statement) && statement.name !== undefined)
      return [statement.name.getText()];
    return [];
  });
}

/** Whether statements mean something else one level further out: they hoist, or end with their block. */
export function areTiedToBlock(statements: readonly ts.Statement[]): boolean {
  return statements.some(
    (each) =>
      ts.isFunctionDeclaration(each) ||
      ts.isClassDeclaration(each) ||
      (ts.isVariableStatement(each) && isUsing(each.declarationList)),
  );
}

/** Whether a declaration list is `using` or `await using`, which ends its value with the block. */
export function isUsing(list: ts.VariableDeclarationList): boolean {
  return (list.flags & ts.NodeFlags.Using) !== 0;
}

/** Whether an identifier stands for a variable: not a property, key, label or member's name. */
export function isVariableReference(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node;
  if (ts.isQualifiedName(parent)) return parent.right !== node;
  if (ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent))
    return 'initializer' in parent && parent.initializer === node;
  if (ts.isBindingElement(parent)) return parent.propertyName !== node;
  if (ts.isJsxAttribute(parent)) return false;
  return !(ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent));
}

/** The variable references below a node, by name; nodes of `except` are not entered. */
export function variableReferences(
  node: ts.Node,
  except: readonly ts.Node[] = [],
): Map<string, ts.Identifier[]> {
  const found = new Map<string, ts.Identifier[]>();
  walk(node, (inner) => {
    if (except.includes(inner)) return false;
    if (ts.isIdentifier(inner) && isVariableReference(inner))
      found.set(inner.text, [...(found.get(inner.text) ?? []), inner]);
    return true;
  });
  return found;
}

/** The part of the program in which names declared beside a statement would become visible. */
export function visibleRegion(statement: ts.Statement): ts.Node {
  const list = statement.parent;
  if (ts.isCaseOrDefaultClause(list)) return list.parent;
  const holder = ts.isSourceFile(list) ? undefined : list.parent;
  if (holder === undefined) return list;
  const opensScope =
    ts.isFunctionLike(holder) || ts.isCatchClause(holder) || ts.isIterationStatement(holder, false);
  return opensScope ? holder : list;
}

/** A name of the block that something else in the region uses too, so that it cannot be lifted there. */
export function clashingName(
  names: readonly string[],
  region: ts.Node,
  block: ts.Node,
): string | undefined {
  if (names.length === 0) return undefined;
  const outside = variableReferences(region, [block]);
  return names.find((name) => outside.has(name));
}
