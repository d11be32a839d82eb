import { describe, expect, it } from '@jest/globals';
import {
  brainRequestSchema,
  parseFixAnswer,
  parseManifest,
  parseProposeAnswer,
  parseRunInput,
  parseSurveyAnswer,
  parseVerdict,
  type Parsed,
} from '../../src/core/contracts.js';
import { item, manifest, verdict } from './samples.js';

function problemOf(parsed: Parsed<unknown>): string {
  if (parsed.kind === 'ok') throw new Error('it was not refused');
  return parsed.problem;
}

describe('the input of a run', () => {
  it('needs only a repository', () => {
    expect(parseRunInput({ repo: '/repo' })).toEqual({ kind: 'ok', value: { repo: '/repo' } });
  });

  it('may say all that is built', () => {
    const input = {
      repo: '/repo with "quotes"\nand more',
      base: 'main',
      scope: ['src'],
      changes: true,
      focus: 'total',
      maxIterations: 1,
      maxFixAttempts: 0,
      theta: 0,
      minSeverity: 'nit',
      pinned: [],
      inPlace: true,
      gate: {
        setup: ['npm', 'ci'],
        build: ['npm', 'run', 'build'],
        lint: ['npx', 'eslint'],
        types: ['npx', 'tsc'],
        test: ['npm', 'test'],
        timeoutSeconds: 60,
      },
      copy: ['*.env.test'],
      lockbox: { add: ['docs/**'], except: ['x'] },
      host: 'host-1',
      identity: { name: 'Ada', email: 'ada@example.com' },
      proposer: { brain: 'command', command: ['node', 'brain.mjs'], timeoutSeconds: 5 },
      critic: { brain: 'rules' },
      budget: { minutes: 0.5 },
    };
    expect(parseRunInput(input)).toEqual({ kind: 'ok', value: input });
  });

  it.each([
    [undefined, 'value: Invalid input: expected object, received undefined'],
    [null, 'value: Invalid input: expected object, received null'],
    ['/repo', 'value: Invalid input: expected object, received string'],
    [[{ repo: '/repo' }], 'value: Invalid input: expected object, received array'],
    [{}, 'repo: Invalid input: expected string, received undefined'],
    [{ repo: '' }, 'repo: '],
    [{ repo: 'some/where' }, 'repo: must be an absolute path'],
    [{ repo: './here' }, 'repo: must be an absolute path'],
    [{ repo: 7 }, 'repo: Invalid input: expected string, received number'],
    [{ repo: '/r', max: 3 }, 'Unrecognized key: "max"'],
    [{ repo: '/r', approval: 'each' }, 'Unrecognized key: "approval"'],
    [{ repo: '/r', gate: { shell: 'x' } }, 'gate: Unrecognized key: "shell"'],
    [{ repo: '/r', gate: { test: 'npm test' } }, 'gate.test: Invalid input: expected array'],
    [{ repo: '/r', gate: { test: [] } }, 'gate.test: Too small'],
    [{ repo: '/r', gate: { timeoutSeconds: 0 } }, 'gate.timeoutSeconds: Too small'],
    [{ repo: '/r', maxIterations: 0 }, 'maxIterations: Too small: expected number to be >=1'],
    [{ repo: '/r', maxIterations: -1 }, 'maxIterations: Too small: expected number to be >=1'],
    [{ repo: '/r', maxIterations: 1.5 }, 'maxIterations: Invalid input: expected int'],
    [{ repo: '/r', maxIterations: 'x' }, 'maxIterations: Invalid input: expected number'],
    [{ repo: '/r', maxIterations: null }, 'maxIterations: Invalid input: expected number'],
    [{ repo: '/r', maxFixAttempts: -1 }, 'maxFixAttempts: Too small: expected number to be >=0'],
    [{ repo: '/r', theta: 1.1 }, 'theta: Too big: expected number to be <=1'],
    [{ repo: '/r', minSeverity: 'huge' }, 'minSeverity: Invalid option: expected one of "major"'],
    [{ repo: '/r', pinned: ['be-nice'] }, 'pinned.0: Invalid option'],
    [{ repo: '/r', scope: 'src' }, 'scope: Invalid input: expected array'],
    [{ repo: '/r', scope: [''] }, 'scope.0: Too small'],
    [{ repo: '/r', proposer: 'rules' }, 'proposer: Invalid input: expected object'],
    [{ repo: '/r', critic: { brain: 'oracle' } }, 'critic.brain: Invalid option'],
    [{ repo: '/r', identity: 'Ada <a@b>' }, 'identity: Invalid input: expected object'],
    [{ repo: '/r', identity: { name: 'Ada' } }, 'identity.email: Invalid input'],
    [{ repo: '/r', identity: { name: '...', email: 'a@b' } }, 'identity.name: must be one line'],
    [{ repo: '/r', identity: { name: 'A\nB', email: 'a@b' } }, 'identity.name: must be one line'],
    [{ repo: '/r', identity: { name: 'A <b>', email: 'a@b' } }, 'without < and >'],
    [{ repo: '/r', identity: { name: 'Ada', email: 'ada' } }, 'identity.email: must be an address'],
    [
      { repo: '/r', identity: { name: 'Ada', email: 'a@b>' } },
      'identity.email: must be an address',
    ],
    [{ repo: '/r', budget: { minutes: 0 } }, 'budget.minutes: Too small'],
    [{ repo: '/r', budget: { usd: 5 } }, 'budget: Unrecognized key: "usd"'],
  ])('%j is refused with path and rule', (input, problem) => {
    expect(problemOf(parseRunInput(input))).toContain(problem);
  });

  it('is refused with every broken rule at once', () => {
    expect(problemOf(parseRunInput({ repo: 'here', theta: 2 }))).toBe(
      'repo: must be an absolute path; theta: Too big: expected number to be <=1',
    );
  });
});

