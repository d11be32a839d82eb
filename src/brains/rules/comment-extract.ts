import ts from 'typescript';
import { collector } from './collector.js';
import { nameFromComment } from './extract/comment-name.js';
import { wholeWord } from './extract/doc-names.js';
import { callText, type Extraction, functionText } from './extract/extraction-text.js';
import { isMovable, isWrittenAfter, parameterOrder, wouldBeStale } from './extract/movable.js';
import { type Paragraph, paragraphsOf } from './extract/paragraph.js';
import { brokenPromise } from './extract/promise-kept.js';
import { isScript } from './extract/script.js';
import { moduleSignature, type Signature } from './extract/signature.js';
import type { Rule, RuleContext, TextEdit } from './rule.js';
import { isMarkedOff } from './syntax/comments.js';
import { cognitiveComplexity } from './syntax/complexity.js';
import { type FunctionNode, isFunctionNode, placeName } from './syntax/functions.js';
import { lineBreak, lineEnd, linesOf, lineStart, startsLine } from './syntax/text.js';
import { tokenTexts } from './syntax/tokens.js';
import { contains, walk } from './syntax/walk.js';

const MIN_COMPLEXITY = 15;
const MIN_FUNCTION_LINES = 30;
const MIN_TOKENS = 20;
const MIN_LINES = 4;
const MAX_PARAGRAPH_LINES = 35;
const MAX_PARAMETERS = 3;
const MAX_COLUMNS = 100;

/** A paragraph of a long function whose comment names it: make it a function of that name. */
export const commentExtract: Rule = {
  id: 'comment-extract',
  refactoring: 'Extract Function',
  detect(context) {
    const { sourceFile } = context;
    const found = collector(context, this);
    if (isScript(sourceFile)) return found.detection;
    walk(sourceFile, (fn) => {
      if (!isFunctionNode(fn) || !isLong(sourceFile, fn)) return;
      for (const paragraph of paragraphsOf(sourceFile, fn)) {
        const comment = nameFromComment(paragraph.comment.text);
        if (comment === undefined || !isWorthIt(context, fn, paragraph)) continue;
        const said = paragraph.comment.text.replace(/^\/\/\s*|[.:]?\s*$/g, '');
        const smell = `long paragraph "${said}" in ${placeName(fn)}`;
        const extraction = plan(context, fn, paragraph, comment.name);
        if (extraction === undefined) continue;
        const why = brokenPromise(paragraph.statements, comment, extraction.signature.result);
        if (why !== undefined) {
          found.skip(paragraph.first, smell, why);
          continue;
        }
        const edits = editsOf(context, fn, extraction);
        if (edits === undefined) continue;
        found.offer(paragraph.first, {
          smell,
          gain: complexityOf(functionText(context, extraction)),
          endLine: linesOf(sourceFile, paragraph.last).endLine,
          edits,
          severity: 4,
          confidence: 'medium',
          intent: `Extract ${comment.name} from ${placeName(fn)}`,
        });
      }
    });
    return found.detection;
  },
};

function isLong(sourceFile: ts.SourceFile, fn: FunctionNode): boolean {
  const { startLine, endLine } = linesOf(sourceFile, fn);
  return endLine - startLine + 1 > MIN_FUNCTION_LINES || cognitiveComplexity(fn) > MIN_COMPLEXITY;
}

/** Whether the paragraph has a flow of its own, is neither tiny nor huge, and not the whole function. */
function isWorthIt({ sourceFile }: RuleContext, fn: FunctionNode, paragraph: Paragraph): boolean {
  const { statements, block, first, last } = paragraph;
  const lines = linesOf(sourceFile, last).endLine - linesOf(sourceFile, first).startLine + 1;
  const tokens = statements.flatMap((each) => tokenTexts(sourceFile, each)).length;
  return (
    tokens >= MIN_TOKENS &&
    lines >= MIN_LINES &&
    lines <= MAX_PARAGRAPH_LINES &&
    (block !== fn.body || statements.length < block.statements.length) &&
    statements.some((each) => contains(each, isBranch)) &&
    isMovable(statements) &&
    !statements.some((each) => isMarkedOff(sourceFile, each))
  );
}

