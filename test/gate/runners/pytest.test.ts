import { describe, expect, it } from '@jest/globals';
import { makeRepo, type Files } from '../../helpers/git-repo.js';
import { hasProgram } from '../../helpers/runner-tools.js';
import { idsBy, reportingOf, runReal, suiteOf } from './suite.js';

const isHere = await hasProgram('python3', '-m', 'pytest', '--version');
const itHere = (title: string, body: () => Promise<void>) =>
  isHere ? it(title, body) : it.skip(`${title} (pytest cannot be had on this machine)`, body);

const run = async (files: Files) =>
  runReal(await makeRepo(files), suiteOf('pytest', ['python3', '-m', 'pytest']));

/** As the plugins that try again do it. */
const TRIES_AGAIN = `import pytest
from _pytest.runner import runtestprotocol

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    for _ in range(3):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if not any(report.failed for report in reports):
            break
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    return True
`;
const ONE_RED = 'def test_red():\n    assert False\n\ndef test_ok():\n    pass\n';

describe('the runner pytest', () => {
  it('keeps its plugin last on the search path of Python', () => {
    const { argv } = reportingOf('pytest', 'env PYTHONPATH=src pytest -q');
    expect(argv.slice(0, 5)).toEqual([
      ...['env', 'PYTHONPATH=src', 'PYTHONPATH=src:/out/reports/t', 'pytest', '-q'],
    ]);
  });

  itHere('counts a test as failed that passes at a later try', async () => {
    const { report } = await run({
      'conftest.py': TRIES_AGAIN,
      'test_a.py': `import pytest, unittest
tries = {}

def flips(name):
    tries[name] = tries.get(name, 0) + 1
    assert tries[name] > 1

@pytest.fixture
def shaky():
    flips('fixture')

def test_call():
    flips('call')

def test_setup(shaky):
    pass

class TestUnit(unittest.TestCase):
    def test_unit(self):
        flips('unit')

def test_ok():
    pass
`,
    });
    const failed = ['test_a.py › TestUnit › test_unit', 'test_a.py › test_call'];
    expect(idsBy(report)).toMatchObject({
      passed: ['test_a.py › test_ok'],
      failed: [...failed, 'test_a.py › test_setup'],
    });
  });

  itHere('gives each run an empty cache, whatever the project says of it', async () => {
    const workspace = await makeRepo({
      'pytest.ini': '[pytest]\naddopts = --ff --color=yes -o junit_family=xunit2 -W error\n',
      'test_a.py': `def test_cache(cache):
    assert cache.get('a/b', None) is None
    cache.set('a/b', 1)
`,
    });
    const suite = suiteOf('pytest', ['python3', '-m', 'pytest']);
    for (let runs = 0; runs < 2; runs++)
      expect(idsBy((await runReal(workspace, suite)).report)?.passed).toEqual([
        'test_a.py › test_cache',
      ]);
  });

  itHere('tells an internal error as a failure of the run', async () => {
    const conftest = `def pytest_runtest_logreport(report):
    if 'ok' in report.nodeid:
        raise ValueError('internal')
`;
    const { report } = await run({ 'conftest.py': conftest, 'test_a.py': ONE_RED });
    expect(idsBy(report)?.failed).toEqual(['(the run itself)', 'test_a.py › test_red']);
  });

  itHere(
    'leaves no report when it ends in an error, whose exit code is that of a red test',
    async () => {
      const conftest = "def pytest_unconfigure():\n    raise ValueError('late')\n";
      const { step, report } = await run({ 'conftest.py': conftest, 'test_a.py': ONE_RED });
      expect(step.code).toBe(1);
      expect(report).toBeNull();
    },
  );
});
