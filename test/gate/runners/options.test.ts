import { describe, expect, it } from '@jest/globals';
import type { RunnerId } from '../../../src/core/vocabulary.js';
import { reportingOf } from './suite.js';

/** What stands on the left is run as what stands on the right. */
const LINES: [RunnerId, string, string][] = [
  ['jest', 'jest --reporters default jest-junit', 'jest'],
  ['jest', 'jest a --reporters=default jest-junit -t x', 'jest a -t x'],
  ['jest', 'jest --coverageReporters text lcov -i', 'jest -i'],
  ['jest', 'jest --coverageReporters=text lcov', 'jest'],
  ['jest', 'jest --coverage src/a.test.js', 'jest src/a.test.js'],
  ['jest', 'jest --coverage false src', 'jest src'],
  ['jest', 'jest --collect-coverage-from src/*.js test', 'jest test'],
  ['jest', 'jest --json --outputFile out.json test', 'jest test'],
  ['jest', 'jest --ci --watchAll=false --colors test', 'jest test'],
  ['jest', 'jest --watchPathIgnorePatterns a b --watchman test', 'jest test'],
  ['jest', 'jest --coverageThreshold {} --no-coverage test', 'jest test'],
  ['vitest', 'vitest run --coverage --coverage.include src', 'vitest run'],
  ['vitest', 'vitest run --coverage src', 'vitest run src'],
  ['vitest', 'vitest run --coverage.enabled true src', 'vitest run src'],
  ['vitest', 'vitest run --coverage.enabled src', 'vitest run src'],
  ['vitest', 'vitest run --coverage.provider v8 src', 'vitest run src'],
  ['vitest', 'vitest run --coverage.thresholds.lines 80 src', 'vitest run src'],
  ['vitest', 'vitest run --coverage.thresholds.100 src', 'vitest run src'],
  ['vitest', 'vitest run --coverage.reports-directory out src', 'vitest run src'],
  ['vitest', 'vitest run --outputFile.junit out.xml src', 'vitest run src'],
  ['vitest', 'vitest run --reporter junit --outputFile=out.xml src', 'vitest run src'],
  ['vitest', 'vitest --watch false --ui src', 'vitest src'],
  ['mocha', 'mocha -R spec -O a=1 b=2 --watch test', 'mocha test'],
  ['mocha', 'mocha test --reporter-options a=1 --exit', 'mocha test --exit'],
  ['node:test', 'node --test --test-coverage-include src/** test', 'node --test test'],
  ['node:test', 'node --test --experimental-test-coverage test', 'node --test test'],
  ['node:test', 'node --test --watch-path src --test-reporter spec', 'node --test'],
  ['node:test', 'node --test --test-rerun-failures state.json a.js', 'node --test a.js'],
  ['playwright', 'playwright test --ui-port 0 --ui e2e --debug', 'playwright test e2e'],
  ['pytest', 'pytest --junitxml out.xml --color yes tests', 'pytest tests'],
  ['cargo', 'cargo test --color always -q a -- --format json b', 'cargo test a -- b'],
  ['nextest', 'cargo nextest run --retries 3 --no-capture a', 'cargo nextest run a'],
  ['go', 'go test -coverprofile c.out -cover ./...', 'go test ./...'],
  ['go', 'gotestsum --packages ./a -- -race', 'go test -race ./a'],
];

describe('the command of a suite loses its report flags with their values', () => {
  it.each(LINES)('%s: %s', (runner, line, same) => {
    expect(reportingOf(runner, line).argv).toEqual(reportingOf(runner, same).argv);
  });
});
