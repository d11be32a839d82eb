import type { Edit } from '../../core/contracts.js';
import type { TextEdit } from './rule.js';
import { applyEdits, lineStart, nextLineStart } from './syntax/text.js';

interface Region {
  start: number;
  end: number;
  edits: TextEdit[];
}

function regionOf(text: string, edit: TextEdit): Region {
  const endsAtLine = edit.end > edit.start && text[edit.end - 1] === '\n';
  return {
    start: lineStart(text, edit.start),
    end: endsAtLine ? edit.end : nextLineStart(text, edit.end),
    edits: [edit],
  };
}

function isUnique(text: string, { start, end }: Region): boolean {
  const old = text.slice(start, end);
  return old !== '' && text.indexOf(old) === start && text.indexOf(old, start + 1) === -1;
}

function extended(text: string, region: Region): Region {
  const start = region.start === 0 ? 0 : lineStart(text, region.start - 1);
  return { ...region, start, end: nextLineStart(text, region.end) };
}

function merged(regions: readonly Region[]): Region[] {
  const result: Region[] = [];
  for (const region of regions) {
    const last = result.at(-1);
    if (last !== undefined && region.start <= last.end) {
      last.end = Math.max(last.end, region.end);
      last.edits.push(...region.edits);
    } else result.push({ ...region, edits: [...region.edits] });
  }
  return result;
}

/** A candidate's edits in the manifest's form: whole lines, each `old` exactly once in the file. */
export function manifestEdits(path: string, text: string, edits: readonly TextEdit[]): Edit[] {
  let regions = merged(edits.map((edit) => regionOf(text, edit)));
  while (!regions.every((region) => isUnique(text, region)))
    regions = merged(
      regions.map((region) => (isUnique(text, region) ? region : extended(text, region))),
    );
  return regions.map(({ start, end, edits: inside }) => {
    const shifted = inside.map((edit) => ({
      ...edit,
      start: edit.start - start,
      end: edit.end - start,
    }));
    const old = text.slice(start, end);
    return { path, old, new: applyEdits(old, shifted) };
  });
}
