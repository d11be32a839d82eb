/** One execution's hold on its state and its activities: every call is numbered, named and shown. */
import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';
import {
  setCurrentDetails,
  upsertSearchAttributes,
  type ActivityInterfaceFor,
} from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES, type Call } from '../core/protocol.js';
import type { Activities } from '../core/payloads.js';
import { currentDetails, summary } from '../core/render.js';
import type { End } from '../core/ends.js';
import type { LoopState } from '../core/state.js';
import type { Phase } from '../core/vocabulary.js';
import { activityProxies, callOptions, type ActivityName } from './proxies.js';

type Request<Name extends ActivityName> = Omit<
  Parameters<Activities[Name]>[0],
  keyof Call | 'sequence'
>;
type Result<Name extends ActivityName> = Awaited<ReturnType<Activities[Name]>>;

const PHASE = defineSearchAttributeKey(SEARCH_ATTRIBUTES.phase, 'KEYWORD');
const OUTCOME = defineSearchAttributeKey(SEARCH_ATTRIBUTES.outcome, 'KEYWORD');
const REPO = defineSearchAttributeKey(SEARCH_ATTRIBUTES.repo, 'KEYWORD');
const ITERATION = defineSearchAttributeKey(SEARCH_ATTRIBUTES.iteration, 'INT');

/** Phases worth an event in history; the others are short. */
const MARKED: readonly Phase[] = ['init', 'propose', 'test', 'closed'];
const KEYWORD_LIMIT = 255;

export class Session {
  readonly #activities: ActivityInterfaceFor<Activities> = activityProxies();
  end: End | undefined;
  /** Set while an abort is compensated: only then is the wait for a worker limited. */
  aborting = false;

  constructor(readonly state: LoopState) {}

  /** Calls an activity on the run's host. `parts` become its summary in the Web UI. */
  async call<Name extends ActivityName>(
    name: Name,
    request: Request<Name>,
    parts: string[],
  ): Promise<Result<Name>> {
    const { state } = this;
    state.sequence += 1;
    const call: Call = {
      run: state.run,
      settings: state.settingsHash,
      sequence: state.sequence,
    };
    const text = summary(state.iteration > 0 ? `iter ${state.iteration}` : 'init', ...parts);
    state.doing = parts.join(' · ');
    this.show();
    const activity = this.#activities[name] as unknown as {
      executeWithOptions(options: unknown, args: unknown[]): Promise<Result<Name>>;
    };
    return activity.executeWithOptions(callOptions(name, text, state.hostQueue, this.aborting), [
      { ...request, ...call },
    ]);
  }

  /** Moves on to a phase: in `status`, in the current details, and where it is long in search. */
  enter(phase: Phase, node = this.state.node): void {
    this.state.phase = phase;
    this.state.node = node;
    if (MARKED.includes(phase)) this.#mark();
    this.show();
  }

  /** Ends the run for everybody who looks at it. */
  close(end: End): void {
    this.end = end;
    this.state.doing = '';
    this.enter('closed', '');
  }

  show(): void {
    setCurrentDetails(currentDetails(this.state, this.end));
  }

  #mark(): void {
    const { state } = this;
    const pairs: SearchAttributePair[] = [];
    const knows = (name: string): boolean => state.searchAttributes.includes(name);
    if (knows(SEARCH_ATTRIBUTES.phase)) pairs.push({ key: PHASE, value: state.phase });
    if (knows(SEARCH_ATTRIBUTES.iteration)) pairs.push({ key: ITERATION, value: state.iteration });
    if (state.phase === 'init' && knows(SEARCH_ATTRIBUTES.repo))
      pairs.push({ key: REPO, value: state.repo.slice(-KEYWORD_LIMIT) });
    if (this.end !== undefined && knows(SEARCH_ATTRIBUTES.outcome))
      pairs.push({ key: OUTCOME, value: `${this.end.outcome}: ${this.end.reason}` });
    if (pairs.length > 0) upsertSearchAttributes(pairs);
  }
}
