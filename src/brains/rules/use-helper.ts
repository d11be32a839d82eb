import ts from 'typescript';
import { type Collector, collector } from './collector.js';
import { chanceConstants } from './extract/chance-constant.js';
import { isArithmetic, isPlainRead, mayBeEvaluatedFirst } from './extract/evaluation.js';
import {
  type Helper,
  helpersOf,
  matchHelper,
  onlyReturned,
  usesOf,
} from './extract/helper-match.js';
import type { Rule, RuleContext, TextEdit } from './rule.js';
import { commentsBetween, isMarkedOff } from './syntax/comments.js';
import { enclosingFunction, placeName } from './syntax/functions.js';
import { onOneLine } from './syntax/text.js';
import { walk } from './syntax/walk.js';

/** An expression that a function of the same file computes already: call it. */
export const useHelper: Rule = {
  id: 'use-helper',
  refactoring: 'Replace Inline Code with Function Call',
  detect(context) {
    const found = collector(context, this);
    for (const helper of helpersOf(context)) repeatsOf(context, helper, found);
    found.detection.skipped.push(...chanceConstants(context));
    return found.detection;
  },
};

function repeatsOf(context: RuleContext, helper: Helper, found: Collector): void {
  const places = new Map<ts.Node, { node: ts.Expression; edits: TextEdit[] }>();
  walk(context.sourceFile, (node) => {
    if (node === helper.fn) return false;
    if (node.kind !== helper.returned.kind || !ts.isExpression(node)) return true;
    const edit = callEdit(context, helper, node);
    if (edit === undefined) return true;
    const place = enclosingFunction(node) ?? context.sourceFile;
    const known = places.get(place);
    if (known === undefined) places.set(place, { node, edits: [edit] });
    else known.edits.push(edit);
    return false;
  });
  for (const { node, edits } of places.values()) {
    const place = placeName(node);
    const smell = `repeated expression of ${helper.name} in ${place}`;
    const isTwin = isWholeOfFunction(node);
    if (isTwin && node.pos < helper.fn.pos) continue;
    if (isTwin)
      found.skip(node, smell, 'two functions are the same: a person must say which one stays');
    else
      found.offer(node, {
        smell,
        edits,
        severity: 4,
        confidence: 'medium',
        intent: `Call ${helper.name} in ${place} instead of repeating its expression`,
      });
  }
}

/** Whether the expression is all that a top-level function returns, so that it is a helper too. */
function isWholeOfFunction(node: ts.Expression): boolean {
  const fn = enclosingFunction(node);
  return (
    fn !== undefined &&
    ts.isFunctionDeclaration(fn) &&
    ts.isSourceFile(fn.parent) &&
    onlyReturned(fn) === node
  );
}

function callEdit(context: RuleContext, helper: Helper, node: ts.Expression): TextEdit | undefined {
  const { sourceFile } = context;
  const found = matchHelper(context, helper, node);
  if (found === undefined || !isValueOnly(node) || isMarkedOff(sourceFile, node)) return undefined;
  const start = node.getStart(sourceFile);
  if (commentsBetween(sourceFile, start, node.end).length > 0) return undefined;
  const names = helper.fn.parameters.map((parameter) => parameter.name.getText(sourceFile));
  const values = names.flatMap((name) => found.get(name) ?? []);
  const fits = names.every((name, index) => {
    const argument = values[index];
    return argument !== undefined && isFitting(context, helper, name, argument);
  });
  if (!fits || !isVisible(context, helper, node)) return undefined;
  const text = values.map((value) => value.getText(sourceFile)).join(', ');
  return { start, end: node.end, text: `${helper.name}(${text})` };
}

function isFitting(
  context: RuleContext,
  helper: Helper,
  name: string,
  argument: ts.Expression,
): boolean {
  const uses = usesOf(helper, name);
  const isSimple = isPlainRead(argument) || (uses.length === 1 && isArithmetic(argument));
  if (!isSimple || !onOneLine(context.sourceFile, argument)) return false;
  const parameter = helper.fn.parameters.find((each) => each.name.getText() === name);
  if (parameter === undefined) return false;
  const checker = context.checker();
  return (
    mayBeEvaluatedFirst(argument, uses, helper.returned) &&
    checker.isTypeAssignableTo(
      checker.getTypeAtLocation(argument),
      checker.getTypeAtLocation(parameter),
    )
  );
}

/** Whether the expression is used for its value: not called, written, deleted or asked for its type. */
function isValueOnly(node: ts.Expression): boolean {
  let [inner, outer]: [ts.Node, ts.Node] = [node, node.parent];
  while (ts.isParenthesizedExpression(outer)) [inner, outer] = [outer, outer.parent];
  const isCallee =
    (ts.isCallExpression(outer) || ts.isNewExpression(outer)) && outer.expression === inner;
  const isTag = ts.isTaggedTemplateExpression(outer) && outer.tag === inner;
  const isChained = ts.isOptionalChain(node) && ts.isOptionalChain(outer);
  return (
    !isCallee &&
    !isTag &&
    !isChained &&
    !ts.isDeleteExpression(outer) &&
    !ts.isTypeOfExpression(outer) &&
    !ts.isExpressionStatement(outer)
  );
}

/** Whether the helper's name means the helper where the expression stands. */
function isVisible(context: RuleContext, helper: Helper, node: ts.Node): boolean {
  const checker = context.checker();
  const own = helper.fn.name && checker.getSymbolAtLocation(helper.fn.name);
  const seen = checker.resolveName(helper.name, node, ts.SymbolFlags.Value, false);
  return own !== undefined && (seen === own || seen === checker.getExportSymbolOfSymbol(own));
}
