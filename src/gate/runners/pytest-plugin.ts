/** The name by which Python finds the plugin in a folder of its search path. */
export const PYTEST_PLUGIN = 'refactor_loop_pytest';

/**
 * A pytest plugin for Python 3.6 or later: a test that failed fails again at every further try,
 * whoever asks for it, and a run that ends in an error of its own leaves no report.
 */
export const pytestPlugin = (reportPath: string): string => `
import os
import sys

import pytest

OUTCOMES = ('passed', 'failed', 'skipped')
FAILURE = '_refactor_loop_failure'


# The innermost of the wrappers, before plugins that try again see the outcome.
@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_makereport(item, call):
    made = yield
    if made.get_result().failed and call.excinfo is not None:
        vars(item).setdefault(FAILURE, call.excinfo.value)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    if FAILURE in vars(item):
        raise vars(item)[FAILURE]


# An earlier try has an outcome of its own; a test that took its process along is tried in another.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report):
    if report.outcome not in OUTCOMES:
        report.outcome = 'failed'


# Pytest exits as for a failed test when a hook raises after the report was written.
def without_report(*error):
    try:
        os.remove(${JSON.stringify(reportPath)})
    except OSError:
        pass
    excepthook(*error)


excepthook, sys.excepthook = sys.excepthook, without_report
`;
