import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import {
  inputFrom,
  withGateFlags,
  withLoopFlags,
  type InputFlags,
} from '../../src/client/input-options.js';

/** The run input for an `--identity`. */
function identityOf(value: string): unknown {
  const silent = { writeErr: () => undefined };
  const command = withLoopFlags(withGateFlags(new Command('run'))).exitOverride();
  command.configureOutput(silent).parse(['--identity', value], { from: 'user' });
  const { identity } = inputFrom([], command.opts<InputFlags>()) as { identity: unknown };
  return identity;
}

describe('the flag --identity', () => {
  it.each([
    ['Ada Lovelace <ada@example.com>', 'Ada Lovelace', 'ada@example.com'],
    ['  J. R. "Bob" Dobbs  <bob@localhost> ', 'J. R. "Bob" Dobbs', 'bob@localhost'],
    ['Zoë<z@x>', 'Zoë', 'z@x'],
  ])('%j gives name and address', (value, name, email) => {
    expect(identityOf(value)).toEqual({ name, email });
  });

  it.each([
    'Ada Lovelace',
    'ada@example.com',
    '<ada@example.com>',
    'Ada <ada>',
    'Ada <>',
    'Ada <ada@example.com> <b@c>',
    'A<d>a <ada@example.com>',
    'Ada\nLovelace <ada@example.com>',
    'Ada <ada@exa mple.com>',
    '',
  ])('%j is refused with the rule and an example', (value) => {
    expect(() => identityOf(value)).toThrow(
      /--identity .* is invalid\. Give a name and an address on one line, such as "Ada Lovelace/s,
    );
  });
});

describe('the flags of the loop', () => {
  it.each([
    ['--max-iterations', '0', 'whole number from 1 up'],
    ['--max-iterations', '-1', 'whole number from 1 up'],
    ['--max-iterations', 'x', 'whole number from 1 up'],
    ['--theta', '2', 'from 0 to 1'],
    ['--minutes', '0', 'above 0'],
    ['--min-severity', 'huge', 'major, minor, nit'],
    ['--brain', 'nonsense', 'rules, command'],
  ])('refuse %s %s with the rule', (name, value, rule) => {
    const command = withLoopFlags(new Command('run')).exitOverride();
    command.configureOutput({ writeErr: () => undefined });
    const parse = () => command.parse([name, value], { from: 'user' });
    expect(parse).toThrow(new RegExp(`${name} .*'${value}' is invalid.*${rule}`));
  });
});

/** The gate of the run input for some flags. */
function gateOf(...flags: string[]): unknown {
  const silent = { writeErr: () => undefined };
  const command = withGateFlags(new Command('doctor')).exitOverride();
  command.configureOutput(silent).parse(flags, { from: 'user' });
  return (inputFrom([], command.opts<InputFlags>()) as { gate?: unknown }).gate;
}

describe('the flags of the gate', () => {
  it('take ids as they are printed, several at a time or one by one', () => {
    expect(gateOf('--allow-failing', "a › it's", 'b', '--allow-failing', 'c')).toEqual({
      allowFailing: ["a › it's", 'b', 'c'],
    });
    expect(gateOf('--allow-flaky', 'a')).toEqual({ allowFlaky: ['a'] });
    expect(gateOf()).toBeUndefined();
  });

  it('take format and place of a report', () => {
    expect(gateOf('--report', 'junit:build/**/*.xml')).toEqual({
      report: { format: 'junit', path: 'build/**/*.xml' },
    });
    expect(gateOf('--report', 'tap:C:out.tap')).toEqual({
      report: { format: 'tap', path: 'C:out.tap' },
    });
  });

  it.each(['junit', 'junit:', 'xml:out.xml', 'out.xml', ':out.xml', ''])(
    'refuse the report %j with the rule and an example',
    (value) => {
      expect(() => gateOf('--report', value)).toThrow(
        /--report .* is invalid\. Give junit or tap, a colon, .* such as "junit:/s,
      );
    },
  );
});
