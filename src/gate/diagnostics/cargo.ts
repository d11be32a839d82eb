import { withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { failed, linesOf, readAll, unformatted, type Finding, type Tool } from './tool.js';

const commandOf = (args: readonly string[]): string =>
  args.find((arg) => !arg.startsWith('-')) ?? '';

/** What cargo itself is given, and what it hands on after `--`. */
function split(args: readonly string[]): [string[], string[]] {
  const end = args.indexOf('--');
  return end === -1 ? [[...args], []] : [args.slice(0, end), args.slice(end)];
}

/** A finding and the place that tells it from others that read like it. */
function findingOf(line: string): [string, Finding][] {
  const { reason, message } = asRecord(parseJson(line));
  if (reason !== 'compiler-message') return [];
  const { level, code, message: text, spans } = asRecord(message);
  const span = asList(spans)
    .map(asRecord)
    .find((one) => one.is_primary === true);
  // Without a place it is a sum of the others, or advice.
  if (span === undefined || (level !== 'error' && level !== 'warning')) return [];
  const finding = {
    file: asText(span.file_name),
    severity: level,
    rule: asText(asRecord(code).code),
    message: asText(text),
  };
  return [[JSON.stringify([finding, span.byte_start, span.byte_end]), finding]];
}

/** `cargo clippy` and `cargo check`, whose warnings leave the exit code at 0. */
export const clippy: Tool = {
  recognise: ({ tool, args }) => tool === 'cargo' && /^(?:clippy|check)$/.test(commandOf(args)),
  report: 'stdout',
  args: (args) => {
    const [own, handedOn] = split(args);
    const kept = withoutOptions(own, ['--message-format=', '--fix']);
    return [...kept, '--message-format=json', ...handedOn];
  },
  read: (output) => {
    const lines = linesOf(output.report);
    if (!lines.some((line) => line.includes('"reason":"build-finished"')))
      return failed(`it exited with ${output.code} before it was done`);
    // A file that belongs to several targets is told of with each.
    const findings = [...new Map(lines.flatMap(findingOf)).values()];
    const reading = readAll(output, findings);
    const broken = findings.find(
      ({ rule, severity }) => severity === 'error' && /^E\d+$/.test(rule),
    );
    if (broken === undefined || reading.kind === 'failed') return reading;
    return { ...reading, stopped: `it stopped at code that does not compile: ${broken.message}` };
  },
};

const isFmt = (tool: string, args: readonly string[]): boolean =>
  tool === 'rustfmt' || (tool === 'cargo' && commandOf(args) === 'fmt');

const DIFF = /^Diff in (.+?)(?: at line \d+|:\d+):$/;
const SYNTAX = /^error(?:\[E\d+\])?: (.*)\n\s*--> (.+?):\d+:\d+$/gm;

/** `cargo fmt` and `rustfmt` with `--check`. */
export const rustfmt: Tool = {
  recognise: ({ tool, args }) => isFmt(tool, args) && args.includes('--check'),
  report: 'log',
  args: (args) => withoutOptions(args, ['-l', '--files-with-diff']),
  read: (output) => {
    const named = linesOf(output.log).flatMap((line) => DIFF.exec(line)?.[1] ?? []);
    const syntax = [...output.log.matchAll(SYNTAX)].map(([, message = '', file = '']) => ({
      file,
      severity: 'error',
      rule: 'syntax',
      message,
    }));
    return readAll(output, [...[...new Set(named)].map(unformatted), ...syntax]);
  },
};
