import ts from 'typescript';

function modifiersOf(symbol: ts.Symbol): ts.ModifierFlags {
  return (symbol.declarations ?? []).reduce(
    (flags, declaration) => flags | ts.getCombinedModifierFlags(declaration),
    ts.ModifierFlags.None,
  );
}

/** Whether a symbol is private by modifier, `#name` or JSDoc `@private`. */
export function isPrivate(symbol: ts.Symbol): boolean {
  const named = String(symbol.escapedName).startsWith('__#');
  return named || (modifiersOf(symbol) & ts.ModifierFlags.Private) !== 0;
}

/** `protected `, `abstract `, `readonly ` as far as they hold for a member. */
export function memberModifiers(symbol: ts.Symbol): string {
  const flags = modifiersOf(symbol);
  const accessors = symbol.flags & ts.SymbolFlags.Accessor;
  const readonly =
    (flags & ts.ModifierFlags.Readonly) !== 0 || accessors === ts.SymbolFlags.GetAccessor;
  return [
    flags & ts.ModifierFlags.Protected ? 'protected ' : '',
    flags & ts.ModifierFlags.Abstract ? 'abstract ' : '',
    readonly ? 'readonly ' : '',
  ].join('');
}

/** Whether a symbol is declared in the workspace itself, not in a dependency or a library. */
export function isOwn(symbol: ts.Symbol, root: string): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return fileName.startsWith(`${root}/`) && !fileName.includes('/node_modules/');
  });
}

/** Whether an export carries its type only, as `export type { X }` and `import type` do. */
export function isTypeOnly(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    if (ts.isTypeOnlyImportOrExportDeclaration(declaration)) return true;
    if (!ts.isExportSpecifier(declaration)) return false;
    const local = checker.getExportSpecifierLocalTargetSymbol(declaration);
    return (local?.declarations ?? []).some((inner) =>
      ts.isTypeOnlyImportOrExportDeclaration(inner),
    );
  });
}

/** Whether a symbol is written as a class; a constructor function of old JavaScript is not. */
export function isClass(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => ts.isClassLike(declaration));
}

/** `protected ` or nothing; undefined when the constructor is private. */
export function constructorModifier(symbol: ts.Symbol): string | undefined {
  const declared = (symbol.declarations ?? [])
    .flatMap((declaration) => (ts.isClassLike(declaration) ? [...declaration.members] : []))
    .filter(ts.isConstructorDeclaration)
    .map((declaration) => ts.getCombinedModifierFlags(declaration));
  if (declared.some((flags) => flags & ts.ModifierFlags.Private)) return undefined;
  return declared.some((flags) => flags & ts.ModifierFlags.Protected) ? 'protected ' : '';
}
