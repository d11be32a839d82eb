import { describe, expect, it } from '@jest/globals';
import { diagnosticOf } from '../../../src/gate/diagnostics/normalise.js';

const of = (message: string, file = '/repo/src/a.ts') =>
  diagnosticOf({ file, severity: 'error', rule: 'x', message }, { workspace: '/repo', cwd: 'sub' });

describe('a diagnostic', () => {
  it('has a path relative to the workspace, wherever the tool ran', () => {
    expect(of('m')).toBe('src/a.ts: error x m');
    expect(of('m', 'a.ts')).toBe('sub/a.ts: error x m');
    expect(of('m', 'file:///repo/b.ts')).toBe('b.ts: error x m');
    expect(of('m', '')).toBe('.: error x m');
  });

  it('reads the same when numbers, paths and times in it differ', () => {
    expect(of('complexity of 12. Maximum allowed is 10')).toBe(
      'src/a.ts: error x complexity of #. Maximum allowed is #',
    );
    for (const path of ["'./b.js'", '"../lib/b.js"', '`/repo/src/b.js`', "'src/b.ts'"])
      expect(of(`Cannot find ${path} now`)).toBe('src/a.ts: error x Cannot find <path> now');
    expect(of('took 12 ms  and\tmore\nand details')).toBe(
      'src/a.ts: error x took <duration> and more',
    );
  });

  it('keeps names, also those with digits, and package names', () => {
    expect(of("'x1' and 'x2' of '@scope/pkg', ES2020")).toBe(
      "src/a.ts: error x 'x1' and 'x2' of '@scope/pkg', ES2020",
    );
  });
});
