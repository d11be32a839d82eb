import { delimiter, join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { readJunit, type JunitCase } from './junit-xml.js';
import { PYTEST_PLUGIN, pytestPlugin } from './pytest-plugin.js';
import {
  FILE_ITSELF,
  RUN_ITSELF,
  inOneReport,
  makeReport,
  type RawTest,
  type Runner,
} from './runner.js';

/** `tests.test_a.TestB` in `tests/test_a.py` is the class `TestB`. */
function classTitles(className: string, file: string): string[] {
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  const rest = className.startsWith(module) ? className.slice(module.length + 1) : className;
  return rest === '' ? [] : rest.split('.');
}

const SEARCH_PATH = 'PYTHONPATH=';

/** With a folder last on Python's search path, where it hides nothing. */
function withFolder(env: readonly string[], folder: string): string[] {
  const given = env.findLast((word) => word.startsWith(SEARCH_PATH))?.slice(SEARCH_PATH.length);
  return [...env, `${SEARCH_PATH}${given ? `${given}${delimiter}` : ''}${folder}`];
}

function rawTest({ file, className, name, outcome, message }: JunitCase): RawTest {
  // What pytest calls an internal error.
  if (className === 'pytest' && name === 'internal' && file === '')
    return { file, titles: [RUN_ITSELF], outcome, message };
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
    // A cache of ours, which is empty before each run; without the plugin there is no such setting.
    const isCached = !args.some((arg) => arg.endsWith('no:cacheprovider'));
    const cache = isCached ? [`cache_dir=${join(reportDir, '.pytest_cache')}`] : [];
    const settings = ['junit_family=xunit1', ...cache];
    const flags = [
      ...['-p', PYTEST_PLUGIN],
      ...[`--junitxml=${reportPath}`, '--color=no'],
      ...settings.flatMap((setting) => ['-o', setting]),
    ];
    return {
      argv: toArgv({
        ...invocation,
        env: withFolder(invocation.env, reportDir),
        args: [...args, ...flags],
      }),
      helpers: [
        { path: join(reportDir, `${PYTEST_PLUGIN}.py`), content: pytestPlugin(reportPath) },
      ],
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
