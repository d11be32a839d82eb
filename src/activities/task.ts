import { Context } from '@temporalio/activity';
import type { Call, Settings } from '../core/protocol.js';
import type { Deps } from './deps.js';
import { Fence, RunFolder } from '../adapters/run-folder.js';

const BEAT_MS = 1_000;

/** What an activity of a run works with. */
export interface Task {
  deps: Deps;
  folder: RunFolder;
  /** Aborted when the workflow cancels the activity or the worker shuts down. */
  signal: AbortSignal;
  fence: Fence;
  /** Number of the call in its run. */
  sequence: number;
  /** Reads the run's settings from its content store, checked by hash. */
  settings(): Promise<Settings>;
  /** Milliseconds since the activity began. */
  elapsed(): number;
  /** Tells with the next beat what is being done now; who describes the run sees it. */
  tell(text: string): void;
}

/** Beats once a second while the work runs, so that a dead worker and a cancel are noticed soon. */
export async function beating<T>(work: (tell: Task['tell']) => Promise<T>): Promise<T> {
  const context = Context.current();
  let doing = '';
  const beat = setInterval(() => {
    context.heartbeat(doing);
  }, BEAT_MS);
  try {
    context.heartbeat();
    return await work((text) => {
      doing = text;
    });
  } catch (error) {
    // A cancelled activity must end as cancelled, whatever the aborted work threw.
    context.cancellationSignal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/**
 * Wraps the body of an activity of a run: beats, fence, folder, settings. What runs beside others,
 * and does not touch the workspace, has a fence of its own.
 */
export function task<Request extends Pick<Call, 'run' | 'sequence'>, Result>(
  deps: Deps,
  body: (request: Request, task: Task) => Promise<Result>,
  fenceIn: (folder: RunFolder) => string = ({ fenceFile }) => fenceFile,
): (request: Request) => Promise<Result> {
  return (request) =>
    beating(async (tell) => {
      const context = Context.current();
      const begun = performance.now();
      const folder = new RunFolder(deps.home, request.run);
      const fence = await Fence.claim(fenceIn(folder), request.sequence, context.info.attempt);
      const result = await body(request, {
        deps,
        folder,
        fence,
        sequence: request.sequence,
        signal: context.cancellationSignal,
        settings: () => folder.store.get<Settings>((request as Partial<Call>).settings ?? ''),
        tell,
        elapsed: () => Math.round(performance.now() - begun),
      });
      deps.atEffect?.(body.name);
      return result;
    });
}
