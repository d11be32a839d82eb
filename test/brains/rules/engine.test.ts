import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answer } from '../../../src/brains/rules/engine.js';
import {
  type BrainRequest,
  type Finding,
  fixAnswerSchema,
  type Manifest,
  proposeAnswerSchema,
  surveyAnswerSchema,
} from '../../../src/core/contracts.js';
import { edited, requestFor, workspaceWith } from './workspace.js';

const CART = `export function applyCoupon(cart, code) {
  cart.coupon = '';
  if (code !== '') {
    const wanted = code.trim();
    if (wanted === 'x') {
      throw new RangeError(code);
    }
    cart.coupon = wanted;
    cart.percent = 10;
  }
}

export function couponPercent(code) {
  if (code === 'WELCOME') {
    return 10;
  }
  if (code === 'COMEBACK') {
    return 10;
  }
  const rest = code.length;
  return rest;
}
`;

const ORDERS = `export function flag(total, limit, flags) {
  if (total > limit) {
    flags.push('large');
    flags.push('over');
    if (limit === 0) {
      flags.push('all');
    }
    flags.sort();
  }
}
`;

const SCOPE = ['src/cart.js', 'src/orders.js'];
const NESTED = 'nested conditional in applyCoupon';
const MERGE = 'conditions with one result in couponPercent';
let root: string;

beforeAll(async () => {
  root = await workspaceWith({ 'src/orders.js': ORDERS });
});
beforeEach(() => writeFile(join(root, 'src/cart.js'), CART));
afterAll(() => rm(root, { recursive: true }));

function survey(extra: Partial<BrainRequest> = {}): Finding[] {
  const request = requestFor('survey', root, { target_scope: SCOPE, ...extra });
  return surveyAnswerSchema.parse(answer(request)).findings;
}

function propose(extra: Partial<BrainRequest>) {
  const request = requestFor('propose', root, { target_scope: SCOPE, ...extra });
  return proposeAnswerSchema.parse(answer(request));
}

function open(id: string, smell: string, span = 'src/cart.js:3-10') {
  return { node_id: id, smell, span, severity: 'major' as const, confidence: 0.9, depends_on: [] };
}

function manifestOf(result: ReturnType<typeof propose>): Manifest {
  if (result.kind !== 'proposal') throw new Error(`no proposal: ${JSON.stringify(result)}`);
  return result.manifest;
}

describe('a survey by rules', () => {
  it('lists what can be done, strongest first, then what a person may want to look at', () => {
    expect(survey()).toEqual([
      {
        smell: NESTED,
        span: 'src/cart.js:3-10',
        severity: 'major',
        confidence: 0.9,
        route: 'loop',
        depends_on: [],
        note: 'Replace the nested conditional in applyCoupon with a guard clause',
      },
      expect.objectContaining({ smell: MERGE, severity: 'minor', route: 'loop' }),
      expect.objectContaining({
        smell: expect.stringMatching(/`rest`/),
        severity: 'nit',
        route: 'report',
      }),
      expect.objectContaining({
        smell: 'nested conditional in flag',
        span: 'src/orders.js:2-9',
        route: 'report',
        note: expect.stringMatching(/NaN/),
      }),
    ]);
  });

  it('stays within the symbol in focus', () => {
    expect(survey({ focus: 'couponPercent' }).map((each) => each.route)).toEqual([
      'loop',
      'report',
    ]);
    expect(survey({ focus: 'flag' }).map((each) => each.smell)).toEqual([
      'nested conditional in flag',
    ]);
    expect(survey({ focus: 'nobody' })).toEqual([]);
  });

  it('reads only the scope, and is content with a file that is gone', () => {
    expect(survey({ target_scope: ['src/orders.js', 'src/gone.js'] })).toHaveLength(1);
  });
});

