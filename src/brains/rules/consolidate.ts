import ts from 'typescript';
import { type Collector, collector } from './collector.js';
import { equalElseIfs, equalNeighbours } from './consolidate-runs.js';
import type { Rule, RuleContext } from './rule.js';
import { commentsAbove, commentsBetween, isMarkedOff } from './syntax/comments.js';
import { placeName } from './syntax/functions.js';
import { innerIndent, liftedBlock } from './syntax/indent.js';
import { mergeConditions, operandCount } from './syntax/merge.js';
import { endsLine, indentAt, lineBreak, lineEnd, onOneLine, startsLine } from './syntax/text.js';
import { walk } from './syntax/walk.js';

const MAX_OPERANDS = 3;
const COMMENT = 'a comment belongs to one of the conditions';

function fits(context: RuleContext, conditions: readonly ts.Expression[]): boolean {
  const operands = conditions.reduce((sum, each) => sum + operandCount(each), 0);
  return (
    operands <= MAX_OPERANDS && conditions.every((each) => onOneLine(context.sourceFile, each))
  );
}

/** The longest beginning of a run whose conditions together are still easy to read. */
function readablePart(context: RuleContext, run: readonly ts.IfStatement[]): ts.IfStatement[] {
  let part = [...run];
  while (
    part.length > 1 &&
    !fits(
      context,
      part.map((each) => each.expression),
    )
  )
    part = part.slice(0, -1);
  return part;
}

function offerRun(
  context: RuleContext,
  found: Collector,
  run: readonly ts.IfStatement[],
  shape: 'neighbours' | 'chain',
): void {
  const { sourceFile } = context;
  const part = readablePart(context, run);
  const [first, last] = [part[0], part.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  if (isMarkedOff(sourceFile, first)) return;
  const place = placeName(first);
  const smell =
    shape === 'neighbours'
      ? `conditions with one result in ${place}`
      : `else-if branches with one body in ${place}`;
  const end = last.thenStatement.end;
  const comments = [
    ...commentsAbove(sourceFile, first),
    ...commentsBetween(sourceFile, first.getStart(sourceFile), lineEnd(context.text, end)),
  ];
  if (comments.length > 0) return found.skip(first, smell, COMMENT);
  const merged = mergeConditions(
    sourceFile,
    part.map((each) => each.expression),
    '||',
  );
  const condition = first.expression;
  found.offer(first, {
    smell,
    edits: [
      { start: condition.getStart(sourceFile), end: condition.end, text: merged },
      { start: first.thenStatement.end, end, text: '' },
    ],
    severity: 2,
    confidence: 'high',
    intent:
      shape === 'neighbours'
        ? `Merge the conditions of ${place} that have the same result`
        : `Merge the branches of ${place} that have the same body`,
  });
}

function offerNested(context: RuleContext, found: Collector, outer: ts.IfStatement): void {
  const { sourceFile, text } = context;
  const block = outer.thenStatement;
  if (outer.elseStatement !== undefined || !ts.isBlock(block)) return;
  const [inner, ...more] = block.statements;
  if (inner === undefined || more.length > 0 || !ts.isIfStatement(inner)) return;
  const conditions = [outer.expression, inner.expression];
  if (inner.elseStatement !== undefined || !fits(context, conditions)) return;
  const start = outer.getStart(sourceFile);
  const body = inner.thenStatement;
  const indent = indentAt(text, start);
  const deeper = innerIndent(sourceFile, block);
  if (!startsLine(text, inner.getStart(sourceFile)) || !endsLine(text, inner.end)) return;
  if (isMarkedOff(sourceFile, outer)) return;

  const lifted = ts.isBlock(body)
    ? liftedBlock(sourceFile, body, deeper)
    : onOneLine(sourceFile, body)
      ? deeper + body.getText(sourceFile)
      : undefined;
  if (lifted === undefined) return;
  const smell = `if inside an if in ${placeName(outer)}`;
  const bodyStart = lineEnd(text, body.getStart(sourceFile));
  const comments = [
    ...commentsBetween(sourceFile, start, ts.isBlock(body) ? bodyStart : body.end),
    ...commentsBetween(sourceFile, inner.end, lineEnd(text, outer.end)),
  ];
  if (comments.length > 0) return found.skip(outer, smell, COMMENT);
  const newline = lineBreak(text);
  const merged = mergeConditions(sourceFile, conditions, '&&');
  found.offer(outer, {
    smell,
    edits: [
      {
        start,
        end: outer.end,
        text: `if (${merged}) {${newline}${lifted}${newline}${indent}}`,
      },
    ],
    severity: 2,
    confidence: 'high',
    intent: `Merge the two nested conditions in ${placeName(outer)} into one`,
  });
}

/** Several conditions with one outcome: say it in one condition. */
export const consolidate: Rule = {
  id: 'consolidate',
  refactoring: 'Consolidate Conditional Expression',
  detect(context) {
    const { sourceFile } = context;
    const found = collector(context, this);
    walk(sourceFile, (node) => {
      for (const run of equalNeighbours(sourceFile, node))
        offerRun(context, found, run, 'neighbours');
      if (!ts.isIfStatement(node)) return;
      offerRun(context, found, equalElseIfs(sourceFile, node), 'chain');
      offerNested(context, found, node);
    });
    return found.detection;
  },
};