describe('a manifest', () => {
  const { edits, ...bare } = manifest();

  it('gets empty lists where it says nothing', () => {
    const { depends_on, predicted_fixes, predicted_regressions_risk, ...short } = manifest();
    expect(parseManifest(short)).toEqual({ kind: 'ok', value: manifest() });
    expect([depends_on, predicted_fixes, predicted_regressions_risk]).toEqual([[], [], []]);
  });

  it.each([
    [{ path: 'a.js', old: 'x', new: '' }],
    [{ path: 'a.js', create: '' }],
    [{ path: 'a.js', delete: true }],
    [{ from: 'a.js', to: 'b.js' }],
  ])('takes the edit %j', (edit) => {
    expect(parseManifest({ ...bare, edits: [edit] }).kind).toBe('ok');
  });

  it('takes a diff in place of edits', () => {
    expect(parseManifest({ ...bare, diff: '--- a/x' }).kind).toBe('ok');
  });

  const EDIT =
    'edits.0: must be {path, old, new} with old not empty, {path, create}, {path, delete: true}, {from, to} or {path, content, sha256}';

  it.each([
    [{ edits, diff: '--- a/x' }, 'edits: exactly one of edits and diff must be given'],
    [{}, 'edits: exactly one of edits and diff must be given'],
    [{ edits: [] }, 'edits: Too small'],
    [{ diff: '' }, 'diff: Too small'],
    [
      { edits: [{ path: 'a.js', old: '', new: 'x' }] },
      'edits.0.old: Too small: expected string to have >=1 characters',
    ],
    [{ edits: [{ path: '', create: 'x' }] }, 'edits.0.path: Too small'],
    [{ edits: [{ path: 'a.js', delete: false }] }, EDIT],
    [
      { edits: [{ path: 'a.js', old: 'x', new: 'y', all: true }] },
      'edits.0: Unrecognized key: "all"',
    ],
    [{ edits: [{ path: 'a.js', old: 'x' }] }, EDIT],
    [{ edits: ['a.js'] }, EDIT],
    [{ edits, node_id: 'new' }, 'smell: node_id "new" needs a smell'],
    [{ edits, node_id: '' }, 'node_id: Too small'],
    [{ edits, target_span: 'a.js' }, 'target_span: must be file:start-end'],
    [{ edits, stated_intent: 'two\nlines' }, 'stated_intent: must be one line'],
    [{ edits, stated_intent: 'x'.repeat(401) }, 'stated_intent: Too big'],
    [{ edits, public_api_touched: 'no' }, 'public_api_touched: Invalid input: expected boolean'],
    [{ edits, reasoning: 'because' }, 'Unrecognized key: "reasoning"'],
  ])('with %j is refused with path and rule', (rest, problem) => {
    expect(problemOf(parseManifest({ ...bare, ...rest }))).toContain(problem);
  });

  it('for something new needs its smell', () => {
    expect(parseManifest({ ...manifest(), node_id: 'new', smell: 'long function' }).kind).toBe(
      'ok',
    );
  });
});

