import { describe, expect, it } from '@jest/globals';
import { makeRepo } from '../../helpers/git-repo.js';
import { hasProgram } from '../../helpers/runner-tools.js';
import { idsBy, reportingOf, runReal, suiteOf } from './suite.js';

const TESTS = `import unittest

class TestGroup(unittest.TestCase):
    def test_sub(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertNotEqual(n, 2, 'wrong sum')

    def test_all_subs(self):
        for n in (1, 2):
            with self.subTest('each', n=n):
                pass

    @unittest.skip('later')
    def test_skipped(self): pass

    @unittest.expectedFailure
    def test_known(self): self.fail()

    @unittest.expectedFailure
    def test_unexpected(self): pass

    def test_exits(self): raise SystemExit(0)

class Base:
    def test_inherited(self): pass

class TestOne(Base, unittest.TestCase): pass

class TestBroken(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise ValueError('no set-up')
    def test_never(self): pass
`;

const MODULE = `import unittest
def setUpModule(): raise unittest.SkipTest('no server')
class TestIt(unittest.TestCase):
    def test_never(self): pass
`;

const DOCTESTS = `import doctest
def load_tests(loader, tests, ignore):
    """
    >>> 1 + 1
    2
    """
    tests.addTests(doctest.DocTestSuite(__name__))
    return tests
`;

const isHere = await hasProgram('python3', '--version');
const itHere = (title: string, body: () => Promise<void>) =>
  isHere ? it(title, body) : it.skip(`${title} (python3 cannot be had on this machine)`, body);

describe('the runner unittest', () => {
  it('runs a script of ours with the arguments of the command', () => {
    const { argv, report } = reportingOf('unittest', 'python3 -X dev -m unittest discover -s t');
    expect(argv).toEqual([
      ...['python3', '-X', 'dev', '/out/reports/t/unittest-runner.py', 'discover', '-s', 't'],
    ]);
    expect(report).toEqual({ kind: 'file', path: '/out/reports/t/report' });
  });

  itHere('tells every way in which a test may end, also before it began', async () => {
    const workspace = await makeRepo({
      'tests/__init__.py': '',
      'tests/test_sum.py': TESTS,
      'tests/test_module.py': MODULE,
      'tests/test_docs.py': DOCTESTS,
      'tests/test_bad.py': 'import nothing_of_this_name\n',
    });
    const { step, report } = await runReal(
      workspace,
      suiteOf('unittest', ['python3', '-m', 'unittest']),
    );
    expect(step).toMatchObject({ ended: 'exited', code: 1 });
    const group = 'tests/test_sum.py › TestGroup';
    expect(idsBy(report)).toEqual({
      passed: [
        'tests.test_docs.load_tests',
        `${group} › test_all_subs`,
        `${group} › test_all_subs › [each] (n=1)`,
        `${group} › test_all_subs › [each] (n=2)`,
        `${group} › test_known`,
        `${group} › test_sub › (n=1)`,
        'tests/test_sum.py › TestOne › test_inherited',
      ],
      failed: [
        'tests/test_bad.py › (the file itself)',
        'tests/test_sum.py › TestBroken › setUpClass',
        `${group} › test_exits`,
        `${group} › test_sub › (n=2)`,
        `${group} › test_unexpected`,
      ],
      skipped: ['tests/test_module.py › setUpModule', `${group} › test_skipped`],
    });
    expect(
      report?.tests.find(({ id }) => id.endsWith('(n=2)') && id.includes('test_sub'))?.message,
    ).toContain('wrong sum');
  });

  itHere('finds modules from the folder in which it runs, as python -m does', async () => {
    const workspace = await makeRepo({
      'pkg/sum.py': 'def add(a, b): return a + b\n',
      'pkg/test_sum.py':
        'import unittest, sum\nclass T(unittest.TestCase):\n  def test_add(self): self.assertEqual(sum.add(1, 2), 3)\n',
    });
    const argv = ['python3', '-m', 'unittest', 'test_sum.T'];
    const { report } = await runReal(workspace, suiteOf('unittest', argv, { cwd: 'pkg' }));
    expect(idsBy(report)?.passed).toEqual(['pkg/test_sum.py › T › test_add']);
  });
});
