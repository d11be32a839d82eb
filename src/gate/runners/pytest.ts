import { toArgv, withoutOptions } from '../invocation.js';
import { parseJunitXml } from './junit-xml.js';
import type { Runner } from './runner.js';

/** Pytest with its JUnit report. */
export const pytest: Runner = {
  id: 'pytest',
  recognise: ({ tool }) => tool === 'pytest' || tool === 'py.test',
  withReport(invocation, reportPath) {
    const args = withoutOptions(invocation.args, [
      '--junitxml=',
      '--junit-xml=',
      '--color=',
      '--pdb',
    ]);
    const flags = ['-p', 'no:cacheprovider', `--junitxml=${reportPath}`, '--color=no'];
    const family = ['-o', 'junit_family=xunit1'];
    return { argv: toArgv({ ...invocation, args: [...args, ...flags, ...family] }), helpers: [] };
  },
  parse: parseJunitXml,
  testFilePatterns: ['**/test_*.py', '**/*_test.py', '**/tests/**/*.py', '**/conftest.py'],
};
