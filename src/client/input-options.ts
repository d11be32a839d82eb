/** Flags of `run` and `doctor`, and the run input that they make. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import parseArgv from 'string-argv';
import type { Identity, RunInput } from '../core/contracts.js';
import { DEFAULT_PINNED, REPORT_FORMATS, SEVERITIES } from '../core/vocabulary.js';
import { Refused } from './exit.js';

type ReportFlag = NonNullable<NonNullable<RunInput['gate']>['report']>;

export interface InputFlags {
  repo: string;
  base?: string;
  changes?: boolean;
  focus?: string;
  maxIterations?: number;
  maxFixAttempts?: number;
  theta?: number;
  minSeverity?: string;
  pinned?: string[];
  inPlace?: boolean;
  identity?: Identity;
  setup?: string;
  build?: string;
  lint?: string;
  types?: string;
  test?: string;
  gateTimeout?: number;
  report?: ReportFlag;
  allowFailing?: string[];
  allowFlaky?: string[];
  copy?: string[];
  lock?: string[];
  unlock?: string[];
  brain?: string;
  brainCommand?: string;
  critic?: string;
  criticCommand?: string;
  brainTimeout?: number;
  minutes?: number;
}

const BRAINS = ['rules', 'command'];

/** Parses a number at the door; the refusal names the option, the value and this rule. */
function number(rule: string, holds: (value: number) => boolean): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !holds(value)) throw new InvalidArgumentError(`Give ${rule}.`);
    return value;
  };
}

const positive = number(
  'a number above 0, such as 60',
  (value) => value > 0 && Number.isFinite(value),
);
const fromOne = number(
  'a whole number from 1 up, such as 10',
  (value) => value >= 1 && Number.isSafeInteger(value),
);
const fromZero = number(
  'a whole number from 0 up, such as 2',
  (value) => value >= 0 && Number.isSafeInteger(value),
);
const share = number('a number from 0 to 1, such as 0.6', (value) => value >= 0 && value <= 1);

/** Parses `Name <email>`, as git writes it. */
function identity(text: string): Identity {
  const [, name, email] = /^\s*([^<>\r\n]*[^<>\s])\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text) ?? [];
  if (name === undefined || email === undefined)
    throw new InvalidArgumentError(
      'Give a name and an address on one line, such as "Ada Lovelace <ada@example.com>".',
    );
  return { name: name.trim(), email };
}

/** Parses `format:path`. */
function reportPlace(text: string): ReportFlag {
  const [, word = '', path = ''] = /^([a-z]+):(.+)$/s.exec(text) ?? [];
  const format = REPORT_FORMATS.find((known) => known === word);
  if (format === undefined || path.trim() === '')
    throw new InvalidArgumentError(
      `Give ${REPORT_FORMATS.join(' or ')}, a colon, and a path or glob in the repository, such as "junit:build/test-results/**/*.xml".`,
    );
  return { format, path };
}

/** Flags that say which paths no change may touch. */
export function withLockboxFlags(command: Command): Command {
  return command
    .option('--lock <globs...>', 'paths that no change may touch, beside the usual ones')
    .option('--unlock <globs...>', 'paths to open that are locked by default; never a test file');
}

/** Flags that say which repository and which oracle. */
export function withGateFlags(command: Command): Command {
  return withLockboxFlags(
    command
      .option('--repo <dir>', 'the repository', '.')
      .option('--base <revision>', 'commit to start from (default: HEAD)')
      .option('--changes', 'scope: what the work since the default branch changed')
      .option('--setup <command>', 'runs first in the workspace, e.g. to install dependencies')
      .option('--build <command>', 'build step that the tests need')
      .option('--lint <command>', 'lint command (default: detected)')
      .option('--types <command>', 'type check command (default: detected)')
      .option('--test <command>', 'test command (default: detected)')
      .option('--gate-timeout <seconds>', 'limit of one gate step', positive)
      .option(
        '--report <format:path>',
        'report that the test command writes itself, e.g. "junit:build/**/*.xml" or "tap:out.tap"',
        reportPlace,
      )
      .option('--allow-failing <ids...>', 'tests that fail on the base and may go on failing')
      .option('--allow-flaky <ids...>', 'tests whose outcome counts for nothing')
      .option('--copy <globs...>', 'further ignored files that the tests need'),
  );
}

