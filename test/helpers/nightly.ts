import { it } from '@jest/globals';

/** Whether the slow tests run as well: `npm run test:nightly`. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** A test that is slow, and of which the quick ones say most. */
export const itNightly = isNightly ? it : it.skip;

/** The same among tests that run at the same time. */
export const itNightlyConcurrent = isNightly ? it.concurrent : it.concurrent.skip;
