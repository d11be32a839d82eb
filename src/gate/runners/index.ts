import type { RunnerId } from '../../core/vocabulary.js';
import { readInvocation } from '../invocation.js';
import { jest } from './jest.js';
import { mocha } from './mocha.js';
import { nodeTest } from './node-test.js';
import { pytest } from './pytest.js';
import type { Runner } from './runner.js';
import { vitest } from './vitest.js';

/** Every runner of the gate; a new one is a file beside this and a line here. */
export const RUNNERS: Readonly<Record<RunnerId, Runner>> = {
  'node:test': nodeTest,
  jest,
  vitest,
  mocha,
  pytest,
};

/** The runner that a command starts, if it is one whose report the gate can read. */
export function runnerOf(argv: readonly string[]): Runner | null {
  const invocation = readInvocation(argv);
  return Object.values(RUNNERS).find((runner) => runner.recognise(invocation)) ?? null;
}
