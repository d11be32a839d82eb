import ts from 'typescript';
import { bare } from '../extract/parentheses.js';
import { isBoundToFunction } from '../extract/bound.js';
import { mayBeEvaluatedFirst } from '../extract/evaluation.js';
import { isVariableReference } from '../syntax/names.js';
import { contains, walk } from '../syntax/walk.js';
import { declarationOf } from './bindings.js';
import { partsOf, sameTree } from './parallel.js';
import type { Versions } from './versions.js';

/** A function of the file that does nothing but return one expression of its parameters. */
interface Helper {
  fn: ts.FunctionDeclaration;
  parameters: string[];
  returned: ts.Expression;
}

/**
 * Proves that the only difference is expressions replaced by a call of an existing function which
 * returns just that expression of its arguments. Returns why not, or undefined.
 */
export function provesHelperCall(versions: Versions): string | undefined {
  let problem: string | undefined;
  let calls = 0;
  const same = sameTree(versions.before.sourceFile, versions.after.sourceFile, {
    node: (before, after) => {
      if (!ts.isExpression(before) || !ts.isCallExpression(after)) return false;
      calls += 1;
      problem ??= differs(versions, before, after);
      return true;
    },
  });
  if (problem !== undefined) return problem;
  if (!same) return 'more changed than expressions that became a call';
  return calls === 0 ? 'no expression became a call' : undefined;
}

function differs(
  versions: Versions,
  before: ts.Expression,
  call: ts.CallExpression,
): string | undefined {
  const helper = helperOf(versions, call);
  if (typeof helper === 'string') return helper;
  const name = helper.fn.name?.text ?? '';
  if (before.pos >= helper.fn.pos && before.end <= helper.fn.end)
    return `${name} would call itself`;
  const values = new Map(
    helper.parameters.map((parameter, index) => [parameter, call.arguments[index]]),
  );
  if (!sameExpression(versions, helper.returned, before, values))
    return `${name} does not return the expression that stood there`;
  for (const [parameter, argument] of values)
    if (argument === undefined || !mayMove(helper.returned, parameter, argument))
      return `the argument for ${parameter} would be evaluated at another time`;
  return undefined;
}

function helperOf(versions: Versions, call: ts.CallExpression): Helper | string {
  const callee = call.expression;
  if (!ts.isIdentifier(callee) || call.questionDotToken !== undefined)
    return 'the new call is not of a function of this file';
  const declared = declarationOf(versions.after, callee);
  const fn = versions.before.sourceFile.statements.find(
    (statement): statement is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(statement) && statement.name?.text === callee.text,
  );
  if (fn === undefined || declared === undefined || !ts.isFunctionDeclaration(declared))
    return 'the new call is not of a function of this file';
  const only = fn.body?.statements.length === 1 ? fn.body.statements[0] : undefined;
  const isAsync = fn.modifiers?.some((each) => each.kind === ts.SyntaxKind.AsyncKeyword) ?? false;
  if (only === undefined || !ts.isReturnStatement(only) || isAsync || fn.asteriskToken)
    return `${callee.text} does more than return one expression`;
  const parameters = fn.parameters.flatMap((parameter) =>
    ts.isIdentifier(parameter.name) && !parameter.initializer && !parameter.dotDotDotToken
      ? [parameter.name.text]
      : [],
  );
  if (parameters.length !== fn.parameters.length || parameters.length !== call.arguments.length)
    return `${callee.text} is not called with one argument for each plain parameter`;
  if (only.expression === undefined || contains(only.expression, isBoundToFunction))
    return `${callee.text} uses this or arguments`;
  return { fn, parameters, returned: only.expression };
}

/** Whether the helper's expression with its arguments filled in is the old expression. */
function sameExpression(
  versions: Versions,
  returned: ts.Node,
  before: ts.Node,
  values: ReadonlyMap<string, ts.Expression | undefined>,
): boolean {
  const [left, right] = [unwrapped(returned), unwrapped(before)];
  const isParameter =
    ts.isIdentifier(left) &&
    values.has(left.text) &&
    declarationOf(versions.before, left)?.kind === ts.SyntaxKind.Parameter;
  if (isParameter) {
    const argument = values.get(left.text);
    return argument !== undefined && sameTree(right, bare(argument));
  }
  if (left.kind !== right.kind) return false;
  const [parts, others] = [partsOf(left), partsOf(right)];
  if (parts.length === 0 && others.length === 0) return sameLeaf(versions, left, right);
  return (
    parts.length === others.length &&
    parts.every((part, index) => {
      const other = others[index];
      return other !== undefined && sameExpression(versions, part, other, values);
    })
  );
}

function unwrapped(node: ts.Node): ts.Node {
  return ts.isExpression(node) ? bare(node) : node;
}

function sameLeaf({ before }: Versions, left: ts.Node, right: ts.Node): boolean {
  if (left.getText() !== right.getText()) return false;
  return (
    !ts.isIdentifier(left) ||
    !ts.isIdentifier(right) ||
    declarationOf(before, left) === declarationOf(before, right)
  );
}

function mayMove(returned: ts.Expression, parameter: string, argument: ts.Expression): boolean {
  const uses: ts.Identifier[] = [];
  walk(returned, (node) => {
    if (ts.isIdentifier(node) && node.text === parameter && isVariableReference(node))
      uses.push(node);
  });
  return mayBeEvaluatedFirst(argument, uses, returned);
}