/** Flags that say how the loop goes. */
export function withLoopFlags(command: Command): Command {
  return command
    .option('--focus <symbol>', 'look at one symbol only')
    .option('--max-iterations <n>', 'proposals at most (default: 10)', fromOne)
    .option('--max-fix-attempts <n>', 'repairs of one red change (default: 2)', fromZero)
    .option(
      '--theta <confidence>',
      'confidence from which a finding or a block counts (default: 0.6)',
      share,
    )
    .addOption(
      new Option('--min-severity <severity>', 'what the loop works on (default: major)').choices(
        SEVERITIES,
      ),
    )
    .addOption(
      new Option('--pinned <constraints...>', 'pinned constraints (default: both)').choices(
        DEFAULT_PINNED,
      ),
    )
    .option('--in-place', 'also fast-forward the branch that is checked out')
    .option(
      '--identity <"Name <email>">',
      'author of the commits (default: refactor-loop <refactor-loop@localhost>)',
      identity,
    )
    .option('--minutes <n>', 'wall-time budget', positive)
    .addOption(new Option('--brain <brain>', 'proposer (default: rules)').choices(BRAINS))
    .option('--brain-command <command>', 'the program behind --brain command')
    .addOption(new Option('--critic <brain>', 'critic (default: as --brain)').choices(BRAINS))
    .option(
      '--critic-command <command>',
      'the program behind --critic command (default: as --brain-command)',
    )
    .option('--brain-timeout <seconds>', 'limit of one brain call (default: 600)', positive);
}

/**
 * The run input for some flags; only what was given is in it. A brain runs in the workspace, so
 * files of this folder that its command names become absolute.
 */
export function inputFrom(paths: string[], flags: InputFlags): unknown {
  const argv = (text: string | undefined): string[] | undefined =>
    text === undefined ? undefined : parseArgv(text);
  const program = (text: string | undefined): string[] | undefined =>
    argv(text)?.map((word) => (existsSync(word) ? resolve(word) : word));
  const proposer = {
    brain: flags.brain ?? (flags.brainCommand === undefined ? undefined : 'command'),
    command: program(flags.brainCommand),
    timeoutSeconds: flags.brainTimeout,
  };
  const critic = {
    brain: flags.critic ?? (flags.criticCommand === undefined ? proposer.brain : 'command'),
    command:
      program(flags.criticCommand) ??
      (flags.critic === undefined || flags.critic === 'command' ? proposer.command : undefined),
    timeoutSeconds: flags.brainTimeout,
  };
  if (proposer.brain === 'command' && proposer.command === undefined)
    throw withoutProgram('--brain');
  if (critic.brain === 'command' && critic.command === undefined) throw withoutProgram('--critic');
  const input: Record<keyof RunInput, unknown> = {
    repo: resolve(flags.repo),
    base: flags.base,
    scope: paths.length === 0 ? undefined : paths,
    changes: flags.changes,
    focus: flags.focus,
    maxIterations: flags.maxIterations,
    maxFixAttempts: flags.maxFixAttempts,
    theta: flags.theta,
    minSeverity: flags.minSeverity,
    pinned: flags.pinned,
    inPlace: flags.inPlace,
    gate: {
      setup: argv(flags.setup),
      build: argv(flags.build),
      lint: argv(flags.lint),
      types: argv(flags.types),
      test: argv(flags.test),
      timeoutSeconds: flags.gateTimeout,
      report: flags.report,
      allowFailing: flags.allowFailing,
      allowFlaky: flags.allowFlaky,
    },
    copy: flags.copy,
    lockbox: { add: flags.lock, except: flags.unlock },
    host: undefined,
    identity: flags.identity,
    proposer: proposer.brain === undefined ? undefined : proposer,
    critic: critic.brain === undefined ? undefined : critic,
    budget: { minutes: flags.minutes },
  };
  // Leaves out what was not given, and the objects that are empty for it.
  return JSON.parse(
    JSON.stringify(input, (_key, value: unknown) =>
      isPlain(value) && Object.values(value).every((item) => item === undefined)
        ? undefined
        : value,
    ),
  );
}

function withoutProgram(option: string): Refused {
  return new Refused(
    `${option} command needs the program that is the brain: add ${option}-command 'PROGRAM ARGUMENT…', or choose ${option} rules`,
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
