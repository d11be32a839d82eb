import ts from 'typescript';
import { isAlwaysBoolean } from './boolean-type.js';
import { collector } from './collector.js';
import type { Rule, RuleContext } from './rule.js';
import { commentsBetween, isMarkedOff } from './syntax/comments.js';
import { placeName } from './syntax/functions.js';
import { negate, unwrap } from './syntax/negate.js';
import { lineEnd, onOneLine } from './syntax/text.js';
import { branchStatements, siblings, walk } from './syntax/walk.js';

/** The `return true` or `return false` that a branch consists of. */
function returnedLiteral(
  branch: ts.Statement | undefined,
): { value: boolean; literal: ts.Expression; statement: ts.Statement } | undefined {
  const [only, ...more] = branch === undefined ? [] : branchStatements(branch);
  if (only === undefined || more.length > 0 || !ts.isReturnStatement(only)) return undefined;
  const literal = only.expression;
  if (literal?.kind === ts.SyntaxKind.TrueKeyword) return { value: true, literal, statement: only };
  if (literal?.kind === ts.SyntaxKind.FalseKeyword)
    return { value: false, literal, statement: only };
  return undefined;
}

/** What is returned instead, or why the condition cannot be. */
function returned(
  context: RuleContext,
  condition: ts.Expression,
  value: boolean,
): { kind: 'text'; text: string } | { kind: 'skip'; why: string } | { kind: 'none' } {
  const { sourceFile } = context;
  if (value)
    return isAlwaysBoolean(context, condition)
      ? { kind: 'text', text: condition.getText(sourceFile) }
      : { kind: 'skip', why: 'the condition may be another value than true or false' };
  const negation = negate(sourceFile, condition);
  if (negation.kind === 'unclean') return { kind: 'none' };
  if (negation.kind === 'nan') return { kind: 'skip', why: negation.why };
  const bare = unwrap(condition);
  const strips = ts.isPrefixUnaryExpression(bare) && !isAlwaysBoolean(context, bare.operand);
  return strips
    ? { kind: 'skip', why: 'the condition may be another value than true or false' }
    : { kind: 'text', text: negation.text };
}

/** `if (c) return true; return false`: return the condition itself. */
export const booleanReturn: Rule = {
  id: 'boolean-return',
  refactoring: 'Substitute Algorithm',
  detect(context) {
    const { sourceFile, text } = context;
    const found = collector(context, this);
    walk(sourceFile, (statement) => {
      if (!ts.isIfStatement(statement)) return;
      const list = siblings(statement);
      const index = list?.indexOf(statement) ?? -1;
      if (list === undefined || !onOneLine(sourceFile, statement.expression)) return;
      const yes = returnedLiteral(statement.thenStatement);
      const follower = statement.elseStatement ?? list[index + 1];
      const no = returnedLiteral(follower);
      if (!yes || !no || yes.value === no.value || follower === undefined) return;
      const previous = list[index - 1];
      if (previous && ts.isIfStatement(previous) && returnedLiteral(previous.thenStatement)) return;
      if (isMarkedOff(sourceFile, statement) || isMarkedOff(sourceFile, follower)) return;

      const smell = `condition spelled out as true and false in ${placeName(statement)}`;
      const start = statement.getStart(sourceFile);
      const comments = commentsBetween(sourceFile, start, lineEnd(text, follower.end));
      if (comments.length > 0) {
        found.skip(statement, smell, 'a comment belongs to one of the results');
        return;
      }
      const result = returned(context, statement.expression, yes.value);
      if (result.kind === 'none') return;
      if (result.kind === 'skip') {
        found.skip(statement, smell, result.why);
        return;
      }
      const tail = text.slice(no.literal.end, no.statement.end);
      found.offer(statement, {
        smell,
        edits: [{ start, end: follower.end, text: `return ${result.text}${tail}` }],
        severity: 2,
        confidence: 'high',
        intent: `Return the condition of ${placeName(statement)} directly`,
      });
    });
    return found.detection;
  },
};
