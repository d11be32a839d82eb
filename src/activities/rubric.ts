import { readFile } from 'node:fs/promises';

/** A text of the frozen rubric, shipped beside the code. */
async function rubricText(name: string): Promise<string> {
  return readFile(new URL(`../../rubric/${name}`, import.meta.url), 'utf8');
}

/** Slice 1 of the rubric: correctness. */
export function correctnessSlice(): Promise<string> {
  return rubricText('correctness.md');
}

/** Names of the refactorings that a proposal may use, as they stand in `rubric/catalogue.md`. */
export async function catalogue(): Promise<string[]> {
  const text = await rubricText('catalogue.md');
  return [...text.matchAll(/^- \*\*(.+?)\*\*/gm)].flatMap((match) => match[1] ?? []);
}
