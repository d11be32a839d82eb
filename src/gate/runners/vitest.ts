import { join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseOwnReport } from './own-report.js';
import { FILE_ITSELF, RUN_ITSELF, inOneReport, type Runner } from './runner.js';

const SUBCOMMANDS = ['run', 'watch', 'dev', 'related'];

const COVERAGE_SWITCHES = [
  ...['enabled', 'all', 'clean', 'cleanOnRerun', 'reportOnFailure', 'allowExternal', 'skipFull'],
  ...['excludeAfterRemap', 'thresholds.100', 'thresholds.perFile', 'thresholds.autoUpdate'],
];
/** As `vitest --help` and `vitest --help --coverage` have them; a switch may be told true or false. */
const REPLACED = [
  ...['--reporter=?', '--outputFile=?', '--outputFile.*=?', '--retry=?', '--ui=bool'],
  ...['--watch=bool', '-w=bool', '--run=bool', '--no-watch', '--no-coverage*', '--coverage=bool'],
  ...COVERAGE_SWITCHES.map((name) => `--coverage.${name}=bool`),
  '--coverage.*=?',
];

// Vitest's own JSON does not tell the project of a test.
const reporterSource = (reportPath: string): string => `
import { writeFileSync } from 'node:fs';

const OUTCOMES = { passed: 'passed', skipped: 'skipped' };
const textOf = (errors) => (errors ?? []).map((error) => error.stack ?? error.message).join('\\n');

function testsOf(nodes, around) {
  return [...nodes].flatMap((node) => {
    const titles = [...around, node.name];
    if (node.type !== 'suite') {
      const { state, errors } = node.result();
      const outcome = node.diagnostic()?.retryCount > 0 ? 'failed' : OUTCOMES[state];
      return [{ titles, outcome: outcome ?? 'failed', message: textOf(errors) }];
    }
    const own = { titles, outcome: 'failed', message: textOf(node.errors()) };
    return [...(node.errors().length > 0 ? [own] : []), ...testsOf(node.children, titles)];
  });
}

/** Before version 3: plain tasks. */
function testsOfTasks(tasks, around) {
  return tasks.flatMap(({ name, mode, type, result, tasks: inner }) => {
    const titles = [...around, name];
    const message = textOf(result?.errors);
    const failed = { titles, outcome: 'failed', message };
    if (type === 'suite')
      return [...(message === '' ? [] : [failed]), ...testsOfTasks(inner, titles)];
    if (mode === 'skip' || mode === 'todo') return [{ titles, outcome: 'skipped', message }];
    const isPassed = result?.state === 'pass' && !(result.retryCount > 0);
    return [isPassed ? { titles, outcome: 'passed', message } : failed];
  });
}

export default class Report {
  onInit(vitest) {
    this.ignoresErrors = vitest.config.dangerouslyIgnoreUnhandledErrors === true;
  }

  write(modules, errors) {
    const outside = (this.ignoresErrors ? [] : (errors ?? [])).map((error) => ({
      test: { titles: [${JSON.stringify(RUN_ITSELF)}], outcome: 'failed', message: textOf([error]) },
    }));
    const lines = modules.flatMap(({ file, project, tests, failed, message }) => {
      const around = project ? ['[' + project + ']'] : [];
      const isTold = !failed || tests.some(({ outcome }) => outcome === 'failed');
      const itself = { titles: [${JSON.stringify(FILE_ITSELF)}], outcome: 'failed', message };
      const all = isTold ? tests : [...tests, itself];
      const told = all.map((test) => ({ ...test, file, titles: [...around, ...test.titles] }));
      return [{ file }, ...told.map((test) => ({ test }))];
    });
    const text = [...lines, ...outside, { end: true }].map((line) => JSON.stringify(line)).join('\\n');
    writeFileSync(${JSON.stringify(reportPath)}, text);
  }

  onTestRunEnd(modules, errors, reason) {
    this.isModern = true;
    if (reason === 'interrupted') return;
    const told = modules.map((module) => ({
      file: module.moduleId,
      project: module.project.name,
      tests: testsOf(module.children, []),
      failed: module.state() === 'failed',
      message: textOf(module.errors()),
    }));
    this.write(told, errors);
  }

  onFinished(files, errors) {
    if (this.isModern || files === undefined) return;
    const told = files.map((file) => ({
      file: file.filepath,
      project: file.projectName,
      tests: testsOfTasks(file.tasks, []),
      failed: file.result?.state === 'fail',
      message: textOf(file.result?.errors),
    }));
    this.write(told, errors);
  }
}
`;

/** Vitest, always in run mode. */
export const vitest: Runner = {
  id: 'vitest',
  recognise: ({ tool }) => tool === 'vitest',
  withReport(invocation, { reportDir }) {
    const reportPath = join(reportDir, 'report');
    const reporter = join(reportDir, 'vitest-reporter.mjs');
    const [first = '', ...rest] = invocation.args;
    const words = SUBCOMMANDS.includes(first) ? rest : invocation.args;
    const kept = withoutOptions(words, REPLACED);
    const mode = first === 'related' ? ['related', '--run'] : ['run'];
    const flags = [`--reporter=${reporter}`, '--coverage.enabled=false', '--retry=0'];
    return {
      argv: toArgv({ ...invocation, args: [...mode, ...kept, ...flags] }),
      helpers: [{ path: reporter, content: reporterSource(reportPath) }],
      report: { kind: 'file', path: reportPath },
    };
  },
  related(invocation, files) {
    const [first = '', ...rest] = invocation.args;
    const words = SUBCOMMANDS.includes(first) ? rest : invocation.args;
    return { ...invocation, args: ['related', ...files, ...words, '--passWithNoTests'] };
  },
  failedCode: () => 1,
  parse: inOneReport(parseOwnReport),
  testFilePatterns: ['**/*.{test,spec}.{js,jsx,cjs,mjs,ts,tsx,cts,mts}', '**/*.test-d.ts'],
};
