import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RULE = '@typescript-eslint/no-restricted-imports';

// The rule needs no types, and without them a snippet may stand in a file that does not exist.
const untyped = tseslint.configs.disableTypeChecked as ESLint.Options['overrideConfig'];
const eslint = new ESLint({ cwd: ROOT, overrideConfig: untyped ?? null });

async function messages(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  const found = result?.messages ?? [];
  expect(found.filter((message) => message.fatal)).toEqual([]);
  return found.filter(({ ruleId }) => ruleId === RULE).map(({ message }) => message);
}

const FORBIDDEN = [
  ['core', 'import { readFileSync } from "node:fs";', 'core decides'],
  ['core', 'import { join } from "path";', 'core decides'],
  ['core', 'import { z } from "zod";', 'core decides'],
  ['core', 'import { execa } from "execa";', 'core decides'],
  ['core', 'import { git } from "../adapters/git.js";', 'core decides'],
  ['core', 'import { proxyActivities } from "@temporalio/workflow";', 'core decides'],
  ['workflows', 'import { createActivities } from "../activities/create.js";', 'Types only'],
  ['workflows', 'import { runInputSchema } from "../core/contracts.js";', 'Types only'],
  ['workflows', 'import { hostname } from "node:os";', 'workflows order'],
  ['workflows', 'import { git } from "../adapters/git.js";', 'workflows order'],
  ['workflows', 'import { Worker } from "@temporalio/worker";', 'workflows order'],
  ['workflows', 'import { runGate } from "../gate/run-gate.js";', 'workflows order'],
  ['activities', 'import { refactorLoop } from "../workflows/refactor-loop.js";', 'activities do'],
  ['activities', 'import { cli } from "../client/cli.js";', 'activities do'],
  ['change', 'import { runGate } from "../gate/run-gate.js";', 'a room knows'],
  ['change', 'import type { GatePlan } from "../gate/gate.js";', 'a room knows'],
  ['gate', 'import { apply } from "../change/apply.js";', 'a room knows'],
  ['gate/runners', 'import { Context } from "@temporalio/activity";', 'a room knows'],
  ['oracle', 'import { detect } from "../gate/detect/index.js";', 'a room knows'],
  ['brains/rules', 'import { measure } from "../../oracle/level.js";', 'a room knows'],
  ['brains/rules', 'import { z } from "zod";', 'a room knows'],
  ['brains', 'import { create } from "../activities/create.js";', 'a room knows'],
  ['adapters', 'import { apply } from "../change/apply.js";', 'adapters touch'],
  ['adapters', 'import { Client } from "@temporalio/client";', 'adapters touch'],
  ['client', 'import { git } from "../adapters/git.js";', 'the client asks'],
  ['client/commands', 'import { git } from "../../adapters/git.js";', 'the client asks'],
  ['client', 'import { runGate } from "../gate/run-gate.js";', 'the client asks'],
  ['client', 'import { createWorker } from "../worker.js";', 'the client asks'],
  ['client', 'import { Worker } from "@temporalio/worker";', 'the client asks'],
  ['client', 'import { refactorLoop } from "../workflows/refactor-loop.js";', 'Types only'],
  ['', 'import { cli } from "./client/cli.js";', 'composition roots'],
  ['local', 'import { cli } from "../client/cli.js";', 'composition roots'],
] as const;

const ALLOWED = [
  ['workflows', 'import type { Activities } from "../activities/create.js";'],
  ['workflows', 'import type { RunInput } from "../core/contracts.js";'],
  ['workflows', 'import { nextStep } from "../core/state.js";'],
  ['workflows', 'import { proxyActivities } from "@temporalio/workflow";'],
  ['activities', 'import { runGate } from "../gate/run-gate.js";'],
  ['oracle', 'import { runnerOf } from "../gate/runners/index.js";'],
  ['gate/runners', 'import { parse } from "../reports/junit.js";'],
  ['brains/rules', 'import ts from "typescript";'],
  ['adapters', 'import { execa } from "execa";'],
  ['client/commands', 'import { doctor } from "../../local.js";'],
  ['client', 'import type { refactorLoop } from "../workflows/refactor-loop.js";'],
  ['', 'import { createActivities } from "./activities/create.js";'],
] as const;

describe('the dependency rule', () => {
  it.each(FORBIDDEN)('in src/%s refuses: %s', async (folder, code, why) => {
    const found = await messages(`${ROOT}src/${folder}/snippet.ts`, code);
    expect(found).toEqual([expect.stringContaining(why)]);
  });

  it.each(ALLOWED)('in src/%s allows: %s', async (folder, code) => {
    expect(await messages(`${ROOT}src/${folder}/snippet.ts`, code)).toEqual([]);
  });

  it('lets the contracts, and no other file of core, use zod', async () => {
    const code = 'import { z } from "zod";';
    expect(await messages(`${ROOT}src/core/contracts.ts`, code)).toEqual([]);
  });
});
