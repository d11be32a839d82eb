import ts from 'typescript';

/** Whether a declaration stands in plain JavaScript. */
export function inJavaScript(node: ts.Node | undefined): boolean {
  return node !== undefined && (node.flags & ts.NodeFlags.JavaScriptFile) !== 0;
}

/** Whether one of a symbol's declarations has a JSDoc type. */
export function hasJsDocType(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => ts.getJSDocType(declaration));
}

/** The expression that a declaration gives its name: an initializer or the right side of `=`. */
export function assignedValue(declaration: ts.Node): ts.Expression | undefined {
  if (
    ts.isVariableDeclaration(declaration) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isPropertyAssignment(declaration)
  )
    return declaration.initializer;
  if (ts.isExportAssignment(declaration)) return declaration.expression;
  const { parent } = declaration;
  return ts.isBinaryExpression(parent) && parent.left === declaration ? parent.right : undefined;
}

/** The literal type of what a symbol is assigned, before the checker widens it; else undefined. */
export function literalType(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Type | undefined {
  const types = (symbol.declarations ?? []).map((declaration) => {
    if (ts.isShorthandPropertyAssignment(declaration)) {
      const named = checker.getShorthandAssignmentValueSymbol(declaration);
      return named && literalType(named, checker);
    }
    const value = assignedValue(declaration);
    return value && checker.getTypeAtLocation(value);
  });
  return types.find((type) => type !== undefined && (type.flags & ts.TypeFlags.Literal) !== 0);
}

function isInvokedAtOnce(node: ts.Node): boolean {
  let outer = node;
  while (ts.isParenthesizedExpression(outer.parent)) outer = outer.parent;
  const callee = ts.isPropertyAccessExpression(outer.parent) ? outer.parent : outer;
  return ts.isCallExpression(callee.parent) && callee.parent.expression === callee;
}

/**
 * Whether code stands at module level (a wrapper that is invoked at once counts as such). What a
 * call returned is known only through the body of the called function, and a refactoring may change
 * that body: such functions and objects are not described in listings of plain JavaScript.
 */
export function isModuleLevel(declaration: ts.Node | undefined): boolean {
  if (declaration === undefined) return false;
  const wrapper = ts.findAncestor(
    declaration.parent,
    (node) => ts.isFunctionLike(node) && !isInvokedAtOnce(node),
  );
  return wrapper === undefined;
}
