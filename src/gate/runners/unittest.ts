import { join } from 'node:path';
import { toArgv } from '../invocation.js';
import { parseOwnReport } from './own-report.js';
import { inOneReport, type Runner } from './runner.js';
import { unittestScript } from './unittest-script.js';

/** Python's own test runner, which has no report: it is run by a script of ours. */
export const unittest: Runner = {
  id: 'unittest',
  recognise: ({ tool }) => tool === 'unittest',
  withReport(invocation, { reportDir }) {
    const path = join(reportDir, 'report');
    const script = join(reportDir, 'unittest-runner.py');
    // Without `-m unittest`.
    const launcher = [...invocation.launcher.slice(0, -2), script];
    return {
      argv: toArgv({ ...invocation, launcher }),
      helpers: [{ path: script, content: unittestScript(path) }],
      report: { kind: 'file', path },
    };
  },
  failedCode: () => 1,
  parse: inOneReport(parseOwnReport),
  testFilePatterns: ['**/test*.py', '**/*_test.py', '**/{test,tests}/**/*.py'],
};
