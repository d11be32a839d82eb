import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parseNow } from '../../../src/gate/runners/parse-reports.js';
import { compiled } from '../compiled.js';
import { RUN, suiteOf } from './suite.js';

const execute = promisify(execFile);
const SOURCES = ['gate/runners', 'gate/json.ts', 'gate/text.ts', 'gate/invocation.ts'];

const DRIVER = `import { parseReports } from './dist/gate/runners/parse-reports.js';

const suite = { name: 'tests', runner: 'surefire', argv: [], cwd: '', source: '', report: null };
const run = { workspace: '/w', cwd: '', outDir: '/out', reportDir: '/out/t' };
const cases = Array.from({ length: 40_000 }, (_, n) => '<testcase classname="C" name="t' + n + '"/>');
const whole = '<testsuite name="s">' + cases.join('') + '</testsuite>';
let ticks = 0;
const timer = setInterval(() => ticks++, 5);

async function counted(text) {
  const reports = [{ path: '/w/target/surefire-reports/TEST-C.xml', text }];
  const parsed = await parseReports({ reports, run, suite }, new AbortController().signal);
  return parsed && parsed.tests.length;
}

const counts = [await counted(whole), await counted(whole.slice(0, -20))];
const aborted = new AbortController();
const parsing = parseReports({ reports: [{ path: 'x', text: whole }], run, suite }, aborted.signal);
setTimeout(() => aborted.abort(new Error('stop')), 20);
const end = await parsing.then(() => 'parsed', (error) => error.message);
clearInterval(timer);
console.log(JSON.stringify({ counts, end, ticked: ticks > 3 }));
`;

describe('parseReports', () => {
  it('reads a big report in a thread of its own, and ends it when the gate is aborted', async () => {
    const sources = [...SOURCES, 'gate/wrappers.ts', 'adapters/git.ts', 'adapters/errno.ts'];
    const folder = await compiled(sources, DRIVER);
    const { stdout } = await execute(process.execPath, ['driver.js'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ counts: [40_000, null], end: 'stop', ticked: true });
  });

  it('reads nothing where the parser gives up', () => {
    // Entities that expand without end.
    const text = `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(900)}">]><testsuite><testcase name="${'&x;'.repeat(9_000)}"/></testsuite>`;
    const reports = [{ path: '/w/report', text }];
    expect(parseNow({ reports, run: RUN, suite: suiteOf('surefire', []) })).toBeNull();
  });
});
