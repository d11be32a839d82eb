/** Every time limit and retry of the application, with its reason. */
import {
  ActivityCancellationType,
  proxyActivities,
  type ActivityInterfaceFor,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Duration } from '@temporalio/common';
import type { Activities } from '../core/payloads.js';

export type ActivityName = keyof Activities;

/** Backstops only: each activity keeps its own limit from the start of the work. */
const BACKSTOP: Record<ActivityName, Duration> = {
  resolveHost: '5 minutes',
  // Clones the repository and copies its dependency folders.
  prepareRun: '2 hours',
  detectGate: '10 minutes',
  // The full oracle on up to five rungs, each at most 2 h; a second attempt begins again.
  measureBaseline: '12 hours',
  // Waits for its turn on the machine; a second attempt runs again in the same scratch copy.
  confirmBaseline: '10 hours',
  // A second attempt puts the scratch copy back, or finds the proof, and begins again.
  controlGate: '10 hours',
  // A brain's call is cut by the activity after its own limit, 10 min unless set.
  survey: '2 hours',
  propose: '2 hours',
  critique: '2 hours',
  pruneNodes: '2 hours',
  checkChange: '10 minutes',
  applyChange: '10 minutes',
  runGate: '10 hours',
  revertChange: '10 minutes',
  // Fetches the landing into the user's repository.
  commitChange: '30 minutes',
  writeLedger: '10 minutes',
  finishRun: '30 minutes',
};

/** How long an abort waits for the host's worker before it reports the workspace instead. */
const ABORT_WAIT: Duration = '60s';

/** The activities, with what all of them share. */
export function activityProxies(): ActivityInterfaceFor<Activities> {
  return proxyActivities<Activities>({
    startToCloseTimeout: '10 hours',
    // Every activity beats each second: a dead or stuck worker is noticed in 10 s.
    heartbeatTimeout: '10s',
    // A revert must not begin while the cancelled activity still writes.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    // Shutdowns and kills of workers count as attempts, so attempts are not limited.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
  });
}

/**
 * Options of one call: backstop, summary for the Web UI, queue. Without a queue the call goes to
 * the workflow's own. Only an abort limits the wait for a worker.
 */
export function callOptions(
  name: ActivityName,
  summary: string,
  taskQueue: string | undefined,
  aborting: boolean,
): ActivityOptions {
  return {
    startToCloseTimeout: BACKSTOP[name],
    summary,
    ...(taskQueue === undefined ? {} : { taskQueue }),
    ...(aborting ? { scheduleToStartTimeout: ABORT_WAIT } : {}),
  };
}
