import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Folders of tests that start servers and whole runs, slowest first. */
const SLOW = ['test/e2e/', 'test/change/crash/', 'test/workflows/', 'test/gate/'];

/** Starts the slow files first, so that no worker waits for the other at the end. */
export default class SlowFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path, context }) => {
      const place = relative(context.config.rootDir, path);
      const index = SLOW.findIndex((folder) => place.startsWith(folder));
      return index === -1 ? SLOW.length : index;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