/** Whether a node costs cognitive complexity, so that moving it makes its function simpler. */
function isBranch(node: ts.Node): boolean {
  return (
    ts.isIfStatement(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isSwitchStatement(node) ||
    ts.isTryStatement(node) ||
    ts.isConditionalExpression(node)
  );
}

/** Cognitive complexity of the new function: what its caller loses. */
function complexityOf(text: string): number {
  return cognitiveComplexity(ts.createSourceFile('new.ts', text, ts.ScriptTarget.Latest, true));
}

/** The extraction that every precondition of data flow allows; undefined when there is none. */
function plan(
  context: RuleContext,
  fn: FunctionNode,
  paragraph: Paragraph,
  name: string,
): Extraction | undefined {
  if (wholeWord(name).test(context.text)) return undefined;
  const range = { pos: paragraph.first.getStart(context.sourceFile), end: paragraph.last.end };
  const signature = moduleSignature(context, range);
  if (signature === undefined || isUntyped(context, signature)) return undefined;
  const order = parameterOrder(context, paragraph, signature);
  const result = signature.result?.name;
  if (order === undefined || order.size < 1 || order.size > MAX_PARAMETERS) return undefined;
  if (wouldBeStale(paragraph, order, result)) return undefined;
  const byName = new Map(signature.parameters.map((each) => [each.name, each]));
  const parameters = [...order.keys()].flatMap((each) => byName.get(each) ?? []);
  const declaredBy = declarationKind(fn, paragraph, signature);
  return { paragraph, signature: { ...signature, parameters }, name, declaredBy };
}

/** Whether the compiler knows no type for a parameter of a function that would need one. */
function isUntyped({ path }: RuleContext, { parameters }: Signature): boolean {
  return /\.[cm]?tsx?$/.test(path) && parameters.some(({ type }) => type === 'any');
}

function declarationKind(
  fn: FunctionNode,
  paragraph: Paragraph,
  { result }: Signature,
): Extraction['declaredBy'] {
  if (result === undefined) return 'const';
  const isVar = paragraph.statements.some(
    (statement) =>
      ts.isVariableStatement(statement) &&
      (statement.declarationList.flags & ts.NodeFlags.BlockScoped) === 0 &&
      statement.declarationList.declarations.some((each) => each.name.getText() === result.name),
  );
  if (isVar) return 'var';
  return isWrittenAfter(fn, paragraph, result.name) ? 'let' : 'const';
}

function editsOf(
  context: RuleContext,
  fn: FunctionNode,
  extraction: Extraction,
): TextEdit[] | undefined {
  const { sourceFile, text } = context;
  const { paragraph } = extraction;
  const behind = placeBehind(sourceFile, fn);
  if (behind === undefined) return undefined;
  const call = callText(context, extraction);
  const added = functionText(context, extraction);
  const column = paragraph.comment.start - lineStart(text, paragraph.comment.start);
  if (column + call.length > MAX_COLUMNS) return undefined;
  if (added.split('\n').some((line) => line.length > MAX_COLUMNS && !text.includes(line.trim())))
    return undefined;
  const newline = lineBreak(text);
  return [
    ...extraction.signature.imports,
    { start: paragraph.comment.start, end: paragraph.end, text: call },
    { start: behind, end: behind, text: newline + newline + added },
  ];
}

/** The end of the top-level statement around a function, where a new function can follow. */
function placeBehind(sourceFile: ts.SourceFile, fn: FunctionNode): number | undefined {
  const { text } = sourceFile;
  let outer: ts.Node = fn;
  while (!ts.isSourceFile(outer.parent)) outer = outer.parent;
  const isHome =
    ts.isFunctionDeclaration(outer) ||
    ts.isClassDeclaration(outer) ||
    ts.isVariableStatement(outer) ||
    ts.isExportAssignment(outer) ||
    (ts.isExpressionStatement(outer) && isAssigned(outer.expression));
  const end = lineEnd(text, outer.end);
  const isAlone = text.slice(outer.end, end).trim() === '';
  return isHome && isAlone && startsLine(text, outer.getStart(sourceFile)) ? outer.end : undefined;
}

function isAssigned(expression: ts.Expression): boolean {
  return (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    !ts.isCallExpression(expression.right)
  );
}
