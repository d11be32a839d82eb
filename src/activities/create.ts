/** The activities of a worker, made from its collaborators. */
import type { RunFolder } from '../adapters/run-folder.js';
import type { Activities } from '../core/payloads.js';
import { applyChange, checkChange, revertChange } from './change.js';
import { commitChange } from './commit-change.js';
import { critique } from './critique.js';
import type { Deps } from './deps.js';
import { confirmBaseline, controlGate, detectGate, measureBaseline, runGate } from './gate.js';
import { finishRun, writeLedger } from './ledger.js';
import { prepareRun } from './prepare-run.js';
import { propose } from './propose.js';
import { pruneNodes } from './prune-nodes.js';
import { resolveHost } from './resolve-host.js';
import { survey } from './survey.js';
import { beating, task } from './task.js';

/** The one activity that any worker of the workflow's queue may run. */
export function createHostActivities(deps: Deps): Pick<Activities, 'resolveHost'> {
  return { resolveHost: (request) => beating(() => resolveHost(request, deps)) };
}

const inScratch = ({ scratchFenceFile }: RunFolder): string => scratchFenceFile;

/** The activities that touch the workspaces of this host. */
export function createWorkspaceActivities(deps: Deps): Omit<Activities, 'resolveHost'> {
  return {
    prepareRun: task(deps, prepareRun),
    detectGate: task(deps, detectGate),
    measureBaseline: task(deps, measureBaseline),
    confirmBaseline: task(deps, confirmBaseline, inScratch),
    controlGate: task(deps, controlGate, inScratch),
    survey: task(deps, survey),
    propose: task(deps, propose),
    checkChange: task(deps, checkChange),
    critique: task(deps, critique),
    applyChange: task(deps, applyChange),
    runGate: task(deps, runGate),
    revertChange: task(deps, revertChange),
    commitChange: task(deps, commitChange),
    pruneNodes: task(deps, pruneNodes),
    writeLedger: task(deps, writeLedger),
    finishRun: task(deps, finishRun),
  };
}
