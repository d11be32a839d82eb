/** What the client may ask of this machine: the embedded server, the workers of runs, the rooms. */
import type { examine as Examine } from './local/doctor.js';
import type { serveHost as ServeHost } from './local/host-worker.js';

export { executionState } from './execution-state.js';
export { stateHome } from './adapters/home.js';
export { createDemoRepository } from './local/demo.js';
export { checkManifest } from './local/check.js';
export { ensureRunWorker } from './local/run-worker.js';
export { listRuns, livingWorker, readReport, recordRun, type RunRecord } from './local/runs.js';
export { openLocalServer, localServerNow, type LocalServer } from './local/server.js';
export { preflight, runId, type Preflight } from './local/start.js';
export type { HostWorker } from './local/host-worker.js';

// Gate and worker take as long to load as all the rest, and most commands need neither.
export const examine: typeof Examine = async (...args) =>
  (await import('./local/doctor.js')).examine(...args);
export const serveHost: typeof ServeHost = async (...args) =>
  (await import('./local/host-worker.js')).serveHost(...args);
