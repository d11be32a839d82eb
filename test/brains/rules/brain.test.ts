import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { AskOptions, Brain } from '../../../src/brains/brain.js';
import { createRulesBrain } from '../../../src/brains/rules/brain.js';
import { requestFor, workspaceWith } from './workspace.js';

const TEXT =
  'export function f(a) {\n  if (a === 1) {\n    return true;\n  }\n  return false;\n}\n';

let root: string;
let brain: Brain;

beforeAll(async () => {
  root = await workspaceWith({ 'a.js': TEXT });
  brain = createRulesBrain();
});
afterEach(() => brain.close());
afterAll(() => rm(root, { recursive: true }));

function options(extra: Partial<AskOptions> = {}): AskOptions {
  return { signal: new AbortController().signal, timeoutMs: 60_000, logDir: root, ...extra };
}

function survey() {
  return requestFor('survey', root, { target_scope: ['a.js'] });
}

describe('the rules brain', () => {
  it('answers from its helper process, free of charge, one call after the other', async () => {
    const results = await Promise.all([
      brain.ask(survey(), options()),
      brain.ask(requestFor('fix', root), options()),
    ]);
    expect(results).toEqual([
      {
        kind: 'answer',
        answer: { findings: [expect.objectContaining({ span: 'a.js:2-4', route: 'loop' })] },
        usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
      },
      expect.objectContaining({ kind: 'answer' }),
    ]);
  });

  it('gives a fault when the time is up, and answers the next call from a new process', async () => {
    expect(await brain.ask(survey(), options({ timeoutMs: 1 }))).toEqual({
      kind: 'fault',
      message: expect.stringContaining('no answer within 1 ms'),
      final: false,
    });
    expect(await brain.ask(survey(), options())).toMatchObject({ kind: 'answer' });
  });

  it('gives a fault when the call is cancelled, before or while it runs', async () => {
    const cancelled = { kind: 'fault', message: expect.stringContaining('cancelled') };
    const before = AbortSignal.abort();
    expect(await brain.ask(survey(), options({ signal: before }))).toMatchObject(cancelled);
    const controller = new AbortController();
    const running = brain.ask(survey(), options({ signal: controller.signal }));
    controller.abort();
    expect(await running).toMatchObject(cancelled);
  });

  it('gives a fault when the engine fails, with the reason', async () => {
    const request = { ...survey(), target_scope: 1 as unknown as string[] };
    expect(await brain.ask(request, options())).toMatchObject({
      kind: 'fault',
      message: expect.stringContaining('the rules engine failed: TypeError'),
    });
  });
});
