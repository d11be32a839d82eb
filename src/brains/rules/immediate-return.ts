import ts from 'typescript';
import { collector } from './collector.js';
import type { Rule } from './rule.js';
import { commentsAbove, commentsBetween, isMarkedOff } from './syntax/comments.js';
import { enclosingFunction, placeName } from './syntax/functions.js';
import { isUsing, variableReferences } from './syntax/names.js';
import { lineEnd, lineStart, onOneLine, startsLine } from './syntax/text.js';
import { siblings, walk } from './syntax/walk.js';

const MAX_COLUMNS = 80;

/** The one variable that a statement declares with a value and without a type. */
function onlyVariable(
  statement: ts.Statement,
): { name: ts.Identifier; value: ts.Expression } | undefined {
  if (!ts.isVariableStatement(statement) || isUsing(statement.declarationList)) return undefined;
  const [only, ...more] = statement.declarationList.declarations;
  if (only === undefined || more.length > 0 || !ts.isIdentifier(only.name)) return undefined;
  if (only.initializer === undefined || only.type !== undefined) return undefined;
  return { name: only.name, value: only.initializer };
}

/** A function or class takes its `name` from the variable, so that it must keep it. */
function takesName(value: ts.Expression): boolean {
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isClassExpression(value);
}

/** `const x = e; return x`: return the expression itself. */
export const immediateReturn: Rule = {
  id: 'immediate-return',
  refactoring: 'Inline Variable',
  detect(context) {
    const { sourceFile, text } = context;
    const found = collector(context, this);
    walk(sourceFile, (exit) => {
      if (!ts.isReturnStatement(exit) || !exit.expression || !ts.isIdentifier(exit.expression))
        return;
      const list = siblings(exit);
      const declaration = list?.[list.indexOf(exit) - 1];
      const variable = declaration && onlyVariable(declaration);
      const scope = enclosingFunction(exit);
      if (declaration === undefined || variable === undefined || scope === undefined) return;
      const { name, value } = variable;
      if (name.text !== exit.expression.text || takesName(value)) return;
      if (variableReferences(scope).get(name.text)?.length !== 2) return;
      const start = declaration.getStart(sourceFile);
      if (!startsLine(text, start) || !onOneLine(sourceFile, value)) return;
      const behind = text.slice(exit.expression.end, exit.end);
      const line = `return ${value.getText(sourceFile)}${behind}`;
      if (start - lineStart(text, start) + line.length > MAX_COLUMNS) return;
      if (isMarkedOff(sourceFile, declaration) || isMarkedOff(sourceFile, exit)) return;
      const comments = commentsBetween(sourceFile, start, lineEnd(text, exit.end));
      if (comments.length + commentsAbove(sourceFile, declaration).length > 0) return;
      found.offer(declaration, {
        smell: `variable \`${name.text}\` used only to return it in ${placeName(exit)}`,
        edits: [{ start, end: exit.end, text: line }],
        severity: 1,
        confidence: 'high',
        intent: `Return the value of \`${name.text}\` in ${placeName(exit)} directly`,
      });
    });
    return found.detection;
  },
};
