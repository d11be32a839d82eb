import { Parser } from 'tap-parser';
import { asList, asRecord, asText } from '../json.js';
import type { RawTest } from './runner.js';

/** Each producer has other fields; the name may be the whole message. */
function messageOf({ name, diag }: Record<string, unknown>): string {
  const fields = Object.entries(asRecord(diag)).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
    return `${key}: ${text.trim().replaceAll('\\n', '\n')}`;
  });
  return [asText(name), ...fields].join('\n');
}

function rawTest(point: Record<string, unknown>, around: readonly string[]): RawTest {
  const isSkipped = point.skip !== false || point.todo !== false;
  const outcome = isSkipped ? 'skipped' : point.ok === true ? 'passed' : 'failed';
  const title = asText(point.name) || `#${String(point.id)}`;
  const message = outcome === 'failed' ? messageOf(point) : '';
  return { file: '', titles: [...around, title], outcome, message };
}

/** A stream without its plan, or against it, was cut short or mixed with other output. */
function isWhole({ bailout, failures, plan, count }: Record<string, unknown>): boolean {
  const { start, end } = asRecord(plan);
  if (typeof start !== 'number' || typeof end !== 'number') return false;
  const faults = asList(failures).filter((failure) => asText(asRecord(failure).tapError) !== '');
  return bailout === false && faults.length === 0 && count === end - start + 1;
}

/** A subtest's own points tell what it did, unless it has none, or is none of their fault. */
function withLeaves(test: RawTest, leaves: RawTest[]): RawTest[] {
  if (test.outcome === 'skipped' || leaves.length === 0) return [test];
  const isTold = test.outcome === 'passed' || leaves.some(({ outcome }) => outcome === 'failed');
  return isTold ? leaves : [...leaves, test];
}

function testsIn(events: readonly unknown[], around: readonly string[]): RawTest[] | null {
  const tests: RawTest[] = [];
  // The point that closes a subtest follows it.
  let inner: readonly unknown[] | null = null;
  for (const [name, value] of events.map(asList)) {
    if (name === 'complete' && !isWhole(asRecord(value))) return null;
    if (name === 'child') inner = asList(value);
    if (name !== 'assert') continue;
    const test = rawTest(asRecord(value), around);
    const leaves: RawTest[] | null = inner === null ? [] : testsIn(inner, test.titles);
    if (leaves === null) return null;
    inner = null;
    tests.push(...withLeaves(test, leaves));
  }
  return inner === null ? tests : null;
}

/** Reads a TAP stream: a test for each point that has no subtest; null when it is damaged. */
export function readTap(text: string): RawTest[] | null {
  // Of a text without a plan the parser may make an empty one.
  return /^1\.\.\d/m.test(text) ? testsIn(Parser.parse(text), []) : null;
}
