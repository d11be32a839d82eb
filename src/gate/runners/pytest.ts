import { join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { readJunit, type JunitCase } from './junit-xml.js';
import { FILE_ITSELF, inOneReport, makeReport, type RawTest, type Runner } from './runner.js';

/** `tests.test_a.TestB` in `tests/test_a.py` is the class `TestB`. */
function classTitles(className: string, file: string): string[] {
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  const rest = className.startsWith(module) ? className.slice(module.length + 1) : className;
  return rest === '' ? [] : rest.split('.');
}

function rawTest({ file, className, name, outcome, message }: JunitCase): RawTest {
  if (className !== '')
    return { file, titles: [...classTitles(className, file), name], outcome, message };
  // A file that could not be collected.
  const path = file === '' ? `${name.replaceAll('.', '/')}.py` : file;
  return { file: path, titles: [FILE_ITSELF], outcome, message };
}

/** Pytest with its JUnit report, of the family that names files. */
export const pytest: Runner = {
  id: 'pytest',
  recognise: ({ tool }) => tool === 'pytest' || tool === 'py.test',
  withReport(invocation, { reportDir }) {
    const reportPath = join(reportDir, 'report');
    const args = withoutOptions(invocation.args, [
      '--junitxml=',
      '--junit-xml=',
      '--color=',
      '--pdb',
    ]);
    const flags = ['-p', 'no:cacheprovider', `--junitxml=${reportPath}`, '--color=no'];
    const family = ['-o', 'junit_family=xunit1'];
    return {
      argv: toArgv({ ...invocation, args: [...args, ...flags, ...family] }),
      helpers: [],
      report: { kind: 'file', path: reportPath },
    };
  },
  failedCode: () => 1,
  parse: inOneReport((text, run) => {
    const cases = readJunit(text);
    return cases === null ? null : makeReport(cases.map(rawTest), [], run);
  }),
  testFilePatterns: ['**/test_*.py', '**/*_test.py', '**/tests/**/*.py', '**/conftest.py'],
};
