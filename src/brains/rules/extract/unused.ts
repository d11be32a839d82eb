import ts from 'typescript';
import type { RuleContext } from '../rule.js';
import { variableReferences } from '../syntax/names.js';
import { isNamedInDocs, wholeWord } from './doc-names.js';

/**
 * Tells whether nothing in the file but its own declaration mentions a name: reads, writes, types,
 * export lists and JSDoc all count, and so does what the compiler cannot resolve.
 */
export function unusedNames(
  context: RuleContext,
): (name: ts.Node, declaration: ts.Node) => boolean {
  const { sourceFile } = context;
  const references = variableReferences(sourceFile);
  return (name, declaration) => {
    const text = name.getText(sourceFile);
    const own = { start: declaration.pos, end: declaration.end };
    if (ts.isPrivateIdentifier(name))
      return !wholeWord(text).test(
        sourceFile.text.slice(0, own.start) + sourceFile.text.slice(own.end),
      );
    const others = (references.get(text) ?? []).filter(
      (each) => each.pos < own.start || each.end > own.end,
    );
    return (
      !others.some((each) => mayMean(context, each, name)) &&
      isDeclaredOnce(context, name) &&
      !isNamedInDocs(sourceFile, text, [own])
    );
  };
}

function isDeclaredOnce(context: RuleContext, name: ts.Node): boolean {
  return context.checker().getSymbolAtLocation(name)?.declarations?.length === 1;
}

function mayMean({ checker }: RuleContext, reference: ts.Identifier, name: ts.Node): boolean {
  const { parent } = reference;
  if (ts.isExportSpecifier(parent)) return true;
  const found = ts.isShorthandPropertyAssignment(parent)
    ? checker().getShorthandAssignmentValueSymbol(parent)
    : checker().getSymbolAtLocation(reference);
  return found === undefined || found === checker().getSymbolAtLocation(name);
}