describe('a proposal by rules', () => {
  it('is the rewrite of the first open node, placed by text that stands once', () => {
    const result = propose({ ledger_open_nodes: [open('R001', NESTED), open('R002', MERGE)] });
    const manifest = manifestOf(result);
    expect(manifest).toMatchObject({
      node_id: 'R001',
      named_refactoring: 'Replace Nested Conditional with Guard Clauses',
      target_span: 'src/cart.js:3-10',
      predicted_fixes: [NESTED],
      public_api_touched: false,
    });
    expect(manifest.smell).toBeUndefined();
    expect(edited(CART, manifest.edits ?? [])).toContain(
      "  if (code === '') {\n    return;\n  }\n\n",
    );
  });

  it('finds the node again after lines moved', async () => {
    await writeFile(join(root, 'src/cart.js'), `// new\n\n${CART}`);
    const manifest = manifestOf(propose({ ledger_open_nodes: [open('R001', NESTED)] }));
    expect(manifest.target_span).toBe('src/cart.js:5-12');
  });

  it('takes the nearest of two places with one smell', async () => {
    const twice = ['', ' '].map(
      (pad) => `f(() => {\n  if (a) {\n${'    b();\n'.repeat(6)}  }${pad}\n});\n`,
    );
    await writeFile(join(root, 'src/cart.js'), twice.join(''));
    const node = open('R001', 'nested conditional in a callback', 'src/cart.js:12-18');
    const manifest = manifestOf(propose({ ledger_open_nodes: [node] }));
    expect(manifest.target_span).toBe('src/cart.js:12-19');
  });

  it('says that a finding is gone when the rules do not find it any more', () => {
    expect(
      propose({ ledger_open_nodes: [open('R001', 'nested conditional in nobody')] }),
    ).toMatchObject({
      kind: 'finding-gone',
      node_id: 'R001',
    });
  });

  it('does not propose again what was refused, but goes on to the next node', () => {
    const nodes = [open('R001', NESTED), open('R002', MERGE, 'src/cart.js:14-16')];
    for (const stage of ['lockbox', 'guard', 'test'] as const) {
      const failure = { node_id: 'R001', stage, evidence: 'no' };
      const result = propose({ ledger_open_nodes: nodes, last_failure_evidence: failure });
      expect(manifestOf(result).node_id).toBe('R002');
    }
    const other = { node_id: 'R001', stage: 'propose' as const, evidence: 'no' };
    const result = propose({ ledger_open_nodes: nodes, last_failure_evidence: other });
    expect(manifestOf(result).node_id).toBe('R001');
  });

  it('is a new finding when no node is open, then nothing once all are known', () => {
    const terminal = (id: string, smell: string) => ({
      node_id: id,
      smell,
      span: 'src/cart.js:1-2',
      status: 'rejected' as const,
      note: '',
    });
    const findings = [terminal('R001', NESTED)];
    const manifest = manifestOf(propose({ ledger_open_nodes: [], findings }));
    expect([manifest.node_id, manifest.smell]).toEqual(['new', MERGE]);
    findings.push(terminal('R002', MERGE));
    expect(propose({ ledger_open_nodes: [], findings }).kind).toBe('nothing-actionable');
  });

  it('ends where the rules have nothing more to say', async () => {
    let text = CART;
    for (let round = 0; round < 10; round += 1) {
      const result = propose({ ledger_open_nodes: [] });
      if (result.kind !== 'proposal') break;
      text = edited(text, result.manifest.edits ?? []);
      await writeFile(join(root, 'src/cart.js'), text);
    }
    expect(propose({ ledger_open_nodes: [] }).kind).toBe('nothing-actionable');
    expect(text).toContain("if (code === 'WELCOME' || code === 'COMEBACK') {");
  });
});

describe('a repair by rules', () => {
  it('is infeasible, since a rule has one way only', () => {
    const result = fixAnswerSchema.parse(answer(requestFor('fix', root)));
    expect(result.kind).toBe('infeasible');
  });
});
