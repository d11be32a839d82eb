import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Baseline, Check, GateContext, GatePlan } from '../gate.js';
import { readInvocation } from '../invocation.js';
import { freshPlace, logTail, openContext, reportsOf, runStep, succeeded } from '../run-step.js';
import { biome } from './biome.js';
import type { Formatter } from './formatter.js';
import { gofmt } from './gofmt.js';
import { prettier } from './prettier.js';
import { black, ruff } from './python.js';
import { rustfmt } from './rustfmt.js';

const FORMATTERS: readonly Formatter[] = [prettier, biome, ruff, black, gofmt, rustfmt];
const LIMIT_MS = 60_000;
/** For all files of a change; the activity has a limit above it. */
const BUDGET_MS = 180_000;

/** A file of a change that is not made yet; `before` is null for one that it creates. */
export interface ChangedText {
  /** Relative to the workspace. */
  path: string;
  before: Buffer | null;
  after: Buffer;
}

/** The files whose text a formatter changed, and what a person should know. */
export interface Formatted {
  texts: Map<string, Buffer>;
  notes: string[];
}

/** A formatter that a check of the repository asks for. */
interface Enforced {
  check: Check;
  formatter: Formatter;
}

/** What a formatter makes of a text, or why it made nothing; null: the file is none of its own. */
type Outcome = { kind: 'text'; text: Buffer } | { kind: 'failed'; why: string } | null;

const isUnformatted = (diagnostic: string): boolean => /: error format /.test(diagnostic);

/** A form that the base commit does not keep is not enforced. */
function enforced(plan: GatePlan, baseline: Baseline): Enforced[] {
  return plan.checks.flatMap((check) => {
    const before = baseline.checks[check.name] ?? null;
    const invocation = readInvocation(check.argv);
    const formatter = FORMATTERS.find((one) => one.isAskedForBy(invocation));
    if (formatter === undefined || before === null) return [];
    return before.diagnostics.some(isUnformatted) ? [] : [{ check, formatter }];
  });
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

async function formatOne(
  ctx: GateContext,
  baseline: Baseline,
  { check, formatter }: Enforced,
  path: string,
  bytes: Buffer,
): Promise<Outcome> {
  const stdin = bytes.toString('utf8');
  if (!Buffer.from(stdin).equals(bytes)) return null;
  const { workspace } = ctx;
  const target = { path, workspace, cwd: check.cwd };
  const { argv, cwd } = await formatter.command(readInvocation(check.argv), target);
  const step = await runStep(ctx, `${check.name}-write`, argv, {
    network: 'off',
    home: baseline.home,
    readOnly: true,
    timeoutMs: Math.min(ctx.timeoutMs ?? LIMIT_MS, LIMIT_MS),
    stdin,
    stdoutPath: join(reportsOf(ctx), 'formatted'),
    cwd,
  });
  if (succeeded(step)) {
    const text = await readFile(step.stdoutPath ?? '');
    if (text.length > 0 || bytes.length === 0) return { kind: 'text', text };
    return { kind: 'failed', why: `${formatter.name} gave nothing back` };
  }
  const said = await readFile(step.logPath, 'utf8');
  if (formatter.declines?.test(said) === true) return null;
  const how = step.ended === 'exited' ? `exited with ${step.code ?? '?'}` : step.ended;
  return { kind: 'failed', why: `${formatter.name} ${how}: ${await logTail(step, 300)}` };
}

/** The formatted text where it differs; a file that had not this form before is left as it is. */
async function reformatted(
  ctx: GateContext,
  baseline: Baseline,
  one: Enforced,
  { path, before, after }: ChangedText,
): Promise<Outcome> {
  const outcome = await formatOne(ctx, baseline, one, path, after);
  if (outcome?.kind !== 'text') return outcome;
  if (outcome.text.equals(after) || before === null) return outcome;
  const base = await formatOne(ctx, baseline, one, path, before);
  return base?.kind === 'text' && base.text.equals(before) ? outcome : null;
}

/**
 * Formats the texts of a change as the repository's own checks demand it, before anybody reviews it.
 * Nothing is written into the workspace; a text of which a formatter makes nothing stays as it is.
 */
export async function formatTexts(
  given: GateContext,
  plan: GatePlan,
  baseline: Baseline,
  files: readonly ChangedText[],
): Promise<Formatted> {
  const texts = new Map<string, Buffer>();
  const notes: string[] = [];
  const asked = enforced(plan, baseline);
  if (asked.length === 0) return { texts, notes };
  const ctx = await openContext(given);
  await freshPlace(ctx);
  const end = performance.now() + BUDGET_MS;
  for (const one of asked) {
    const mine = files.filter(
      ({ path }) => isBelow(path, one.check.cwd) && one.formatter.handles.test(path),
    );
    for (const file of mine) {
      if (performance.now() > end) {
        notes.push(`${file.path} is not formatted: there was no time left for it`);
        continue;
      }
      const after = texts.get(file.path) ?? file.after;
      const outcome = await reformatted(ctx, baseline, one, { ...file, after });
      if (outcome?.kind === 'failed') notes.push(`${file.path} is not formatted: ${outcome.why}`);
      if (outcome?.kind !== 'text' || outcome.text.equals(after)) continue;
      texts.set(file.path, outcome.text);
      notes.push(`${file.path} was formatted with ${one.formatter.name}`);
    }
  }
  return { texts, notes };
}
