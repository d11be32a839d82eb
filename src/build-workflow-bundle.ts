/** Build step: bundles the workflow once, so that workers start without webpack. */
import { bundleWorkflowCode } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('./workflows/refactor-loop.js', import.meta.url)),
  logger: {
    log() {},
    trace() {},
    debug() {},
    info() {},
    warn: console.warn,
    error: console.error,
  },
});
await writeFile(new URL('./workflow-bundle.js', import.meta.url), code);
