import ts from 'typescript';

/** Visits a node and all below it; `visit` returns false to keep out of a subtree. */
export function walk(node: ts.Node, visit: (node: ts.Node) => boolean | void): void {
  if (visit(node) === false) return;
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Visits a function's (or block's) own nodes: those of nested functions and classes are left out. */
export function walkOwn(node: ts.Node, visit: (node: ts.Node) => void): void {
  walk(node, (inner) => {
    visit(inner);
    return inner === node || !(ts.isFunctionLike(inner) || ts.isClassLike(inner));
  });
}

/** Whether a node or one below it satisfies the test. */
export function contains(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return test(node) || (ts.forEachChild(node, (child) => contains(child, test)) ?? false);
}

/** The statements beside a statement when it stands in a list, e.g. of a block or a case. */
export function siblings(statement: ts.Statement): readonly ts.Statement[] | undefined {
  const parent = statement.parent;
  if (ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent))
    return parent.statements;
  return undefined;
}

/** The statements of a branch: those of its block, or the single one without braces. */
export function branchStatements(branch: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(branch) ? branch.statements : [branch];
}
