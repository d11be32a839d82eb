import { Worker } from 'node:worker_threads';
import type { TestSuite } from '../gate.js';
import { RUNNERS } from './index.js';
import type { ParsedReport, ReportText, SuiteRun } from './runner.js';

export interface ParseRequest {
  reports: ReportText[];
  run: SuiteRun;
  suite: TestSuite;
}

const WORKER = new URL('../../../dist/gate/runners/parse-worker.js', import.meta.url);
/** Text that is parsed faster than a thread starts. */
const SMALL = 1024 * 1024;
const MOST_MEMORY_MB = 2_048;

/** Parses at once; a report that its parser gives up on is damaged, too. */
export function parseNow({ reports, run, suite }: ParseRequest): ParsedReport | null {
  try {
    return RUNNERS[suite.runner].parse(reports, run, suite);
  } catch {
    return null;
  }
}

/** Parses a suite's reports, big ones in a thread of their own; null: damaged or incomplete. */
export async function parseReports(
  request: ParseRequest,
  signal: AbortSignal,
): Promise<ParsedReport | null> {
  const size = request.reports.reduce((sum, { text }) => sum + text.length, 0);
  if (size <= SMALL) return parseNow(request);
  signal.throwIfAborted();
  const resourceLimits = { maxOldGenerationSizeMb: MOST_MEMORY_MB };
  const worker = new Worker(WORKER, { workerData: request, resourceLimits });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  const parsed = await new Promise<ParsedReport | null>((resolve) => {
    worker.once('message', resolve);
    // Most likely it needs more memory than there is for it.
    worker.once('error', () => resolve(null));
    worker.once('exit', () => resolve(null));
  });
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  return parsed;
}
