import ts from 'typescript';
import type { RuleContext } from '../rule.js';
import { innerIndent, reindent, usesSemicolons } from '../syntax/indent.js';
import { indentAt, lineBreak, lineStart } from '../syntax/text.js';
import { walk } from '../syntax/walk.js';
import type { Paragraph } from './paragraph.js';
import type { Signature } from './signature.js';

/** Everything that the text of an extraction is made of. */
export interface Extraction {
  paragraph: Paragraph;
  signature: Signature;
  name: string;
  /** How the result's variable is declared at the call, if it is. */
  declaredBy: 'const' | 'let' | 'var';
}

/** The statement that takes the paragraph's place. */
export function callText(context: RuleContext, extraction: Extraction): string {
  const { signature, name, declaredBy } = extraction;
  const { result, parameters } = signature;
  const call = `${name}(${parameters.map((each) => each.name).join(', ')})`;
  const end = usesSemicolons(context.sourceFile) ? ';' : '';
  if (result === undefined) return call + end;
  return `${result.isDeclared ? `${declaredBy} ` : ''}${result.name} = ${call}${end}`;
}

/** The new function, its body the paragraph as it stands, in the indentation of the file. */
export function functionText(context: RuleContext, extraction: Extraction): string {
  const { sourceFile, text } = context;
  const { paragraph, signature, name } = extraction;
  const newline = lineBreak(text);
  const unit = indentUnit(context, paragraph);
  const start = lineStart(text, paragraph.first.getStart(sourceFile));
  const from = innerIndent(sourceFile, paragraph.block);
  const range = { start, end: paragraph.end };
  const body = reindent(sourceFile, paragraph.block, range, from, unit);
  const isTyped = /\.[cm]?tsx?$/.test(context.path);
  const parameters = signature.parameters.map((each) =>
    isTyped && each.type !== undefined ? `${each.name}: ${each.type}` : each.name,
  );
  const returns = isTyped ? returnAnnotation(context, extraction) : '';
  const generics = isTyped ? signature.typeParameters : '';
  const end = usesSemicolons(sourceFile) ? ';' : '';
  const result = signature.result ? [`${unit}return ${signature.result.name}${end}`] : [];
  return [
    ...docLines(context, extraction),
    `function ${name}${generics}(${parameters.join(', ')})${returns} {`,
    body,
    ...result,
    '}',
  ].join(newline);
}

/** The return type, given by the compiler or written because the file writes its return types. */
function returnAnnotation(context: RuleContext, { paragraph, signature }: Extraction): string {
  if (signature.returnType !== undefined) return `: ${signature.returnType}`;
  if (!annotatesReturns(context.sourceFile)) return '';
  const { result } = signature;
  const type = result === undefined ? 'void' : typeOf(context, paragraph, result.name);
  return /\bimport\(/.test(type) ? '' : `: ${type}`;
}

function annotatesReturns(sourceFile: ts.SourceFile): boolean {
  let balance = 0;
  walk(sourceFile, (node) => {
    if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
      balance += node.type === undefined ? -1 : 1;
  });
  return balance > 0;
}

function indentUnit({ sourceFile, text }: RuleContext, { block }: Paragraph): string {
  const outer = indentAt(text, block.end - 1);
  const inner = innerIndent(sourceFile, block);
  return inner.startsWith(outer) && inner !== outer ? inner.slice(outer.length) : '  ';
}

/** JSDoc types for the new function where the JavaScript file has them elsewhere. */
function docLines(context: RuleContext, { paragraph, signature }: Extraction): string[] {
  const usesTypes = /@(?:param|returns?|type)\s*\{/.test(context.text);
  if (!usesTypes || !/\.[cm]?jsx?$/.test(context.path)) return [];
  const quote = context.text.includes("import('") ? "'" : '"';
  const type = (name: string): string =>
    typeOf(context, paragraph, name).replace(/import\("([^"]+)"\)/g, `import(${quote}$1${quote})`);
  const { parameters, result } = signature;
  const names = [...parameters, ...(result ? [result] : [])].map(({ name }) => name);
  if (names.every((name) => type(name) === 'any')) return [];
  const tags = parameters.map(({ name }) => ` * @param {${type(name)}} ${name}`);
  const returns = result === undefined ? [] : [` * @returns {${type(result.name)}}`];
  return ['/**', ...tags, ...returns, ' */'];
}

/** The type of a variable where the paragraph first mentions it. */
function typeOf(context: RuleContext, paragraph: Paragraph, name: string): string {
  const checker = context.checker();
  const first = firstMention(paragraph, name);
  const symbol = first && checker.getSymbolAtLocation(first);
  if (first === undefined || symbol === undefined) return 'any';
  const type = checker.getBaseTypeOfLiteralType(checker.getTypeOfSymbolAtLocation(symbol, first));
  return checker.typeToString(type, context.sourceFile, ts.TypeFormatFlags.NoTruncation);
}

function firstMention(paragraph: Paragraph, name: string): ts.Identifier | undefined {
  const visit = (node: ts.Node): ts.Identifier | undefined =>
    ts.isIdentifier(node) && node.text === name && !isPropertyName(node)
      ? node
      : ts.forEachChild(node, visit);
  for (const statement of paragraph.statements) {
    const found = visit(statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}
