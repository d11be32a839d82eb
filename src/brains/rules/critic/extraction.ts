import ts from 'typescript';
import { isBoundToFunction } from '../extract/bound.js';
import { isScript } from '../extract/script.js';
import { innerFunctions, mentions, writesName } from '../extract/writes.js';
import { enclosingFunction, type FunctionNode } from '../syntax/functions.js';
import { tokenNodes } from '../syntax/tokens.js';
import { contains, walk, walkOwn } from '../syntax/walk.js';
import { declarationOf } from './bindings.js';
import { addedTypeImports } from './type-imports.js';
import type { Version, Versions } from './versions.js';

/** The new function of an extraction and the statement or expression that calls it. */
interface Extraction {
  fn: ts.FunctionDeclaration & { name: ts.Identifier; body: ts.Block };
  call: ts.CallExpression;
  /** What stands for the body: the calling statement, or the call itself. */
  site: ts.Node;
  /** The part of the body that stood there before. */
  body: ts.Node[];
  /** The variable that the call's result is written to. */
  result: string | undefined;
}

/** The one top-level function that the new version has and the old one does not even mention. */
export function newFunction(versions: Versions): ts.FunctionDeclaration | undefined {
  const known = new Set<string>();
  walk(versions.before.sourceFile, (node) => {
    if (ts.isIdentifier(node)) known.add(node.text);
  });
  const added = versions.after.sourceFile.statements.filter(
    (statement): statement is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(statement) &&
      statement.name !== undefined &&
      !known.has(statement.name.text),
  );
  return added.length === 1 ? added[0] : undefined;
}

/**
 * Proves an extraction by undoing it: the new function's body, put in the place of its call, must
 * give the old tokens, each name standing for the same variable. Returns why not, or undefined.
 */
export function provesExtraction(versions: Versions): string | undefined {
  if (isScript(versions.before.sourceFile)) return 'in a script the new function would be global';
  const found = findExtraction(versions);
  if (typeof found === 'string') return found;
  const pairs = alignedTokens(versions, found);
  if (pairs === undefined)
    return `the body of ${found.fn.name.text} put back in place does not give the old code`;
  const caller = enclosingFunction(found.call);
  if (caller === undefined) return `${found.fn.name.text} is not called in a function`;
  return (
    differentNames(versions, pairs, found) ??
    staleCopy(versions.after, found, caller) ??
    (losesStrictMode(versions.before.sourceFile, caller)
      ? 'the new function leaves a function in strict mode'
      : undefined)
  );
}

function findExtraction(versions: Versions): Extraction | string {
  const fn = newFunction(versions);
  if (fn?.name === undefined || fn.body === undefined)
    return 'the change does not add exactly one top-level function with a new name';
  const { name, body } = fn;
  if (fn.modifiers !== undefined || fn.asteriskToken !== undefined)
    return `${name.text} is exported, async or a generator`;
  const uses: ts.Identifier[] = [];
  walk(versions.after.sourceFile, (node) => {
    if (ts.isIdentifier(node) && node.text === name.text && node !== name) uses.push(node);
  });
  const call = uses[0]?.parent;
  if (uses.length !== 1 || call === undefined || !ts.isCallExpression(call))
    return `${name.text} is not called exactly once`;
  if (call.expression !== uses[0]) return `${name.text} is not called exactly once`;
  if (!passesItsOwnNames(fn, call))
    return `the call of ${name.text} does not pass each parameter under its own name`;
  if (contains(body, isBoundToFunction)) return `${name.text} uses this, arguments or super`;
  const site = siteOf(Object.assign(fn, { name, body }), call);
  return site ?? `the call of ${name.text} is not a statement of a known form`;
}

function passesItsOwnNames(fn: ts.FunctionDeclaration, call: ts.CallExpression): boolean {
  return (
    fn.parameters.length === call.arguments.length &&
    fn.parameters.every((parameter, index) => {
      const argument = call.arguments[index];
      const isPlain =
        parameter.initializer === undefined &&
        parameter.dotDotDotToken === undefined &&
        parameter.questionToken === undefined;
      return (
        isPlain &&
        ts.isIdentifier(parameter.name) &&
        argument !== undefined &&
        ts.isIdentifier(argument) &&
        argument.text === parameter.name.text
      );
    })
  );
}

function ownReturns(body: ts.Block): ts.ReturnStatement[] {
  const found: ts.ReturnStatement[] = [];
  walkOwn(body, (node) => {
    if (ts.isReturnStatement(node)) found.push(node);
  });
  return found;
}

function siteOf(fn: Extraction['fn'], call: ts.CallExpression): Extraction | undefined {
  const { statements } = fn.body;
  const last = statements.at(-1);
  const returns = ownReturns(fn.body);
  const statement = call.parent;
  const whole = { fn, call, site: statement, body: [...statements], result: undefined };
  if (ts.isExpressionStatement(statement)) return returns.length === 0 ? whole : undefined;
  if (ts.isReturnStatement(statement))
    return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last))
      ? whole
      : undefined;
  const [onlyReturn] =
    returns.length === 1 && last === returns[0] ? returns.map((each) => each.expression) : [];
  if (onlyReturn === undefined) return undefined;
  const result = ts.isIdentifier(onlyReturn) ? onlyReturn.text : undefined;
  const receiver = result === undefined ? undefined : receiverOf(call, result);
  if (receiver !== undefined)
    return { fn, call, site: receiver, body: statements.slice(0, -1), result };
  return statements.length === 1
    ? { fn, call, site: call, body: [onlyReturn], result: undefined }
    : undefined;
}

