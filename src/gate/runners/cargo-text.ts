import type { RawTest } from './runner.js';

const HEADER = / {3,}(?:Running (?:unittests )?(\S.*) \((.+)\)|Running (\S+)|Doc-tests (\S+))$/;
const BLOCK = /running (\d+) tests?$/;
const RESULT = /test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured;/;
/** What a test or its child prints on the descriptor itself may stand before or after. */
const TEST = /test (\S.*?) \.\.\. (.*)$/;
/** The end of a line says what it tells; a test may have printed megabytes in front. */
const LINE_END = 10_000;
const OUTCOME = /(ok|FAILED|ignored(?:, .*)?|bench: .*)$/;
const OUTPUT_OF = /^---- (.+) stdout ----$/;

interface Test {
  name: string;
  outcome: RawTest['outcome'] | 'measured' | null;
  message: string;
}

/** The tests of one binary, from `running N tests` to its `test result`. */
interface Block {
  expected: number;
  tests: Test[];
  /** In the part that tells what failed: the test whose output is read, if any. */
  failures: { of: Test | undefined } | null;
}

function outcomeOf(text: string): Test['outcome'] {
  const word = OUTCOME.exec(text)?.[1];
  if (word === undefined) return null;
  if (word === 'ok') return 'passed';
  if (word === 'FAILED') return 'failed';
  return word.startsWith('ignored') ? 'skipped' : 'measured';
}

function readLine(block: Block, line: string): void {
  if (line === 'failures:') {
    block.failures = { of: undefined };
    return;
  }
  if (block.failures !== null) {
    const name = OUTPUT_OF.exec(line)?.[1];
    if (name !== undefined) block.failures.of = block.tests.find((test) => test.name === name);
    else if (block.failures.of !== undefined) block.failures.of.message += `${line}\n`;
    return;
  }
  const [, name, rest = ''] = TEST.exec(line) ?? [];
  const last = block.tests.at(-1);
  if (name !== undefined) block.tests.push({ name, outcome: outcomeOf(rest), message: '' });
  else if (last?.outcome === null) last.outcome = outcomeOf(line);
}

/** Whether the block told as many tests, with as many of each outcome, as it says itself. */
function isWhole({ expected, tests }: Block, result: RegExpExecArray): boolean {
  const [passed, failed, skipped, measured] = result.slice(1).map(Number);
  const count = (outcome: Test['outcome']) => tests.filter((t) => t.outcome === outcome).length;
  return (
    tests.length === expected &&
    count('passed') === passed &&
    count('failed') === failed &&
    count('skipped') === skipped &&
    count('measured') === measured
  );
}

function targetOf(header: RegExpExecArray): { title: string; isDoc: boolean } {
  const [, source, binary = '', oldBinary, crate] = header;
  if (crate !== undefined) return { title: `Doc-tests ${crate}`, isDoc: true };
  const name = (oldBinary ?? binary)
    .replace(/^.*[\\/]/, '')
    .replace(/-[0-9a-f]{16}(?:\.exe)?$/, '');
  return { title: source === undefined ? name : `${name} (${source})`, isDoc: false };
}

const DOC_TEST = /^(.+?) - (.*?)\(line (\d+)\)(.*)$/;

/** Doc-tests are named by their lines, which move: an item's are counted instead. */
function withOrdinals(tests: Test[]): Test[] {
  const parts = tests.map(({ name }) => {
    const [, file, item = '', line, kind = ''] = DOC_TEST.exec(name) ?? [];
    if (file === undefined) return { item: name, line: 0, kind: '' };
    return { item: item.trim() || file, line: Number(line), kind };
  });
  return tests.map((test, index) => {
    const { item, line, kind } = parts[index] ?? { item: test.name, line: 0, kind: '' };
    const earlier = parts.filter((other) => other.item === item && other.line < line).length;
    return { ...test, name: `${item}${earlier === 0 ? '' : ` #${earlier + 1}`}${kind}` };
  });
}

/** Reads what `cargo test` prints, both streams together; null when a binary did not end. */
export function readCargoText(text: string): RawTest[] | null {
  const raw: RawTest[] = [];
  let target: { title: string; isDoc: boolean } | null = null;
  let block: Block | null = null;
  let ofTarget: Test[] = [];
  const close = () => {
    const tests = target?.isDoc === true ? withOrdinals(ofTarget) : ofTarget;
    for (const { name, outcome, message } of tests)
      if (outcome !== null && outcome !== 'measured')
        raw.push({ file: '', titles: [target?.title ?? '', name], outcome, message });
    ofTarget = [];
  };
  for (const whole of text.split('\n')) {
    const line = whole.slice(-LINE_END);
    const header = block?.failures == null ? HEADER.exec(line) : null;
    if (header !== null) {
      if (block !== null) return null;
      close();
      target = targetOf(header);
      continue;
    }
    const result = RESULT.exec(line);
    if (block === null) {
      const expected = BLOCK.exec(line)?.[1];
      if (expected !== undefined) block = { expected: Number(expected), tests: [], failures: null };
    } else if (result === null) readLine(block, line);
    else {
      if (!isWhole(block, result)) return null;
      ofTarget.push(...block.tests);
      block = null;
    }
  }
  close();
  return block === null && target !== null ? raw : null;
}