describe("a proposer's answer", () => {
  const proposal = { kind: 'proposal', manifest: manifest() };
  const gone = { kind: 'finding-gone', node_id: 'R001', note: 'it is gone' };
  const nothing = { kind: 'nothing-actionable', note: 'taste' };
  const infeasible = { kind: 'infeasible', findings: 'the callers differ' };

  it('is a proposal, a finding that is gone, or nothing actionable', () => {
    for (const answer of [proposal, gone, nothing])
      for (const parse of [parseProposeAnswer, parseFixAnswer])
        expect(parse(answer)).toEqual({ kind: 'ok', value: answer });
  });

  it('is "infeasible" only for a repair', () => {
    expect(parseFixAnswer(infeasible)).toEqual({ kind: 'ok', value: infeasible });
    expect(problemOf(parseProposeAnswer(infeasible))).toContain('kind: Invalid');
  });

  it.each([
    [{ ...proposal, thoughts: 'hm' }, 'Unrecognized key: "thoughts"'],
    [{ kind: 'proposal' }, 'manifest: Invalid input'],
    [{ kind: 'proposal', manifest: { ...manifest(), diff: 'x' } }, 'manifest.edits: exactly one'],
    [{ kind: 'finding-gone', node_id: 'R001' }, 'note: Invalid input'],
    [manifest(), 'kind: Invalid'],
    ['nothing', 'value: Invalid input'],
  ])('%j is refused with path and rule', (answer, problem) => {
    expect(problemOf(parseProposeAnswer(answer))).toContain(problem);
  });
});

describe("a survey's answer", () => {
  const found = {
    smell: 'long function',
    span: 'src/a.js:1-90',
    severity: 'major',
    confidence: 0.9,
    route: 'loop',
  };

  it('is a list of findings, each with its dependencies', () => {
    expect(parseSurveyAnswer({ findings: [found] })).toEqual({
      kind: 'ok',
      value: { findings: [{ ...found, depends_on: [] }] },
    });
    expect(parseSurveyAnswer({ findings: [] }).kind).toBe('ok');
  });

  it.each([
    [{ ...found, span: 'src/a.js' }, 'findings.0.span: must be file:start-end'],
    [{ ...found, smell: 'two\nlines' }, 'findings.0.smell: must be one line'],
    [{ ...found, confidence: 2 }, 'findings.0.confidence: Too big'],
    [{ ...found, route: 'drop' }, 'findings.0.route: Invalid option'],
    [{ ...found, depends_on: [-1] }, 'findings.0.depends_on.0: Too small'],
    [{ ...found, id: 'R001' }, 'findings.0: Unrecognized key: "id"'],
  ])('with %j is refused with path and rule', (finding, problem) => {
    expect(problemOf(parseSurveyAnswer({ findings: [finding] }))).toContain(problem);
  });
});

describe('a verdict', () => {
  it('may leave out the confidence of an item and its span', () => {
    const value = verdict([item('behavior-preserved', { met: 'CANNOT_ASSESS', span: '' })]);
    expect(parseVerdict(value)).toEqual({ kind: 'ok', value });
  });

  it.each([
    [verdict([], { justification: '' }), 'justification: Too small'],
    [{ ...verdict([]), verdict: 'maybe' }, 'verdict: Invalid option'],
    [{ ...verdict([]), confidence: 90 }, 'confidence: Too big'],
    [{ ...verdict([]), score: 3 }, 'Unrecognized key: "score"'],
    [
      verdict([item('behavior-preserved', { span: 'a.js' })]),
      'per_criterion.0.span: must be file:start-end',
    ],
    [
      { ...verdict([]), per_criterion: [{ ...item('behavior-preserved'), met: 'partial' }] },
      'per_criterion.0.met: must be true, false or "CANNOT_ASSESS"',
    ],
  ])('%j is refused with path and rule', (value, problem) => {
    expect(problemOf(parseVerdict(value))).toContain(problem);
  });
});

describe('a request to a brain', () => {
  it('has no key beyond the protocol', () => {
    const request = {
      protocol: 1,
      role: 'critique',
      run: 'r',
      iteration: 1,
      workspace: '/w',
      pinned_constraints: ['no-test-file-writes'],
    };
    expect(brainRequestSchema.safeParse(request).success).toBe(true);
    expect(brainRequestSchema.safeParse({ ...request, reasoning: 'x' }).success).toBe(false);
  });
});
