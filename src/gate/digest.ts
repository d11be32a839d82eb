import type { TestCounts } from '../core/contracts.js';
import type { Red } from './judge.js';
import { scrub } from './scrub.js';
import { plainText } from './text.js';

const LIMIT_BYTES = 4_096;
const FAILURES_SHOWN = 5;
const MESSAGE_LINES = 15;
const EVIDENCE_SHOWN = 12;
const FOREIGN_FRAME = /^\s+at .*(?:node:internal|node:async_hooks|node_modules\/|<anonymous>\)$)/;

/** What a red verdict is told with; all text of the target is untrusted and only quoted. */
export interface DigestInput {
  red: Red;
  counts: TestCounts | null;
  failures: { id: string; message: string }[];
  /** The step's log, whole. */
  log: string;
}

function folded(text: string): string {
  const lines: string[] = [];
  let repeats = 0;
  const flush = () => {
    if (repeats > 0) lines.push(`  [the line above ${repeats} more times]`);
    repeats = 0;
  };
  for (const line of plainText(text).split('\n')) {
    if (line !== '' && line === lines.at(-1)) repeats++;
    else {
      flush();
      lines.push(line);
    }
  }
  flush();
  return lines.join('\n');
}

/** Cuts a text to so many bytes of UTF-8, a fifth from its head, and says how much is missing. */
export function cutMiddle(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  if (buffer.length <= bytes) return text;
  const mark = `\n[... ${buffer.length} bytes in all, cut here ...]\n`;
  const room = Math.max(bytes - Buffer.byteLength(mark) - 6, 0);
  const head = Math.floor(room / 5);
  const decode = (part: Buffer) => part.toString('utf8').replaceAll('\uFFFD', '');
  return (
    decode(buffer.subarray(0, head)) + mark + decode(buffer.subarray(buffer.length - (room - head)))
  );
}

function failureLines({ id, message }: DigestInput['failures'][number]): string[] {
  const own = folded(message)
    .trim()
    .split('\n')
    .filter((line) => !FOREIGN_FRAME.test(line));
  const lines = own.slice(0, MESSAGE_LINES);
  return [`- ${id}`, ...lines.map((line) => `    ${line.slice(0, 200)}`)];
}

/** At most 4 KB for prompts and history: verdict, counts, first failures, a cut of the log. */
export function writeDigest({ red, counts, failures, log }: DigestInput): string {
  const shown = red.evidence.slice(0, EVIDENCE_SHOWN).map((line) => `- ${line.slice(0, 300)}`);
  const more = red.evidence.length - shown.length;
  const parts = [
    `RED ${red.reason} in ${red.step} (${red.guard})`,
    ...(counts === null
      ? []
      : [`tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`]),
    ...(failures.length === 0 ? shown : []),
    ...(failures.length === 0 && more > 0 ? [`- and ${more} more`] : []),
    ...failures.slice(0, FAILURES_SHOWN).flatMap(failureLines),
    ...(failures.length > FAILURES_SHOWN ? [`- and ${failures.length - FAILURES_SHOWN} more`] : []),
  ];
  const head = cutMiddle(scrub(plainText(parts.join('\n'))), 2_600);
  const rest = LIMIT_BYTES - Buffer.byteLength(head) - 64;
  const text = scrub(folded(log)).trim();
  if (text === '') return head;
  return `${head}\nlog (untrusted output of the target):\n${cutMiddle(text, rest)}`;
}
