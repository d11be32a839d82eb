import { uncovered } from '../diagnostics/index.js';
import type { Check, GateContext } from '../gate.js';

const SHOWN = 5;

/** Says which files in scope no type check looks at; nothing when each is looked at by one. */
export async function noteOnUncovered(
  ctx: GateContext,
  checks: readonly Check[],
  scope: readonly string[],
): Promise<string[]> {
  const missed: string[][] = [];
  for (const check of checks.filter(({ kind }) => kind === 'types')) {
    const files = await uncovered(ctx, check, scope);
    if (files === null) return [];
    missed.push(files);
  }
  const [first, ...others] = missed;
  const never = first?.filter((file) => others.every((files) => files.includes(file))) ?? [];
  if (never.length === 0) return [];
  const more = never.length > SHOWN ? ` and ${never.length - SHOWN} more` : '';
  return [`no type check looks at ${never.slice(0, SHOWN).join(', ')}${more}`];
}
