import ts from 'typescript';

/** What a walk over two trees may take for equal although it is not. */
export interface Differences {
  /** Whether the new node may stand for the old one. */
  node?(before: ts.Node, after: ts.Node): boolean;
  /** How many old and new list elements, from the given places on, stand for each other. */
  list?(
    before: readonly ts.Node[],
    after: readonly ts.Node[],
  ): { before: number; after: number } | undefined;
}

/** The parts of a node in order, tokens included, comments left out. */
export function partsOf(node: ts.Node): ts.Node[] {
  return node.getChildren().filter((child) => !ts.isJSDoc(child));
}

/** Whether two trees are the same code but for white space, comments and the given differences. */
export function sameTree(before: ts.Node, after: ts.Node, differences: Differences = {}): boolean {
  return sameShape(before, after, differences) || (differences.node?.(before, after) ?? false);
}

function sameShape(before: ts.Node, after: ts.Node, differences: Differences): boolean {
  if (before.kind !== after.kind) return false;
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old.length === 0 && now.length === 0) return before.getText() === after.getText();
  return before.kind === ts.SyntaxKind.SyntaxList
    ? sameList(old, now, differences)
    : old.length === now.length &&
        old.every((part, index) => {
          const other = now[index];
          return other !== undefined && sameTree(part, other, differences);
        });
}

function sameList(
  before: readonly ts.Node[],
  after: readonly ts.Node[],
  differences: Differences,
): boolean {
  let [old, now] = [0, 0];
  while (old < before.length || now < after.length) {
    const [left, right] = [before[old], after[now]];
    if (left !== undefined && right !== undefined && sameTree(left, right, differences)) {
      old += 1;
      now += 1;
      continue;
    }
    const step = differences.list?.(before.slice(old), after.slice(now));
    if (step === undefined || step.before + step.after === 0) return false;
    old += step.before;
    now += step.after;
  }
  return true;
}
