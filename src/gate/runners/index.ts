import type { RunnerId } from '../../core/vocabulary.js';
import { readInvocation } from '../invocation.js';
import { ava } from './ava.js';
import { cargo } from './cargo.js';
import { goTest } from './go-test.js';
import { gradle } from './gradle.js';
import { jest } from './jest.js';
import { mocha } from './mocha.js';
import { nextest } from './nextest.js';
import { nodeTest } from './node-test.js';
import { playwright } from './playwright.js';
import { pytest } from './pytest.js';
import { ownReport } from './report.js';
import type { Runner } from './runner.js';
import { surefire } from './surefire.js';
import { tap } from './tap.js';
import { unittest } from './unittest.js';
import { vitest } from './vitest.js';

/** Every runner of the gate; a new one is a file beside this and a line here. */
export const RUNNERS: Readonly<Record<RunnerId, Runner>> = {
  'node:test': nodeTest,
  jest,
  vitest,
  mocha,
  ava,
  tap,
  playwright,
  pytest,
  unittest,
  go: goTest,
  cargo,
  nextest,
  surefire,
  gradle,
  report: ownReport,
};

/** The runner that a command starts, if it is one whose report the gate can read. */
export function runnerOf(argv: readonly string[]): Runner | null {
  const invocation = readInvocation(argv);
  return Object.values(RUNNERS).find((runner) => runner.recognise(invocation)) ?? null;
}
