import type ts from 'typescript';
import { isFunctionNode, placeName } from '../syntax/functions.js';
import { tokenTexts } from '../syntax/tokens.js';
import { walk } from '../syntax/walk.js';
import type { PatchedFile } from './patch.js';
import type { Version, Versions } from './versions.js';

const MAX_COLUMNS = 100;
const MAX_CHANGED_LINES = 80;

/** A line that grew too long, or a diff that is too big for one look. */
export function tooBig(file: PatchedFile): { why: string; line?: string } | undefined {
  const added = file.blocks.flatMap((block) => block.added);
  const changed = added.length + file.blocks.flatMap((block) => block.removed).length;
  if (changed > MAX_CHANGED_LINES)
    return { why: `${changed} lines changed; more than ${MAX_CHANGED_LINES} are no single step` };
  const limit = Math.max(MAX_COLUMNS, ...file.before.split('\n').map((line) => line.length));
  const long = added.find((line) => line.length > limit);
  return long === undefined
    ? undefined
    : { why: `a line of ${long.length} columns; at most ${limit} are allowed`, line: long };
}

/** Functions and statements with the same tokens but another layout: nothing but churn. */
export function relaidCode(versions: Versions): string | undefined {
  const now = layouts(versions.after);
  for (const [tokens, { texts, place }] of layouts(versions.before)) {
    const layout = now.get(tokens);
    const isSameCode = layout?.texts.length === texts.length;
    if (isSameCode && !texts.every((text) => layout.texts.includes(text)))
      return `${place} was only laid out anew`;
  }
  return undefined;
}

interface Layouts {
  texts: string[];
  place: string;
}

function layouts({ sourceFile }: Version): Map<string, Layouts> {
  const found = new Map<string, Layouts>();
  const add = (node: ts.Node, place: string): void => {
    const tokens = tokenTexts(sourceFile, node).join(' ');
    const text = node
      .getText(sourceFile)
      .split('\n')
      .map((line) => line.trim())
      .join('\n');
    const known = found.get(tokens);
    if (known === undefined) found.set(tokens, { texts: [text], place });
    else known.texts.push(text);
  };
  walk(sourceFile, (node) => {
    if (isFunctionNode(node)) add(node, placeName(node));
  });
  sourceFile.statements.forEach((statement) => add(statement, 'a top-level statement'));
  return found;
}
