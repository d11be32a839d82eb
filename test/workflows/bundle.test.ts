import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const ENTRY = fileURLToPath(new URL('../../src/workflows/refactor-loop.ts', import.meta.url));

/** Ours, and what the SDK itself brings into a workflow. */
const ALLOWED =
  /^\.\/(src\/(workflows|core)|node_modules\/(@temporalio\/(common|workflow)|long|ms|nexus-rpc))\//;

describe('the bundle of the workflow', () => {
  let modules: string[];
  beforeAll(async () => {
    const { code } = await bundleWorkflowCode({
      workflowsPath: ENTRY,
      logger: new DefaultLogger('ERROR'),
    });
    const names = [...code.matchAll(/^\/\*\*\*\/ "([^"]+)"/gm)].map(([, name]) => name ?? '');
    // A question mark stands for a module that was left empty: the SDK's hooks for converters.
    modules = names.filter((name) => !name.startsWith('?'));
  });

  it('holds the workflow and the core that it decides with', () => {
    expect(modules).toContain('./src/workflows/refactor-loop.ts');
    expect(modules).toContain('./src/core/state.ts');
  });

  it('holds neither zod, nor Node code, nor anything that acts', () => {
    expect(modules.filter((name) => !ALLOWED.test(name))).toEqual([]);
    expect(modules).not.toContain('./src/core/contracts.ts');
  });
});
