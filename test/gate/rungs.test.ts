import { describe, expect, it } from '@jest/globals';
import {
  climb,
  needsIn,
  rungsOf,
  type Climb,
  type Needs,
  type Rung,
} from '../../src/gate/rungs.js';

const ALL = rungsOf({ tier: 'bwrap', networkOff: true });
const [STRICT, NETWORK, HOME, BOTH] = ALL as [Rung, Rung, Rung, Rung];
const NOTHING: Needs = { network: false, home: false };

/** Climbs with runs that end as `run` says, and gives the shapes run and what came of it. */
function climbed(
  rungs: Rung[],
  run: (rung: Rung, number: number) => { failure: string | null; needs?: Partial<Needs> },
): { ran: Rung[]; end: Climb } {
  const tried: Parameters<typeof climb>[1][number][] = [];
  for (;;) {
    const next = climb(rungs, tried);
    if (next.kind !== 'run') return { ran: tried.map(({ rung }) => rung), end: next };
    const { failure, needs = {} } = run(next.rung, tried.length);
    tried.push({ rung: next.rung, failure, needs: { ...NOTHING, ...needs } });
  }
}

describe('rungsOf', () => {
  it('goes from no network and an empty HOME to both', () => {
    expect(ALL).toEqual([
      { network: 'off', home: 'own' },
      { network: 'on', home: 'own' },
      { network: 'off', home: 'real' },
      { network: 'on', home: 'real' },
    ]);
  });

  it('never shares a HOME that could be written', () => {
    expect(rungsOf({ tier: 'pidns', networkOff: true })).toEqual([STRICT, NETWORK]);
    expect(rungsOf({ tier: 'pgroup', networkOff: false })).toEqual([NETWORK]);
  });
});

describe('climb', () => {
  it('takes the first run when it is green', () => {
    const { ran, end } = climbed(ALL, () => ({ failure: null }));
    expect({ ran, end }).toEqual({ ran: [STRICT], end: { kind: 'take', index: 0 } });
  });

  it('gives what the output shows to be missing, one thing at a time', () => {
    const network = climbed(ALL, ({ network: has }) =>
      has === 'on' ? { failure: null } : { failure: 'x', needs: { network: true } },
    );
    expect(network).toEqual({ ran: [STRICT, NETWORK], end: { kind: 'take', index: 1 } });
    const home = climbed(ALL, ({ home: has }) =>
      has === 'real' ? { failure: null } : { failure: 'x', needs: { home: true } },
    );
    expect(home).toEqual({ ran: [STRICT, HOME], end: { kind: 'take', index: 1 } });
    const both = climbed(ALL, (rung) =>
      rung === BOTH || (rung.network === 'on' && rung.home === 'real')
        ? { failure: null }
        : { failure: 'x', needs: { network: rung.network === 'off', home: true } },
    );
    expect(both).toEqual({ ran: [STRICT, NETWORK, BOTH], end: { kind: 'take', index: 2 } });
  });

  it('needs two runs to say that a suite is red, with everything there is at the second', () => {
    const red = { ran: [STRICT, BOTH], end: { kind: 'red', index: 0 } };
    expect(climbed(ALL, () => ({ failure: 'x' }))).toEqual(red);
    const still = climbed(ALL, () => ({ failure: 'x', needs: { network: true } }));
    expect(still).toEqual({ ran: [STRICT, NETWORK], end: { kind: 'red', index: 1 } });
    expect(climbed([NETWORK], () => ({ failure: 'x', needs: { home: true } }))).toEqual({
      ran: [NETWORK, NETWORK],
      end: { kind: 'red', index: 0 },
    });
  });

  it('tells unsteady tests from a hidden need by the first shape, run again', () => {
    const onceRed = climbed(ALL, (_, number) => ({ failure: number === 0 ? 'x' : null }));
    expect(onceRed).toEqual({ ran: [STRICT, BOTH, STRICT], end: { kind: 'flaky' } });
    const otherwise = climbed(ALL, (_, number) => ({ failure: `x${number}` }));
    expect(otherwise).toEqual({ ran: [STRICT, BOTH, STRICT], end: { kind: 'flaky' } });
    const single = climbed([NETWORK], (_, number) => ({ failure: number === 0 ? 'x' : null }));
    expect(single.end).toEqual({ kind: 'flaky' });
  });

  it('does not call tests unsteady that more than they need breaks in another way', () => {
    const everyWay = [STRICT, BOTH, STRICT, NETWORK, HOME];
    const red = climbed(ALL, ({ home }) => ({ failure: home === 'real' ? 'cannot write' : 'x' }));
    expect(red).toEqual({ ran: everyWay, end: { kind: 'red', index: 0 } });
    const between = climbed(ALL, ({ network, home }) => ({
      failure: home === 'real' ? 'cannot write' : network === 'on' ? null : 'x',
    }));
    expect(between).toEqual({ ran: everyWay.slice(0, 4), end: { kind: 'take', index: 3 } });
  });

  it('finds the least of a need that does not show in the output', () => {
    const home = climbed(ALL, (rung) => ({ failure: rung.home === 'real' ? null : 'x' }));
    expect(home).toEqual({
      ran: [STRICT, BOTH, STRICT, NETWORK, HOME],
      end: { kind: 'take', index: 4 },
    });
    const all = climbed(ALL, (rung) => ({
      failure: rung.home === 'real' && rung.network === 'on' ? null : 'x',
    }));
    expect(all).toEqual({
      ran: [STRICT, BOTH, STRICT, NETWORK, HOME],
      end: { kind: 'take', index: 1 },
    });
  });
});

describe('needsIn', () => {
  const homes = { own: '/state/runs/1/gate/baseline/home', real: '/home/ada' };
  const needs = (output: string) => needsIn(output, homes, ['/home/ada/state/runs/1/workspace']);

  it.each([
    'Error: getaddrinfo EAI_AGAIN registry.example',
    'dial tcp: lookup example.com: no such host',
    'curl: (6) Could not resolve host: example.com',
    'java.net.UnknownHostException: example.com',
    'socket.gaierror: [Errno -3] Temporary failure in name resolution',
    'TypeError: fetch failed',
  ])('sees a missing network in %j', (output) => {
    expect(needs(output)).toEqual({ network: true, home: false });
  });

  it.each([
    "ENOENT: no such file or directory, open '/state/runs/1/gate/baseline/home/.toolrc'",
    'cannot read /home/ada/.cache/models',
    'error: $HOME/.config/tool is missing',
    'no configuration in ~/.tool',
  ])('sees a missing HOME in %j', (output) => {
    expect(needs(output)).toEqual({ network: false, home: true });
  });

  it.each([
    'connect ECONNREFUSED 127.0.0.1:5432',
    'AssertionError: 1 !== 2 at /home/ada/state/runs/1/workspace/test/a.test.js:3',
  ])('sees nothing missing in %j', (output) => {
    expect(needs(output)).toEqual(NOTHING);
  });
});
