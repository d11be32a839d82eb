import ts from 'typescript';
import { bare } from './parentheses.js';

/** `const target = []; for (const item of source) { if (test) target.push(value); }`, taken apart. */
export interface FillingLoop {
  declaration: ts.VariableDeclaration & { initializer: ts.Expression };
  target: string;
  /** The statement that collects, with its test. */
  statement: ts.Statement;
  item: ts.BindingName;
  source: ts.Expression;
  test: ts.Expression | undefined;
  value: ts.Expression;
}

/** Takes apart an empty array and the loop behind it, when the loop does nothing but fill it. */
export function fillingLoop(
  first: ts.Node | undefined,
  loop: ts.Node | undefined,
): FillingLoop | undefined {
  if (first === undefined || !ts.isVariableStatement(first)) return undefined;
  if (loop === undefined || !ts.isForOfStatement(loop) || loop.awaitModifier) return undefined;
  const declaration = emptyArray(first.declarationList);
  const head = loop.initializer;
  const item =
    ts.isVariableDeclarationList(head) && isConst(head) ? head.declarations[0]?.name : undefined;
  const statement = onlyStatement(loop.statement);
  if (declaration === undefined || item === undefined || statement === undefined) return undefined;
  const target = declaration.name.text;
  const conditional = ts.isIfStatement(statement) ? statement : undefined;
  if (conditional?.elseStatement !== undefined) return undefined;
  const push = conditional === undefined ? statement : onlyStatement(conditional.thenStatement);
  const value = pushedValue(push, target);
  if (value === undefined) return undefined;
  const test = conditional?.expression;
  return { declaration, target, item, source: loop.expression, statement, test, value };
}

function isConst(list: ts.VariableDeclarationList): boolean {
  return (list.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
}

type EmptyArray = FillingLoop['declaration'] & { name: ts.Identifier };

function emptyArray(list: ts.VariableDeclarationList): EmptyArray | undefined {
  const [declaration, second] = list.declarations;
  if (declaration === undefined || second !== undefined || !isConst(list)) return undefined;
  return isEmptyArray(declaration) ? declaration : undefined;
}

function isEmptyArray(declaration: ts.VariableDeclaration): declaration is EmptyArray {
  const { initializer } = declaration;
  return (
    initializer !== undefined &&
    ts.isArrayLiteralExpression(initializer) &&
    initializer.elements.length === 0 &&
    ts.isIdentifier(declaration.name)
  );
}

function onlyStatement(statement: ts.Statement): ts.Statement | undefined {
  if (!ts.isBlock(statement)) return statement;
  const [only, second] = statement.statements;
  return only === undefined || second !== undefined ? undefined : onlyStatement(only);
}

function pushedValue(
  statement: ts.Statement | undefined,
  target: string,
): ts.Expression | undefined {
  if (statement === undefined || !ts.isExpressionStatement(statement)) return undefined;
  const call = statement.expression;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression))
    return undefined;
  const { name, expression } = call.expression;
  const isPush =
    name.text === 'push' &&
    call.questionDotToken === undefined &&
    ts.isIdentifier(expression) &&
    expression.text === target;
  const [value, second] = call.arguments;
  if (!isPush || value === undefined || second !== undefined) return undefined;
  return ts.isSpreadElement(value) ? undefined : bare(value);
}
