import ts from 'typescript';
import { bare } from '../extract/parentheses.js';
import { placeName } from '../syntax/functions.js';
import { bindingNames } from './bindings.js';
import type { Version, Versions } from './versions.js';

/**
 * Proves that both versions do the same things under the same conditions in the same order, by
 * reducing each function to one graph of tests, effects and exits. `if`, `else`, `!`, `&&`, `||` and
 * early exits leave no trace in the graph, everything else does. Returns why not, or undefined.
 */
export function provesSameFlow({ before, after }: Versions): string | undefined {
  const ids = new Map<string, number>();
  const [old, now] = [new Flow(before, ids), new Flow(after, ids)];
  const [root, newRoot] = [old.body(before.sourceFile), now.body(after.sourceFile)];
  if (root === newRoot) return undefined;
  const known = new Set(old.bodies.keys());
  const place = [...now.bodies].find(([id]) => !known.has(id))?.[1] ?? 'the module';
  return `${place} does not do the same things under the same conditions in the same order`;
}

const NEGATED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.ExclamationEqualsToken, '=='],
]);

const COMPARISONS = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.InKeyword,
  ts.SyntaxKind.InstanceOfKeyword,
]);

/** Builds the graph backwards: each statement gets the node of what comes after it. */
class Flow {
  readonly bodies = new Map<number, string>();
  private readonly nameOf: (identifier: ts.Identifier) => string;
  private hoisted: string[] = [];

  constructor(
    private readonly version: Version,
    private readonly ids: Map<string, number>,
  ) {
    this.nameOf = bindingNames(version);
  }

  /** The graph of a function's or file's statements; falling off the end is a bare `return`. */
  body(block: ts.Block | ts.SourceFile): number {
    const outer = this.hoisted;
    this.hoisted = [];
    const id = this.list(block.statements, this.node('return'));
    const whole = this.node('body', id, ...this.hoisted);
    this.hoisted = outer;
    this.bodies.set(whole, placeName(ts.isSourceFile(block) ? block : block.parent));
    return whole;
  }

  private node(...parts: (string | number)[]): number {
    const key = JSON.stringify(parts);
    const known = this.ids.get(key) ?? this.ids.size;
    this.ids.set(key, known);
    return known;
  }

  private list(statements: readonly ts.Statement[], next: number): number {
    return statements.reduceRight((rest, statement, index) => {
      const returned = returnedInitializer(statement, statements[index + 1]);
      return returned === undefined ? this.statement(statement, rest) : this.returned(returned);
    }, next);
  }

  private statement(statement: ts.Statement, next: number): number {
    if (ts.isBlock(statement)) return this.list(statement.statements, next);
    if (ts.isEmptyStatement(statement)) return next;
    if (ts.isIfStatement(statement)) {
      const other = statement.elseStatement;
      return this.test(
        statement.expression,
        this.statement(statement.thenStatement, next),
        other === undefined ? next : this.statement(other, next),
      );
    }
    if (ts.isReturnStatement(statement))
      return statement.expression === undefined
        ? this.node('return')
        : this.returned(statement.expression);
    if (ts.isThrowStatement(statement)) return this.node('throw', this.code(statement.expression));
    if (ts.isBreakOrContinueStatement(statement))
      return this.node(
        ts.isBreakStatement(statement) ? 'break' : 'continue',
        ...(statement.label === undefined ? [] : [statement.label.text]),
      );
    if (ts.isIterationStatement(statement, false)) {
      const heads = statement
        .getChildren(this.version.sourceFile)
        .filter((part) => !ts.isJSDoc(part));
      const body = this.statement(statement.statement, this.node('continue'));
      const parts = heads.map((part) => (part === statement.statement ? '' : this.code(part)));
      return this.node('loop', ...parts, body, next);
    }
    if (ts.isLabeledStatement(statement)) {
      const inner = this.statement(statement.statement, this.node('end of label'));
      return this.node('label', statement.label.text, inner, next);
    }
    if (ts.isSwitchStatement(statement)) return this.switched(statement, next);
    if (ts.isTryStatement(statement)) return this.tried(statement, next);
    if (ts.isFunctionDeclaration(statement)) {
      this.hoisted.push(this.code(statement));
      return isOwnLevel(statement) ? next : this.node('function in block', next);
    }
    const scope = isUsing(statement) && !isOwnLevel(statement) ? 'in block' : '';
    return this.node('do', scope, this.code(statement), next);
  }

  private switched(statement: ts.SwitchStatement, next: number): number {
    let id = this.node('break');
    const clauses = [...statement.caseBlock.clauses].reverse().flatMap((clause) => {
      id = this.list(clause.statements, id);
      return [ts.isCaseClause(clause) ? this.code(clause.expression) : 'default', id];
    });
    return this.node('switch', this.code(statement.expression), ...clauses, next);
  }

