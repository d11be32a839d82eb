import { FILE_ITSELF } from './runner.js';

/** A Python program, 3.6 or later, that runs unittest's own `main` and writes a report of ours. */
export const unittestScript = (reportPath: string): string => `
import inspect
import json
import os
import re
import sys
import unittest

lines = []
here = os.path.realpath(os.getcwd()) + os.sep


def file_of(value):
    try:
        path = os.path.realpath(inspect.getsourcefile(value) or '')
    except (TypeError, OSError):
        return ''
    return path if path.startswith(here) else ''


def of_module(name):
    path = os.path.join(here, *name.split('.'))
    for file in (path + '.py', os.path.join(path, '__init__.py')):
        if os.path.exists(file):
            return {'file': file, 'titles': []}
    module = sys.modules.get(name)
    file = file_of(module) if module else ''
    return {'file': file, 'titles': [] if file else [name]}


def of_class(module, name):
    place = of_module(module)
    place['titles'].append(name)
    return place


def described(test):
    # What stands for a class or module that could not be set up: "setUpClass (module.Class)".
    match = re.match(r'(\\w+) \\((.*)\\)$', str(test))
    fixture, name = match.groups() if match else ('', str(test))
    if fixture.endswith('Module'):
        place = of_module(name)
    else:
        module, _, cls = name.rpartition('.')
        place = of_class(module, cls)
    place['titles'].append(fixture or str(test))
    return place


def place_of(test):
    if not isinstance(test, unittest.TestCase):
        return described(test)
    outer = getattr(test, 'test_case', None)
    if outer is not None:
        place = place_of(outer)
        place['titles'].append(test._subDescription())
        return place
    kind = type(test)
    method = getattr(test, '_testMethodName', str(test))
    if kind.__module__ == 'unittest.loader':
        place = of_module(method)
        place['titles'].append(${JSON.stringify(FILE_ITSELF)})
        return place
    file = file_of(kind)
    titles = [kind.__qualname__, method]
    if kind.__module__ == 'doctest':
        titles = [test.id()]
    elif not file:
        titles.insert(0, kind.__module__)
    return {'file': file, 'titles': titles}


def add(test, outcome, message=''):
    lines.append({'test': dict(place_of(test), outcome=outcome, message=message)})


class Result(unittest.TextTestResult):
    def addSuccess(self, test):
        super().addSuccess(test)
        add(test, 'passed')

    def addError(self, test, err):
        super().addError(test, err)
        add(test, 'failed', self.errors[-1][1])

    def addFailure(self, test, err):
        super().addFailure(test, err)
        add(test, 'failed', self.failures[-1][1])

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        add(test, 'skipped')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        add(test, 'passed')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        add(test, 'failed', 'unexpected success')

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        told = ''.join(self._exc_info_to_string(err, test)) if err else ''
        add(subtest, 'failed' if err else 'passed', told)


class Runner(unittest.TextTestRunner):
    resultclass = Result

    def run(self, test):
        result = super().run(test)
        with open(${JSON.stringify(reportPath)}, 'w', encoding='utf-8') as report:
            for line in lines + [{'end': True}]:
                report.write(json.dumps(line) + '\\n')
        return result


# As "python -m" has it: the folder that it runs in, not that of this file.
sys.path[0] = os.getcwd()
sys.argv[0] = 'python -m unittest'
unittest.main(module=None, testRunner=Runner)
`;
