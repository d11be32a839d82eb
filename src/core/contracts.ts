/**
 * The wire contracts as zod schemas: run input, brain protocol, report. The only file with zod.
 * Model-facing names are snake_case and frozen; JSON Schemas of all of them stand in `schema/`.
 */
import { z } from 'zod';
import {
  ANTI_PATTERNS,
  ATTEMPT_OUTCOMES,
  BRAIN_ROLES,
  CHECK_KINDS,
  CRITERIA,
  DEFAULT_PINNED,
  DONE_REASONS,
  HALT_REASONS,
  NODE_STATUSES,
  REPORT_FORMATS,
  RUNNERS,
  SEVERITIES,
  STAGES,
} from './vocabulary.js';

const severity = z.enum(SEVERITIES);
const unit = z.number().min(0).max(1);
const text = z.string().min(1);
const line = text.max(400).regex(/^[^\r\n]*$/, 'must be one line');
/** `file:start-end`, 1-based inclusive lines. */
const span = z.string().regex(/^.+:\d+-\d+$/s, 'must be file:start-end');
const argv = z.array(text).min(1);
/** A command of the gate: argv, the folder it runs in (empty: the root), where it was found. */
const foundCommand = { command: argv, cwd: z.string(), source: z.string() };

// ------------------------------------------------------------------ run input

const brainChoice = z.strictObject({
  brain: z.enum(['rules', 'command']),
  command: argv.optional(),
  timeoutSeconds: z.number().positive().optional(),
});

