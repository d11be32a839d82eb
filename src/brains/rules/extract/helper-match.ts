import ts from 'typescript';
import type { RuleContext } from '../rule.js';
import { isVariableReference } from '../syntax/names.js';
import { sameTokens, tokenTexts } from '../syntax/tokens.js';
import { contains, walk } from '../syntax/walk.js';
import { isBoundToFunction } from './bound.js';
import { bare } from './parentheses.js';

const MIN_TOKENS = 8;

/** A top-level function of the file that only returns one expression of its parameters. */
export interface Helper {
  fn: ts.FunctionDeclaration;
  name: string;
  parameters: ReadonlySet<string>;
  returned: ts.Expression;
}

/** The functions of a file that an equal expression elsewhere could call. */
export function helpersOf({ sourceFile }: RuleContext): Helper[] {
  return sourceFile.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
    const returned = onlyReturned(statement);
    const parameters = statement.parameters.flatMap((each) =>
      isPlainParameter(each) ? [each.name.getText(sourceFile)] : [],
    );
    if (returned === undefined || parameters.length !== statement.parameters.length) return [];
    if (tokenTexts(sourceFile, returned).length < MIN_TOKENS) return [];
    if (contains(returned, isBoundToFunction) || contains(returned, ts.isFunctionLike)) return [];
    const name = statement.name.text;
    return [{ fn: statement, name, parameters: new Set(parameters), returned }];
  });
}

/** The expression of a function whose body is one `return`; undefined for async and generators. */
export function onlyReturned(fn: ts.FunctionDeclaration): ts.Expression | undefined {
  const [only, second] = fn.body?.statements ?? [];
  const isAsync = fn.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;
  if (only === undefined || second !== undefined || isAsync || fn.asteriskToken) return undefined;
  return ts.isReturnStatement(only) && only.expression ? bare(only.expression) : undefined;
}

function isPlainParameter(parameter: ts.ParameterDeclaration): boolean {
  return (
    ts.isIdentifier(parameter.name) &&
    parameter.name.text !== 'this' &&
    parameter.initializer === undefined &&
    parameter.dotDotDotToken === undefined &&
    parameter.questionToken === undefined
  );
}

/** The argument for each parameter when an expression is the helper's, parameters being holes. */
export function matchHelper(
  context: RuleContext,
  helper: Helper,
  expression: ts.Expression,
): Map<string, ts.Expression> | undefined {
  const found = new Map<string, ts.Expression>();
  const matches = matchNode(context, helper, helper.returned, expression, found);
  return matches && found.size === helper.parameters.size ? found : undefined;
}

function matchNode(
  context: RuleContext,
  helper: Helper,
  pattern: ts.Node,
  node: ts.Node,
  found: Map<string, ts.Expression>,
): boolean {
  const { sourceFile } = context;
  const [left, right] = [unwrapped(pattern), unwrapped(node)];
  if (isHole(helper, left)) {
    if (!ts.isExpression(right)) return false;
    const known = found.get(left.text);
    if (known !== undefined) return sameTokens(sourceFile, known, right);
    found.set(left.text, right);
    return true;
  }
  if (left.kind !== right.kind) return false;
  if (ts.isIdentifier(left) && ts.isIdentifier(right)) return isSameName(context, left, right);
  const [parts, others] = [left, right].map((each) => each.getChildren(sourceFile));
  if (parts === undefined || others === undefined || parts.length !== others.length) return false;
  if (parts.length === 0) return left.getText(sourceFile) === right.getText(sourceFile);
  return parts.every((part, index) => {
    const other = others[index];
    return other !== undefined && matchNode(context, helper, part, other, found);
  });
}

function unwrapped(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node) ? bare(node) : node;
}

function isHole(helper: Helper, node: ts.Node): node is ts.Identifier {
  return ts.isIdentifier(node) && helper.parameters.has(node.text) && isVariableReference(node);
}

function isSameName(context: RuleContext, left: ts.Identifier, right: ts.Identifier): boolean {
  if (left.text !== right.text) return false;
  if (!isVariableReference(left)) return !isVariableReference(right);
  const checker = context.checker();
  return checker.getSymbolAtLocation(left) === checker.getSymbolAtLocation(right);
}

/** The identifiers of a helper's expression that stand for one parameter. */
export function usesOf(helper: Helper, parameter: string): ts.Identifier[] {
  const uses: ts.Identifier[] = [];
  walk(helper.returned, (node) => {
    if (isHole(helper, node) && node.text === parameter) uses.push(node);
  });
  return uses;
}
