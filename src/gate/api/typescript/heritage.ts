import ts from 'typescript';
import { resolveAlias } from './exports.js';
import { isOwn } from './visibility.js';

/** What is needed to tell visible bases from hidden ones. */
export interface HeritageContext {
  checker: ts.TypeChecker;
  root: string;
  /** Whether a class or interface is exported by an entry, so that extending it can be seen. */
  isPublic: (symbol: ts.Symbol) => boolean;
}

function visibleBases(symbol: ts.Symbol, context: HeritageContext): string[] {
  const { checker, root, isPublic } = context;
  const clauses = (symbol.declarations ?? []).flatMap((declaration) =>
    ts.isClassLike(declaration) || ts.isInterfaceDeclaration(declaration)
      ? (declaration.heritageClauses ?? [])
      : [],
  );
  return clauses
    .filter((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap((clause) => [...clause.types])
    .flatMap(({ expression, typeArguments }) => {
      const named = checker.getSymbolAtLocation(expression);
      const base = named && resolveAlias(named, checker);
      const own = base !== undefined && isOwn(base, root);
      if (own && !isPublic(base) && base !== symbol) return visibleBases(base, context);
      const last = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      const name = own ? base.name : last.getText();
      const generic = typeArguments?.map((node) => node.getText()).join(', ');
      return [generic === undefined ? name : `${name}<${generic}>`];
    });
}

/**
 * ` extends Base` for the bases that a user can see. A base that no entry exports is passed over: its
 * members are listed as the class's own, so that Pull Up Method into it changes nothing.
 */
export function heritage(symbol: ts.Symbol, context: HeritageContext): string {
  const bases = [...new Set(visibleBases(symbol, context))].sort();
  return bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
}
