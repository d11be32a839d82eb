import ts from 'typescript';

/** A regular expression that finds a name as a whole word. */
export function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\w$#])${name.replace(/[$#]/g, '\\$&')}(?![\\w$])`);
}

/** Whether a JSDoc tag outside the given ranges names it; the compiler's tree walk enters no JSDoc. */
export function isNamedInDocs(
  sourceFile: ts.SourceFile,
  name: string,
  except: readonly { start: number; end: number }[],
): boolean {
  const word = wholeWord(name);
  return [...sourceFile.text.matchAll(/\/\*\*[\s\S]*?\*\//g)].some(
    ({ 0: comment, index }) =>
      /@\w+/.test(comment) &&
      word.test(comment) &&
      !except.some(({ start, end }) => index >= start && index < end),
  );
}

/** Whether the file uses `eval` or `with`, so that any name may be used out of sight. */
export function hasDynamicScope(sourceFile: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean =>
    ts.isWithStatement(node) ||
    (ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'eval') ||
    (ts.forEachChild(node, visit) ?? false);
  return visit(sourceFile);
}
