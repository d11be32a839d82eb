import ts from 'typescript';

const COMMON_JS = /\bmodule\.exports\b|\bexports\s*[.[]|\brequire\s*\(/;

/** Whether a file has no import, export or `require`, so that its top-level names may be global. */
export function isScript(sourceFile: ts.SourceFile): boolean {
  return !COMMON_JS.test(sourceFile.text) && !sourceFile.statements.some(isModuleSyntax);
}

function isModuleSyntax(statement: ts.Statement): boolean {
  return (
    ts.isImportDeclaration(statement) ||
    ts.isImportEqualsDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isExportAssignment(statement) ||
    (ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
  );
}