  private tried(statement: ts.TryStatement, next: number): number {
    const end = this.node('end of try');
    const { catchClause, finallyBlock } = statement;
    return this.node(
      'try',
      this.list(statement.tryBlock.statements, end),
      catchClause?.variableDeclaration ? this.code(catchClause.variableDeclaration) : '',
      catchClause ? this.list(catchClause.block.statements, end) : -1,
      finallyBlock ? this.list(finallyBlock.statements, end) : -1,
      next,
    );
  }

  private returned(expression: ts.Expression): number {
    const value = bare(expression);
    const isLiteral =
      value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword;
    return !isLiteral && this.isBoolean(value)
      ? this.test(value, this.node('return', 'true'), this.node('return', 'false'))
      : this.node('return', this.code(value));
  }

  private test(expression: ts.Expression, yes: number, no: number): number {
    const node = bare(expression);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      return this.test(node.operand, no, yes);
    if (ts.isBinaryExpression(node)) {
      const kind = node.operatorToken.kind;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
        return this.test(node.left, this.test(node.right, yes, no), no);
      if (kind === ts.SyntaxKind.BarBarToken)
        return this.test(node.left, yes, this.test(node.right, yes, no));
      const opposite = NEGATED.get(kind);
      if (opposite !== undefined)
        return this.node(
          'if',
          `${this.code(node.left)} ${opposite} ${this.code(node.right)}`,
          no,
          yes,
        );
    }
    return this.node('if', this.code(node), yes, no);
  }

  /** Whether an expression is `true` or `false` and nothing else that is truthy or falsy. */
  private isBoolean(expression: ts.Expression): boolean {
    const node = bare(expression);
    if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
    if (ts.isBinaryExpression(node)) {
      const kind = node.operatorToken.kind;
      const isLogical =
        kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
      return isLogical
        ? this.isBoolean(node.left) && this.isBoolean(node.right)
        : COMPARISONS.has(kind);
    }
    return this.isBooleanByType(node);
  }

  /** Types are taken at their word only where the compiler enforces them, which JSDoc does not. */
  private isBooleanByType(node: ts.Expression): boolean {
    const { checker, sourceFile, strictNulls } = this.version;
    if ((checker.getTypeAtLocation(node).flags & ts.TypeFlags.BooleanLike) === 0) return false;
    if (ts.isCallExpression(node) && node.questionDotToken === undefined) {
      const declaration = checker.getResolvedSignature(node)?.declaration;
      if (declaration?.getSourceFile().isDeclarationFile === true) return true;
    }
    return strictNulls && /\.[cm]?tsx?$/.test(sourceFile.fileName);
  }

  /** The tokens of a node, names resolved, bodies of inner functions as their graphs. */
  private code(node: ts.Node): string {
    const { sourceFile } = this.version;
    if (ts.isBlock(node) && ts.isFunctionLike(node.parent)) return `{${this.body(node)}}`;
    if (ts.isIdentifier(node)) return this.nameOf(node);
    const children = node
      .getChildren(sourceFile)
      .filter((child) => !ts.isJSDoc(child) && child.kind !== ts.SyntaxKind.SemicolonToken);
    return children.length === 0
      ? node.getText(sourceFile)
      : children.map((child) => this.code(child)).join(' ');
  }
}

function returnedInitializer(
  statement: ts.Statement,
  next: ts.Statement | undefined,
): ts.Expression | undefined {
  if (!ts.isVariableStatement(statement) || statement.declarationList.declarations.length !== 1)
    return undefined;
  const declaration = statement.declarationList.declarations[0];
  if (declaration?.initializer === undefined || !ts.isIdentifier(declaration.name))
    return undefined;
  const { text } = declaration.name;
  const isReturned =
    next !== undefined &&
    ts.isReturnStatement(next) &&
    next.expression !== undefined &&
    ts.isIdentifier(next.expression) &&
    next.expression.text === text;
  const mentionsItself = new RegExp(`(?<![\\w$])${text.replaceAll('$', '\\$')}(?![\\w$])`).test(
    declaration.initializer.getText(),
  );
  return isReturned && !isUsing(statement) && !mentionsItself ? declaration.initializer : undefined;
}

function isOwnLevel(statement: ts.Statement): boolean {
  const list = statement.parent;
  return ts.isSourceFile(list) || (ts.isBlock(list) && ts.isFunctionLike(list.parent));
}

function isUsing(statement: ts.Statement): boolean {
  return (
    ts.isVariableStatement(statement) &&
    (statement.declarationList.flags & ts.NodeFlags.Using) === ts.NodeFlags.Using
  );
}