/** The statement `const r = f(…)` or `r = f(…)` around a call. */
function receiverOf(call: ts.CallExpression, result: string): ts.Statement | undefined {
  const holder = call.parent;
  if (ts.isVariableDeclaration(holder)) {
    const list = holder.parent;
    return ts.isVariableDeclarationList(list) &&
      ts.isIdentifier(holder.name) &&
      holder.name.text === result &&
      list.declarations.length === 1 &&
      ts.isVariableStatement(list.parent)
      ? list.parent
      : undefined;
  }
  return ts.isBinaryExpression(holder) &&
    holder.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isIdentifier(holder.left) &&
    holder.left.text === result &&
    ts.isExpressionStatement(holder.parent)
    ? holder.parent
    : undefined;
}

type TokenPair = readonly [ts.Node, ts.Node];

function alignedTokens(versions: Versions, found: Extraction): TokenPair[] | undefined {
  const { before, after } = versions;
  const within = (node: ts.Node, outer: ts.Node): boolean =>
    node.pos >= outer.pos && node.end <= outer.end;
  const old = tokensOf(before);
  const types = addedTypeImports(versions, found.fn);
  let placed = false;
  const now = tokensOf(after).flatMap((token) => {
    if (within(token, found.fn) || types.includes(token)) return [];
    if (!within(token, found.site)) return [token];
    if (placed) return [];
    placed = true;
    return found.body.flatMap((node) => tokenNodes(after.sourceFile, node));
  });
  const pairs: TokenPair[] = [];
  for (const [index, token] of now.entries()) {
    const other = old[index];
    if (other?.getText(before.sourceFile) !== token.getText(after.sourceFile)) return undefined;
    if (other !== undefined) pairs.push([other, token]);
  }
  return old.length === now.length ? pairs : undefined;
}

function tokensOf(version: Version): ts.Node[] {
  return tokenNodes(version.sourceFile, version.sourceFile).filter(
    (token) => token.kind !== ts.SyntaxKind.EndOfFileToken,
  );
}

/** A name that does not stand for the same variable in both versions. */
function differentNames(
  { before, after }: Versions,
  pairs: readonly TokenPair[],
  found: Extraction,
): string | undefined {
  const known = new Map<ts.Node, ts.Node>();
  for (const [old, now] of pairs) {
    if (!ts.isIdentifier(old) || !ts.isIdentifier(now)) continue;
    const [was, is] = [declarationOf(before, old), declarationOf(after, now)];
    const why = `${now.text} does not stand for the same variable as before`;
    if ((was === undefined) !== (is === undefined)) return why;
    if (was === undefined || is === undefined) continue;
    if ((known.get(is) ?? was) !== was) return why;
    known.set(is, was);
  }
  for (const [index, parameter] of found.fn.parameters.entries()) {
    const argument = found.call.arguments[index];
    if (argument === undefined || !ts.isIdentifier(argument)) continue;
    const passed = declarationOf(after, argument);
    const was = known.get(parameter);
    if (was === undefined || passed === undefined || known.get(passed) !== was)
      return `${argument.text} is passed but does not stand for the same variable as before`;
  }
  return undefined;
}

/** A variable that both functions now hold a copy of, and that one of them changes for the other. */
function staleCopy(after: Version, found: Extraction, caller: FunctionNode): string | undefined {
  const { fn, result } = found;
  const closures = innerFunctions(fn.body);
  for (const argument of found.call.arguments) {
    if (!ts.isIdentifier(argument)) continue;
    const { text } = argument;
    if (text !== result && writesName(fn.body, text))
      return `${text} is written in ${fn.name.text}, which its caller does not see`;
    const declaration = declarationOf(after, argument);
    const home = declaration === undefined ? undefined : enclosingFunction(declaration);
    if (home === undefined) return `${text} is passed although it belongs to no function`;
    const isShared =
      innerFunctions(home).some((closure) => writesName(closure, text)) ||
      (closures.some((closure) => mentions(closure, text)) && writesName(home, text));
    if (isShared) return `${text} is written elsewhere while ${fn.name.text} holds a copy`;
  }
  if (result === undefined || !closures.some((closure) => mentions(closure, result)))
    return undefined;
  const isShared = [...closures, caller].some((place) => writesName(place, result));
  return isShared ? `${result} is shared with a function inside ${fn.name.text}` : undefined;
}

function losesStrictMode(before: ts.SourceFile, caller: FunctionNode): boolean {
  if (hasDirective(before.statements)) return false;
  for (let fn: FunctionNode | undefined = caller; fn; fn = enclosingFunction(fn))
    if (fn.body !== undefined && ts.isBlock(fn.body) && hasDirective(fn.body.statements))
      return !ts.isExternalModule(before);
  return false;
}

function hasDirective(statements: readonly ts.Statement[]): boolean {
  const first = statements[0];
  return (
    first !== undefined &&
    ts.isExpressionStatement(first) &&
    ts.isStringLiteral(first.expression) &&
    first.expression.text === 'use strict'
  );
}
