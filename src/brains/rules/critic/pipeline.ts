import ts from 'typescript';
import { bare } from '../extract/parentheses.js';
import { type FillingLoop, fillingLoop } from '../extract/filling-loop.js';
import { isEffect, mayHaveEffect } from '../extract/purity.js';
import { mentions } from '../extract/writes.js';
import { contains } from '../syntax/walk.js';
import { sameTree } from './parallel.js';
import type { Version, Versions } from './versions.js';

/**
 * Proves by shape that loops which only fill an array became `filter` and `map` over the same array.
 * It cannot see sparse arrays: the loop visits holes, a pipeline skips them. Returns why not.
 */
export function provesPipeline(versions: Versions): string | undefined {
  let problem: string | undefined;
  let loops = 0;
  const same = sameTree(versions.before.sourceFile, versions.after.sourceFile, {
    list: ([declaration, loop], [pipeline]) => {
      const filling = fillingLoop(declaration, loop);
      if (filling === undefined || pipeline === undefined) return undefined;
      loops += 1;
      problem ??= differs(versions.before, filling, pipeline);
      return { before: 2, after: 1 };
    },
  });
  if (problem !== undefined) return problem;
  if (!same) return 'more changed than loops that became a pipeline';
  return loops === 0 ? 'no loop became a pipeline' : undefined;
}

function differs(before: Version, loop: FillingLoop, after: ts.Node): string | undefined {
  const { checker } = before;
  const type = checker.getTypeAtLocation(loop.source);
  if (!checker.isArrayType(type) && !checker.isTupleType(type))
    return `${loop.source.getText()} is not known to be an array`;
  const parts = [loop.test, loop.value].filter((part) => part !== undefined);
  const reaches = parts.some(
    (part) =>
      mentions(part, loop.target) ||
      contains(part, (node) => sameTree(loop.source, node)) ||
      hasForeignEffect(part, loop.item),
  );
  if (reaches || mayHaveEffect(loop.source))
    return 'the loop does something besides testing and collecting its elements';
  const declaration = ts.isVariableStatement(after)
    ? after.declarationList.declarations[0]
    : undefined;
  const isSameVariable =
    declaration !== undefined &&
    declaration.name.getText() === loop.target &&
    (declaration.parent.flags & ts.NodeFlags.Const) !== 0 &&
    (declaration.type?.getText() ?? '') === (loop.declaration.type?.getText() ?? '');
  if (!isSameVariable || declaration.initializer === undefined)
    return `${loop.target} is not declared by the pipeline as it was by the loop`;
  return isPipelineOf(loop, declaration.initializer)
    ? undefined
    : 'the pipeline does not test and collect what the loop did';
}

function isPipelineOf(loop: FillingLoop, pipeline: ts.Expression): boolean {
  const steps = stepsOf(pipeline);
  const last = steps.calls.at(-1);
  const isMapped = last?.name === 'map';
  const expected = [...(loop.test ? ['filter'] : []), ...(isMapped ? ['map'] : [])];
  const isKept = isMapped || sameTree(loop.item, loop.value);
  return (
    isKept &&
    sameTree(loop.source, steps.source) &&
    steps.calls.length > 0 &&
    steps.calls.map((call) => call.name).join() === expected.join() &&
    steps.calls.every((call) =>
      isArrow(call.callback, loop.item, call.name === 'filter' ? loop.test : loop.value),
    )
  );
}

interface Step {
  name: string;
  callback: ts.Expression;
}

function stepsOf(expression: ts.Expression): { source: ts.Expression; calls: Step[] } {
  const isStep =
    ts.isCallExpression(expression) &&
    ts.isPropertyAccessExpression(expression.expression) &&
    !ts.isOptionalChain(expression) &&
    expression.arguments.length === 1;
  const callback = isStep ? expression.arguments[0] : undefined;
  if (!isStep || callback === undefined || !ts.isPropertyAccessExpression(expression.expression))
    return { source: expression, calls: [] };
  const inner = stepsOf(expression.expression.expression);
  const step = { name: expression.expression.name.text, callback };
  return { source: inner.source, calls: [...inner.calls, step] };
}

function isArrow(
  callback: ts.Expression,
  item: ts.BindingName,
  body: ts.Expression | undefined,
): boolean {
  const parameter = ts.isArrowFunction(callback) ? callback.parameters[0] : undefined;
  return (
    ts.isArrowFunction(callback) &&
    callback.modifiers === undefined &&
    callback.parameters.length === 1 &&
    parameter !== undefined &&
    parameter.initializer === undefined &&
    sameTree(item, parameter.name) &&
    body !== undefined &&
    ts.isExpression(callback.body) &&
    sameTree(bare(body), bare(callback.body))
  );
}

/** Whether a part writes, waits, or calls what is neither a pure global nor the element's own. */
function hasForeignEffect(part: ts.Node, item: ts.BindingName): boolean {
  return contains(
    part,
    (node) =>
      isEffect(node) && !(ts.isCallExpression(node) && startsAtElement(node.expression, item)),
  );
}

function startsAtElement(callee: ts.Expression, item: ts.BindingName): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  let root: ts.Expression = callee;
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression;
  return ts.isIdentifier(root) && mentions(item, root.text);
}
