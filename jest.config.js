/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/fixtures/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/fixtures/', '<rootDir>/examples/'],
  globalSetup: '<rootDir>/test/helpers/before-all.js',
  globalTeardown: '<rootDir>/test/helpers/after-all.js',
  testSequencer: '<rootDir>/test/helpers/slow-first.js',
  // The suite waits for servers and processes more than it computes.
  maxWorkers: 3,
  testTimeout: 60_000,
};
