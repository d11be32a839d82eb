import ts from 'typescript';
import { collector } from './collector.js';
import { type FillingLoop, fillingLoop } from './extract/filling-loop.js';
import { isEffect } from './extract/purity.js';
import { mentions } from './extract/writes.js';
import type { Rule, RuleContext } from './rule.js';
import { commentsBetween, isMarkedOff } from './syntax/comments.js';
import { placeName } from './syntax/functions.js';
import { indentAt, lineBreak, lineStart, onOneLine } from './syntax/text.js';
import { sameTokens } from './syntax/tokens.js';
import { contains, siblings, walk } from './syntax/walk.js';

const MAX_COLUMNS = 100;

/** Methods of strings and arrays that change nothing and answer from their receiver alone. */
const PURE_METHODS = new Set(
  (
    'at charAt charCodeAt codePointAt concat endsWith includes indexOf join lastIndexOf localeCompare ' +
    'normalize padEnd padStart repeat slice split startsWith substring toFixed toLowerCase toString ' +
    'toUpperCase trim trimEnd trimStart'
  ).split(' '),
);

/** An array that a loop fills: say with `filter` and `map` what is kept and what is made of it. */
export const loopPipeline: Rule = {
  id: 'loop-pipeline',
  refactoring: 'Replace Loop with Pipeline',
  detect(context) {
    const { sourceFile } = context;
    const found = collector(context, this);
    walk(sourceFile, (node) => {
      if (!ts.isVariableStatement(node)) return;
      const list = siblings(node) ?? [];
      const loop = list[list.indexOf(node) + 1];
      const filling = fillingLoop(node, loop);
      if (filling === undefined || loop === undefined) return;
      const array = filling.declaration.initializer;
      const isCommented =
        commentsBetween(sourceFile, node.getStart(sourceFile), loop.end).length > 0;
      if (isCommented || isMarkedOff(sourceFile, loop) || !isPlain(context, filling)) return;
      const start = array.getStart(sourceFile);
      const pipeline = pipelineText(context, filling, start);
      if (pipeline === undefined) return;
      const place = placeName(node);
      const semicolon = node.getText(sourceFile).endsWith(';') ? ';' : '';
      found.offer(loop, {
        smell: `loop that fills an array in ${place}`,
        edits: [{ start, end: loop.end, text: pipeline + semicolon }],
        severity: 2,
        confidence: 'medium',
        intent: `Replace the loop that fills ${filling.target} in ${place} with a pipeline`,
      });
    });
    return found.detection;
  },
};

/** Whether the loop runs over an array that its body, free of effects, has no way to reach. */
function isPlain(context: RuleContext, loop: FillingLoop): boolean {
  const { source, test, value, target, item } = loop;
  if (!isName(source)) return false;
  const checker = context.checker();
  const type = checker.getTypeAtLocation(source);
  if (!checker.isArrayType(type) && !checker.isTupleType(type)) return false;
  const parts = test === undefined ? [value] : [test, value];
  return parts.every(
    (part) =>
      !mentions(part, target) &&
      !contains(part, (node) => ts.isExpression(node) && isSame(context, node, source)) &&
      !contains(part, (node) => ts.isFunctionLike(node) || ts.isClassLike(node)) &&
      !contains(part, (node) => isEffect(node) && !isOwnCall(node, item)),
  );
}

function isSame({ sourceFile }: RuleContext, node: ts.Expression, source: ts.Expression): boolean {
  return node.kind === source.kind && sameTokens(sourceFile, node, source);
}

function isName(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.questionDotToken === undefined && isName(node.expression);
  return ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword;
}

/** A call of a harmless method on the element, on what it holds, or on what such a call gave. */
function isOwnCall(node: ts.Node, item: ts.BindingName): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  if (!PURE_METHODS.has(node.expression.name.text)) return false;
  let root: ts.Expression = node.expression;
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression;
  return ts.isIdentifier(root) && mentions(item, root.text);
}

function pipelineText(context: RuleContext, loop: FillingLoop, start: number): string | undefined {
  const { sourceFile, text } = context;
  const isKept = sameTokens(sourceFile, loop.item, loop.value);
  if (isKept && loop.test === undefined) return undefined;
  if (![loop.item, loop.value, loop.source, loop.test ?? loop.value].every(isShort))
    return undefined;
  const parameter = parameterText(sourceFile, loop.item);
  const body = loop.value.getText(sourceFile);
  const result = ts.isObjectLiteralExpression(loop.value) ? `(${body})` : body;
  const calls = [
    ...(loop.test ? [`.filter(${parameter} => ${loop.test.getText(sourceFile)})`] : []),
    ...(isKept ? [] : [`.map(${parameter} => ${result})`]),
  ];
  const source = loop.source.getText(sourceFile);
  const line = source + calls.join('');
  if (start - lineStart(text, start) + line.length < MAX_COLUMNS) return line;
  const indent = `${lineBreak(text)}${indentAt(text, start)}${innerStep(context, loop)}`;
  const lines = [source, ...calls].map((each, index) => (index === 0 ? each : indent + each));
  return lines.every((each) => each.trim().length + indent.length < MAX_COLUMNS)
    ? lines.join('')
    : undefined;

  function isShort(node: ts.Node): boolean {
    return onOneLine(sourceFile, node);
  }
}

/** By how much the loop's body is indented. */
function innerStep({ sourceFile, text }: RuleContext, loop: FillingLoop): string {
  const outer = indentAt(text, loop.declaration.getStart(sourceFile));
  return indentAt(text, loop.statement.getStart(sourceFile)).slice(outer.length);
}

function parameterText(sourceFile: ts.SourceFile, item: ts.BindingName): string {
  const name = item.getText(sourceFile);
  return ts.isIdentifier(item) && prefersBareParameters(sourceFile) ? name : `(${name})`;
}

/** Whether the arrow functions of the file with one plain parameter have no parentheses around it. */
function prefersBareParameters(sourceFile: ts.SourceFile): boolean {
  let bare = 0;
  walk(sourceFile, (node) => {
    if (!ts.isArrowFunction(node) || node.parameters.length !== 1) return;
    const [parameter] = node.parameters;
    if (parameter === undefined || !ts.isIdentifier(parameter.name) || parameter.type) return;
    bare += sourceFile.text[node.getStart(sourceFile)] === '(' ? -1 : 1;
  });
  return bare > 0;
}
