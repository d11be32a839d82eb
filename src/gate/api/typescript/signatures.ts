import ts from 'typescript';
import { assignedValue, inJavaScript } from './javascript.js';
import type { TypePrinter } from './printer.js';

/** Whether a symbol is written as a function: declared, a method, or assigned from an expression. */
export function isWrittenAsFunction(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    return ts.isFunctionLike(assignedValue(declaration) ?? declaration);
  });
}

function plainDeclaration(signature: ts.Signature): ts.SignatureDeclaration | undefined {
  const declaration = signature.getDeclaration() as ts.SignatureDeclaration | undefined;
  if (declaration === undefined || !inJavaScript(declaration)) return undefined;
  if (ts.isJSDocSignature(declaration) || ts.getJSDocTypeTag(declaration)) return undefined;
  return declaration;
}

function parameterText(
  parameter: ts.ParameterDeclaration,
  index: number,
  checker: ts.TypeChecker,
  printer: TypePrinter,
): string {
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : `arg${index}`;
  const rest = parameter.dotDotDotToken === undefined ? '' : '...';
  const optional = rest === '' && checker.isOptionalParameter(parameter) ? '?' : '';
  const typed = ts.getJSDocType(parameter) !== undefined || !ts.isIdentifier(parameter.name);
  const type = typed ? `: ${printer.type(checker.getTypeAtLocation(parameter))}` : '';
  return `${rest}${name}${optional}${type}${printer.defaultOf(parameter)}`;
}

function plainText(
  signature: ts.Signature,
  declaration: ts.SignatureDeclaration,
  construct: boolean,
  checker: ts.TypeChecker,
  printer: TypePrinter,
): string {
  const parameters = declaration.parameters.map((parameter, index) =>
    parameterText(parameter, index, checker, printer),
  );
  const returns =
    !construct && ts.getJSDocReturnType(declaration) !== undefined
      ? `: ${printer.type(signature.getReturnType())}`
      : '';
  const generic = printer.typeParameters(signature.typeParameters);
  return `${construct ? 'new ' : ''}${generic}(${parameters.join(', ')})${returns}`;
}

/**
 * The text of a function's signatures, overloads in their order. Plain JavaScript shows what its
 * author wrote (parameters, defaults, JSDoc types): an inferred return type follows from the body,
 * and a body may change under a refactoring. TypeScript shows inferred return types as well, since
 * its users compile against them.
 */
export function signaturesText(
  signatures: readonly ts.Signature[],
  construct: boolean,
  checker: ts.TypeChecker,
  printer: TypePrinter,
): string {
  const texts = signatures.map((signature) => {
    const plain = plainDeclaration(signature);
    return plain === undefined
      ? printer.signature(signature, construct)
      : plainText(signature, plain, construct, checker, printer);
  });
  return texts.length === 1 ? (texts[0] ?? '') : `{ ${texts.join('; ')} }`;
}
