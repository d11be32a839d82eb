import ts from 'typescript';
import { isClass, isOwn } from './visibility.js';

/** The name under which the value of `module.exports =` or `export =` itself is listed. */
export const WHOLE_MODULE = 'module.exports';

/** The symbol behind imports and re-exports. */
export function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * A module's exports by name. Of `module.exports =` and `export =` the members of the value count as
 * exports, and the value itself as {@link WHOLE_MODULE} where it can be called or is no object.
 */
export function exportsOf(
  module: ts.Symbol,
  checker: ts.TypeChecker,
  root: string,
): Map<string, ts.Symbol> {
  const found = new Map<string, ts.Symbol>();
  const assigned = module.exports?.get(ts.InternalSymbolName.ExportEquals);
  if (assigned !== undefined) {
    const target = resolveAlias(assigned, checker);
    const type = checker.getTypeOfSymbol(target);
    const callable = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
    if (!isClass(target) && type.flags & ts.TypeFlags.Object)
      for (const property of type.getProperties())
        if (isOwn(property, root)) found.set(property.name, property);
    if (callable || found.size === 0) found.set(WHOLE_MODULE, target);
  }
  for (const symbol of checker.getExportsOfModule(module)) found.set(symbol.name, symbol);
  found.delete('prototype');
  return found;
}
