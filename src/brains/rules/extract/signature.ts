import ts from 'typescript';
import type { RuleContext, TextEdit } from '../rule.js';
import { contains } from '../syntax/walk.js';

/** What the compiler's own extraction would call: its data flow, not its text. */
export interface Signature {
  typeParameters: string;
  parameters: { name: string; type: string | undefined }[];
  returnType: string | undefined;
  /** The variable that takes the result, and whether the statements declare it. */
  result: { name: string; isDeclared: boolean } | undefined;
  /** Names of types that the file must import too, put into imports that it has. */
  imports: TextEdit[];
}

/** Asks for an extraction to module scope; undefined when there is none of a simple form. */
export function moduleSignature(
  context: RuleContext,
  range: { pos: number; end: number },
): Signature | undefined {
  const texts = extractionTexts(context, range);
  if (texts === undefined) return undefined;
  const parse = (text: string): readonly ts.Statement[] =>
    ts.createSourceFile('extraction.ts', text, ts.ScriptTarget.Latest, true).statements;
  const [fn, second] = parse(texts.fn);
  const calls = parse(texts.call);
  const call = calls[0];
  if (fn === undefined || second !== undefined || !ts.isFunctionDeclaration(fn)) return undefined;
  if (call === undefined || calls.length > 1 || fn.modifiers !== undefined || fn.asteriskToken)
    return undefined;
  const result = resultOf(call);
  if (result === 'unknown') return undefined;
  return {
    typeParameters: fn.typeParameters
      ? `<${fn.typeParameters.map((each) => each.getText()).join(', ')}>`
      : '',
    parameters: fn.parameters.map((each) => ({
      name: each.name.getText(),
      type: each.type?.getText(),
    })),
    returnType: fn.type?.getText(),
    result,
    imports: texts.imports,
  };
}

function extractionTexts(
  context: RuleContext,
  range: { pos: number; end: number },
): { fn: string; call: string; imports: TextEdit[] } | undefined {
  const file = context.fileName(context.path);
  const service = context.service();
  try {
    const offers = service.getApplicableRefactors(file, range, {}, 'invoked');
    const offer = offers
      .flatMap(({ name, actions }) => actions.map((action) => ({ name, action })))
      .find(
        ({ action }) =>
          action.name.startsWith('function_scope') &&
          action.description === 'Extract to function in module scope',
      );
    if (offer === undefined) return undefined;
    const changes = service.getEditsForRefactor(
      file,
      { semicolons: ts.SemicolonPreference.Insert },
      range,
      offer.name,
      offer.action.name,
      {},
    );
    const texts = changes?.edits.flatMap((edit) => edit.textChanges) ?? [];
    const call = texts.find(
      ({ span }) => span.start <= range.pos && span.start + span.length >= range.end,
    );
    const fn = texts.find(({ newText }) => /^\s*function newFunction\b/.test(newText));
    const imports = texts.filter((change) => change !== call && change !== fn);
    return call && fn && imports.every((change) => addsImport(context.sourceFile, change))
      ? { fn: fn.newText, call: call.newText, imports: imports.map(toEdit) }
      : undefined;
  } catch {
    // The compiler's refactorings fail debug assertions on some code; then there is no offer.
    return undefined;
  }
}

/** Whether a change puts one more name into the braces of an import. */
function addsImport(sourceFile: ts.SourceFile, { span, newText }: ts.TextChange): boolean {
  const isName = /^(?:, (?:type )?\w+|(?:type )?\w+, )$/.test(newText);
  return (
    isName &&
    span.length === 0 &&
    contains(
      sourceFile,
      (node) =>
        ts.isNamedImports(node) &&
        node.getStart(sourceFile) < span.start &&
        span.start < node.end &&
        node.elements.length > 0,
    )
  );
}

function toEdit({ span, newText }: ts.TextChange): TextEdit {
  return { start: span.start, end: span.start, text: newText };
}

function resultOf(call: ts.Statement): Signature['result'] | 'unknown' {
  if (ts.isVariableStatement(call)) {
    const [declaration, second] = call.declarationList.declarations;
    const isOne = second === undefined && declaration?.initializer !== undefined;
    return isOne &&
      ts.isIdentifier(declaration.name) &&
      ts.isCallExpression(declaration.initializer)
      ? { name: declaration.name.text, isDeclared: true }
      : 'unknown';
  }
  if (!ts.isExpressionStatement(call)) return 'unknown';
  const { expression } = call;
  if (ts.isCallExpression(expression)) return undefined;
  const isAssigned =
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isIdentifier(expression.left) &&
    ts.isCallExpression(expression.right);
  return isAssigned ? { name: expression.left.getText(), isDeclared: false } : 'unknown';
}