/** What git can write as an author: it would cut out or refuse anything else. */
const identity = z.strictObject({
  name: text
    .max(400)
    .regex(
      /^[^<>\p{Cc}]*[\p{L}\p{N}][^<>\p{Cc}]*$/u,
      'must be one line with a letter or digit, without < and >',
    ),
  email: text
    .max(400)
    .regex(/^[^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+$/u, 'must be an address such as name@example.com'),
});
export type Identity = z.infer<typeof identity>;

/** How the gate is found and run: of the run input, and of the project's config file. */
const gateSettings = z.strictObject({
  setup: argv.optional(),
  build: argv.optional(),
  lint: argv.optional(),
  types: argv.optional(),
  test: argv.optional(),
  timeoutSeconds: z.number().positive().optional(),
  /** Where the test command writes its own report: a path or glob in the repository. */
  report: z.strictObject({ format: z.enum(REPORT_FORMATS), path: text }).optional(),
  /** Ids of tests that fail on the base commit and may go on failing. */
  allowFailing: z.array(text).optional(),
  /** Ids of tests whose outcome counts for nothing. */
  allowFlaky: z.array(text).optional(),
});

export const runInputSchema = z.strictObject({
  repo: text.regex(/^\//, 'must be an absolute path'),
  base: text.optional(),
  scope: z.array(text).optional(),
  changes: z.boolean().optional(),
  focus: text.optional(),
  maxIterations: z.number().int().min(1).optional(),
  maxFixAttempts: z.number().int().min(0).optional(),
  theta: unit.optional(),
  minSeverity: severity.optional(),
  pinned: z.array(z.enum(DEFAULT_PINNED)).optional(),
  inPlace: z.boolean().optional(),
  gate: gateSettings.optional(),
  copy: z.array(text).optional(),
  lockbox: z
    .strictObject({ add: z.array(text).optional(), except: z.array(text).optional() })
    .optional(),
  host: text.optional(),
  identity: identity.optional(),
  proposer: brainChoice.optional(),
  critic: brainChoice.optional(),
  budget: z.strictObject({ minutes: z.number().positive().optional() }).optional(),
});
export type RunInput = z.infer<typeof runInputSchema>;
export type BrainChoice = z.infer<typeof brainChoice>;

/** `refactor-loop.json` at the root of a repository. */
export const projectConfigSchema = z.strictObject({ gate: gateSettings.optional() });

// ------------------------------------------------------------------ proposals

export const editSchema = z.union(
  [
    z.strictObject({ path: text, old: text, new: z.string() }),
    z.strictObject({ path: text, create: z.string() }),
    z.strictObject({ path: text, delete: z.literal(true) }),
    z.strictObject({ from: text, to: text }),
    /** The whole new text of a small file, with the hash of the text that the model was shown. */
    z.strictObject({ path: text, content: z.string(), sha256: z.string() }),
    /** Understood, and always refused: file modes stay as they are. */
    z.strictObject({ path: text, mode: z.union([z.string(), z.number()]) }),
  ],
  {
    error:
      'must be {path, old, new} with old not empty, {path, create}, {path, delete: true}, {from, to} or {path, content, sha256}',
  },
);
export type Edit = z.infer<typeof editSchema>;

export const manifestSchema = z
  .strictObject({
    node_id: text,
    smell: line.optional(),
    named_refactoring: line,
    target_span: span,
    stated_intent: line,
    depends_on: z.array(text).default([]),
    predicted_fixes: z.array(z.string()).default([]),
    predicted_regressions_risk: z.array(z.string()).default([]),
    public_api_touched: z.boolean(),
    edits: z.array(editSchema).min(1).optional(),
    /** A unified diff, or another form of text: search/replace, Begin Patch, whole files. */
    diff: text.optional(),
    /** Every path that the edit names; when given, the edit must name exactly these. */
    files: z.array(text).optional(),
    /** Why the model stopped, as its provider says it; a cut answer is sent back. */
    finish_reason: z.string().optional(),
  })
  .refine((m) => (m.edits === undefined) !== (m.diff === undefined), {
    message: 'exactly one of edits and diff must be given',
    path: ['edits'],
  })
  .refine((m) => m.node_id !== 'new' || m.smell !== undefined, {
    message: 'node_id "new" needs a smell',
    path: ['smell'],
  });
export type Manifest = z.infer<typeof manifestSchema>;

const proposal = z.strictObject({ kind: z.literal('proposal'), manifest: manifestSchema });
const findingGone = z.strictObject({ kind: z.literal('finding-gone'), node_id: text, note: line });
const nothingActionable = z.strictObject({ kind: z.literal('nothing-actionable'), note: line });

export const proposeAnswerSchema = z.discriminatedUnion('kind', [
  proposal,
  findingGone,
  nothingActionable,
]);
export type ProposeAnswer = z.infer<typeof proposeAnswerSchema>;

export const fixAnswerSchema = z.discriminatedUnion('kind', [
  proposal,
  findingGone,
  nothingActionable,
  z.strictObject({ kind: z.literal('infeasible'), findings: line }),
]);
export type FixAnswer = z.infer<typeof fixAnswerSchema>;

export const findingSchema = z.strictObject({
  smell: line,
  span,
  severity,
  confidence: unit,
  route: z.enum(['loop', 'report']),
  depends_on: z.array(z.number().int().min(0)).default([]),
  note: line.optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const surveyAnswerSchema = z.strictObject({ findings: z.array(findingSchema).max(2000) });
export type SurveyAnswer = z.infer<typeof surveyAnswerSchema>;

// ------------------------------------------------------------------ verdict

export const criterionResultSchema = z.strictObject({
  criterion: z.enum([...CRITERIA, ...ANTI_PATTERNS]),
  met: z.union([z.boolean(), z.literal('CANNOT_ASSESS')], {
    error: 'must be true, false or "CANNOT_ASSESS"',
  }),
  severity,
  confidence: unit.optional(),
  type: line,
  mechanism: z.string().max(1000),
  span: z.union([span, z.literal('')]),
  evidence: z.string().max(2000),
});
export type CriterionResult = z.infer<typeof criterionResultSchema>;

export const verdictSchema = z.strictObject({
  justification: text.max(4000),
  verdict: z.enum(['accept', 'revise', 'reject', 'CANNOT_ASSESS']),
  confidence: unit,
  per_criterion: z.array(criterionResultSchema).max(40),
});
export type Verdict = z.infer<typeof verdictSchema>;

// ------------------------------------------------------------------ brain request

const openNode = z.strictObject({
  node_id: text,
  smell: text,
  span,
  severity,
  confidence: unit,
  depends_on: z.array(text),
});
const knownFinding = z.strictObject({
  node_id: text,
  smell: text,
  span,
  status: z.enum(NODE_STATUSES),
  note: z.string(),
});

export const brainRequestSchema = z.strictObject({
  protocol: z.literal(1),
  role: z.enum(BRAIN_ROLES),
  run: text,
  iteration: z.number().int().min(0),
  workspace: text,
  target_scope: z.array(text).optional(),
  focus: text.optional(),
  pinned_constraints: z.array(text),
  ledger_open_nodes: z.array(openNode).optional(),
  findings: z.array(knownFinding).optional(),
  last_failure_evidence: z
    .strictObject({ node_id: text.optional(), stage: z.enum(STAGES), evidence: z.string() })
    .optional(),
  previous_error: z.string().optional(),
  manifest: z.record(z.string(), z.unknown()).optional(),
  diff: z.string().optional(),
  original_code: z.array(z.strictObject({ path: text, text: z.string() })).optional(),
  named_refactoring: z.string().optional(),
  stated_intent: z.string().optional(),
  public_api_touched: z.boolean().optional(),
  rubric_slice: z.string().optional(),
  catalogue: z.array(text).optional(),
});
export type BrainRequest = z.infer<typeof brainRequestSchema>;

// ------------------------------------------------------------------ report

const counts = z.strictObject({
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
});
export type TestCounts = z.infer<typeof counts>;

export const reportSchema = z.strictObject({
  schemaVersion: z.literal(1),
  run: z.string(),
  workflowId: z.string(),
  outcome: z.enum(['done', 'halted']),
  reason: z.enum([...DONE_REASONS, ...HALT_REASONS]),
  message: z.string().optional(),
  repo: z.string(),
  branch: z.string(),
  base: z.string(),
  head: z.string(),
  iterations: z.number().int(),
  landed: z.array(
    z.strictObject({
      node: z.string(),
      refactoring: z.string(),
      span: z.string(),
      intent: z.string(),
      commit: z.string(),
      files: z.array(z.string()),
      tests: counts,
    }),
  ),
  nodes: z.array(
    z.strictObject({
      id: z.string(),
      smell: z.string(),
      span: z.string(),
      dependsOn: z.array(z.string()),
      status: z.enum(NODE_STATUSES),
      severity,
      confidence: unit,
      note: z.string(),
    }),
  ),
  reported: z.array(z.strictObject({ smell: z.string(), span: z.string(), why: z.string() })),
  attempts: z.array(
    z.strictObject({
      node: z.string(),
      stage: z.enum(STAGES),
      outcome: z.enum(ATTEMPT_OUTCOMES),
      reason: z.string(),
    }),
  ),
  gate: z
    .strictObject({
      tests: z.array(z.strictObject({ runner: z.enum(RUNNERS), ...foundCommand })),
      checks: z.array(z.strictObject({ kind: z.enum(CHECK_KINDS), ...foundCommand })),
      build: z.array(z.strictObject({ command: argv, cwd: z.string() })),
      sandbox: z.string(),
      network: z.enum(['off', 'on']),
      home: z.enum(['own', 'real']),
      publicApi: z.string(),
      /** How long one gate takes, in ms. */
      expectedMs: z.number().int(),
      /** Ids that fail and may, and ids that count for nothing. */
      allowed: z.strictObject({ failing: z.array(z.string()), flaky: z.array(z.string()) }),
      notes: z.array(z.string()),
      baseline: counts,
    })
    .nullable(),
  usage: z.strictObject({
    calls: z.number().int(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    usd: z.number(),
  }),
  timings: z.strictObject({ totalMs: z.number(), gateMs: z.number(), brainMs: z.number() }),
});
export type Report = z.infer<typeof reportSchema>;

export const checkResultSchema = z.strictObject({
  outcome: z.enum(['ok', 'refused', 'needs-repair']),
  reason: z.string(),
  message: z.string(),
  files: z.array(z.string()),
  diff: z.string(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const doctorReportSchema = z.strictObject({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({ name: z.string(), ok: z.boolean(), message: z.string(), fix: z.string() }),
  ),
  gate: reportSchema.shape.gate,
});
export type DoctorReport = z.infer<typeof doctorReportSchema>;

// ------------------------------------------------------------------ parsing at the door

export type Parsed<T> = { kind: 'ok'; value: T } | { kind: 'refused'; problem: string };

/** Parses unknown JSON; the problem has one clause per broken rule, each with its path. */
function parserOf<T>(schema: z.ZodType<T>): (value: unknown) => Parsed<T> {
  return (value) => {
    const parsed = schema.safeParse(value);
    return parsed.success
      ? { kind: 'ok', value: parsed.data }
      : { kind: 'refused', problem: describeProblems(parsed.error) };
  };
}

/** A problem goes into history and prompts. */
const PROBLEM_LENGTH = 2000;

function describeProblems(error: z.ZodError): string {
  return error.issues
    .map((issue) => `${issue.path.map(String).join('.') || 'value'}: ${issue.message}`)
    .join('; ')
    .slice(0, PROBLEM_LENGTH);
}

export const parseRunInput = parserOf(runInputSchema);
export const parseProjectConfig = parserOf(projectConfigSchema);
export const parseManifest = parserOf(manifestSchema);
export const parseSurveyAnswer = parserOf(surveyAnswerSchema);
export const parseProposeAnswer = parserOf(proposeAnswerSchema);
export const parseFixAnswer = parserOf(fixAnswerSchema);
export const parseVerdict = parserOf(verdictSchema);
export const parseReport = parserOf(reportSchema);
