import { relative } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseJunit } from './junit-xml.js';
import type { Runner } from './runner.js';

const TESTING = /^(?:test|package|verify|install|deploy|integration-test|surefire:test)$/;
/** Phases that put the project where others find it. */
const PUBLISHING = /^(?:install|deploy)$/;
/** The reports of surefire, and of failsafe in later phases. */
const REPORTS = '**/target/{surefire,failsafe}-reports/TEST-*.xml';

/** The module whose report it is: the path in front of `target`, for classes of one name. */
const moduleOf = (workspace: string) => (path: string) =>
  relative(workspace, path).replace(/\/?target\/[^/]+-reports\/[^/]+$/, '');

/** Maven, whose surefire plugin writes JUnit XML by itself. */
export const surefire: Runner = {
  id: 'surefire',
  recognise: ({ tool, args }) => /^mvnw?$/.test(tool) && args.some((arg) => TESTING.test(arg)),
  withReport(invocation) {
    const own = withoutOptions(invocation.args, [
      ...['-ff', '--fail-fast', '-fn', '--fail-never', '-fae', '--fail-at-end'],
      ...['-B', '--batch-mode', '-o', '--offline'],
    ]).map((arg) => (PUBLISHING.test(arg) ? 'verify' : arg));
    const flags = ['-B', '-fae', '-o', '-Dstyle.color=never'];
    const once = ['surefire', 'failsafe'].map((name) => `-D${name}.rerunFailingTestsCount=0`);
    return {
      argv: toArgv({ ...invocation, args: [...flags, ...once, ...own] }),
      helpers: [],
      report: { kind: 'glob', pattern: REPORTS },
    };
  },
  failedCode: () => 1,
  parse: (reports, run) => parseJunit(reports, run, moduleOf(run.workspace)),
  testFilePatterns: ['**/src/test/**', '**/src/it/**', '**/*{Test,Tests,TestCase,IT}.{java,kt}'],
};
