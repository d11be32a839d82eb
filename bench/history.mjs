/** What a run's history says of its landings. */
import { Buffer } from 'node:buffer';

/** @typedef {{ whole: number, gate: number, brain: number }} Landing  in milliseconds */

/**
 * Time, events and bytes of each landing, from the call of `propose` to the written ledger.
 *
 * @param {any[]} history
 */
export function measureHistory(history) {
  /** @type {Landing[]} */
  const landings = [];
  /** @type {number[]} */
  const events = [];
  /** @type {number[]} */
  const bytes = [];
  /** @type {Map<string, string>} */
  const names = new Map();
  let landing = { begun: 0, event: 0, size: 0, gate: 0, brain: 0, open: false };
  let size = 0;
  for (const event of history) {
    const id = Number(event.eventId);
    size = Number(event.workflowTaskStartedEventAttributes?.historySizeBytes ?? size);
    const name = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (name !== undefined) names.set(`${id}`, name);
    if (name === 'propose')
      landing = { begun: msOf(event), event: id, size, gate: 0, brain: 0, open: true };
    const completed = event.activityTaskCompletedEventAttributes;
    if (!completed || !landing.open) continue;
    const done = names.get(`${completed.scheduledEventId}`);
    const data = completed.result?.payloads?.[0]?.data;
    const result = data?.length > 0 ? JSON.parse(Buffer.from(data).toString()) : undefined;
    if (done === 'runGate') landing.gate += result.ms;
    if (done === 'propose' || done === 'critique') landing.brain += result.cost.ms;
    if (done !== 'writeLedger') continue;
    const { gate, brain } = landing;
    landings.push({ whole: msOf(event) - landing.begun, gate, brain });
    events.push(id - landing.event + 1);
    bytes.push(size - landing.size);
    landing.open = false;
  }
  return { landings, events, bytes };
}

/** @param {{ eventTime: { seconds: unknown, nanos: number } }} event */
function msOf({ eventTime }) {
  return Number(eventTime.seconds) * 1_000 + eventTime.nanos / 1e6;
}
