import { join, relative } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseJunit } from './junit-xml.js';
import type { Runner } from './runner.js';

const TESTING = /^(?:.*:)?(?:check|build|test|[a-zA-Z]\w*Tests?|test[A-Z]\w*)$/;
const REPORTS = '**/build/test-results/**/*.xml';

const REPLACED = [
  ...['--daemon', '--no-daemon', '--build-cache', '--no-build-cache', '--continue', '--offline'],
  ...['--console=', '--scan', '--no-scan', '-t', '--continuous'],
  ...['--configuration-cache', '--no-configuration-cache'],
];

// A test that ends its process with 0 is left out of the report, and the build succeeds.
const INIT_SCRIPT = `
allprojects {
  tasks.withType(Test) { task ->
    def open = []
    task.beforeTest { test -> open.add("\${test.className}.\${test.name}".toString()) }
    task.afterTest { test, result -> open.remove("\${test.className}.\${test.name}".toString()) }
    task.doLast {
      if (!open.isEmpty()) throw new GradleException("the process ended before these tests did: \${open}")
    }
  }
}
`;

const projectOf = (workspace: string) => (path: string) =>
  relative(workspace, path).replace(/\/?build\/test-results\/.*$/, '');

/**
 * Gradle, whose test tasks write JUnit XML by themselves. A task without its reports is not up to
 * date, so that those taken away before a run make it run again, and nothing else.
 */
export const gradle: Runner = {
  id: 'gradle',
  recognise: ({ tool, args }) => /^gradlew?$/.test(tool) && args.some((arg) => TESTING.test(arg)),
  withReport(invocation, { reportDir }) {
    const script = join(reportDir, 'init.gradle');
    const own = withoutOptions(invocation.args, REPLACED);
    const flags = ['--no-daemon', '--no-build-cache', '--continue', '--console=plain', '--offline'];
    // Which an init script may not look into; under its older name, too.
    const uncached = ['', 'unsafe.'].map((name) => `-Dorg.gradle.${name}configuration-cache=false`);
    return {
      argv: toArgv({
        ...invocation,
        args: [...own, ...flags, ...uncached, `--init-script=${script}`],
      }),
      helpers: [{ path: script, content: INIT_SCRIPT }],
      report: { kind: 'glob', pattern: REPORTS },
    };
  },
  failedCode: () => 1,
  parse: (reports, run) => parseJunit(reports, run, projectOf(run.workspace)),
  testFilePatterns: [
    '**/src/*{test,Test}*/**',
    '**/*{Test,Tests,TestCase,IT,Spec}.{java,kt,groovy,scala}',
  ],
};
