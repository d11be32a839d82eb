/** What the client may ask of this machine: the embedded server, the workers of runs, the rooms. */
export { executionState } from './execution-state.js';
export { stateHome } from './adapters/home.js';
export { createDemoRepository } from './local/demo.js';
export { checkManifest } from './local/check.js';
export { examine } from './local/doctor.js';
export { ensureRunWorker } from './local/run-worker.js';
export { listRuns, livingWorker, readReport, recordRun, type RunRecord } from './local/runs.js';
export { openLocalServer, localServerNow, type LocalServer } from './local/server.js';
export { preflight, runId, type Preflight } from './local/start.js';
export { serveHost, type HostWorker } from './local/host-worker.js';
