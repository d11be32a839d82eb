import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProcess, type ProcessRequest } from '../../src/adapters/process.js';
import type { Tier } from '../../src/adapters/sandbox.js';
import {
  alive,
  FAMILY,
  FAMILY_SIZE,
  requestIn,
  sh,
  standalone,
  tiers,
  until,
} from './process-support.js';

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rl-process-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const request = (argv: string[], more: Partial<ProcessRequest> = {}) =>
  requestIn(folder, argv, more);

describe.each(tiers)('runProcess in the %s tier', (tier: Tier) => {
  it('gives the exit code and the output in one file', async () => {
    const run = request(sh('echo out; echo err >&2; exit 7'), { tier });
    expect(await runProcess(run)).toMatchObject({
      ended: 'exited',
      code: 7,
      signal: null,
      strays: 0,
    });
    expect(await readFile(run.stdoutPath, 'utf8')).toBe('out\nerr\n');
  });

  it('has no hole in the log of a program that opens its output anew', async () => {
    const run = request(sh('echo a first line; echo two > /dev/stderr; echo three'), { tier });
    await runProcess(run);
    expect(await readFile(run.stdoutPath, 'utf8')).toBe('two\nthree\n');
  });

  it('calls a program that a signal ended signalled, also when a code relays it', async () => {
    const self = await runProcess(request(sh('kill -9 $$'), { tier }));
    expect(self).toMatchObject({ ended: 'signalled', signal: 'SIGKILL', strays: 0 });
    const relayed = sh("sh -c 'kill -9 $$; :'; exit $?");
    expect(await runProcess(request(relayed, { tier }))).toMatchObject({
      ended: 'signalled',
      code: 137,
      signal: 'SIGKILL',
    });
  });

  it('has no input but the given text, no terminal and no inherited variable', async () => {
    const script = 'cat; (: < /dev/tty) 2>/dev/null && echo tty; env | cut -d= -f1 | sort';
    const run = request(sh(script), { tier, env: { PATH: process.env.PATH ?? '', ONLY: '1' } });
    await runProcess(run);
    const names = (await readFile(run.stdoutPath, 'utf8')).trim().split('\n');
    expect(names).toEqual(expect.arrayContaining(['ONLY', 'PATH']));
    for (const absent of ['tty', 'HOME', 'FORCE_COLOR', 'COLORTERM'])
      expect(names).not.toContain(absent);
    const given = request(['cat'], { tier, stdin: 'text' });
    await runProcess(given);
    expect(await readFile(given.stdoutPath, 'utf8')).toBe('text');
  });

  it('gives an open standard input, and no other descriptor', async () => {
    const run = request(
      sh('readlink /proc/self/fd/0; [ -e /proc/self/fd/3 ] && ls -l /proc/$$/fd/3'),
      {
        tier,
      },
    );
    await runProcess(run);
    const [input, other = ''] = (await readFile(run.stdoutPath, 'utf8')).trim().split('\n');
    expect(input).toBe('/dev/null');
    expect(other).not.toMatch(/socket|pipe/);
  });

  it('counts what a program left behind, and leaves nothing of it', async () => {
    const marker = randomUUID();
    const outcome = await runProcess(request(sh(`${FAMILY} exit 0`, marker), { tier }));
    expect(outcome).toMatchObject({ ended: 'exited', code: 0 });
    expect(outcome.strays).toBeGreaterThanOrEqual(FAMILY_SIZE - 1);
    expect(await alive(marker)).toEqual([]);
  });

  it('does not count what ends soon after the program', async () => {
    const outcome = await runProcess(request(sh('sleep 0.1 & exit 0'), { tier }));
    expect(outcome).toMatchObject({ ended: 'exited', strays: 0 });
  });

  it.each<[string, string, Partial<ProcessRequest>]>([
    ['timeout', 'wait', { timeoutMs: 500 }],
    ['stalled', 'wait', { stallMs: 400 }],
    ['output-limit', 'yes', { maxOutputBytes: 100_000 }],
  ])('kills the whole tree of a program that ends by %s', async (ended, last, limit) => {
    const marker = randomUUID();
    const run = request(sh(`${FAMILY} ${last}`, marker), { tier, ...limit });
    expect(await runProcess(run)).toMatchObject({ ended, strays: null });
    const output = await readFile(run.stdoutPath, 'utf8');
    expect(output).toMatch(/^ready/);
    expect(output.length).toBeLessThanOrEqual(run.maxOutputBytes ?? 10);
    expect(await alive(marker)).toEqual([]);
  });

  it('kills the whole tree on abort, before it returns', async () => {
    const marker = randomUUID();
    const controller = new AbortController();
    const run = request(sh(`${FAMILY} wait`, marker), { tier, signal: controller.signal });
    const running = runProcess(run);
    await until(async () => (await alive(marker)).length >= FAMILY_SIZE);
    controller.abort();
    expect(await running).toMatchObject({ ended: 'cancelled' });
    expect(await alive(marker)).toEqual([]);
  });

  it('leaves nothing behind when the calling process is killed', async () => {
    const marker = randomUUID();
    const script = await standalone(folder);
    const run = JSON.stringify(request(sh(`${FAMILY} wait`, marker), { tier }));
    const parent = spawn(process.execPath, [script], {
      env: { ...process.env, REQUEST: run },
      stdio: 'ignore',
    });
    await until(async () => (await alive(marker)).length >= FAMILY_SIZE);
    parent.kill('SIGKILL');
    await until(async () => (await alive(marker)).length === 0);
  });

  it('says that a program, its interpreter or its folder does not exist', async () => {
    const outcome = await runProcess(request(['no-such-program'], { tier }));
    expect(outcome).toMatchObject({
      ended: 'spawn-error',
      message: expect.stringContaining('no-such'),
    });
    const script = join(folder, 'moved');
    await writeFile(script, '#!/gone/venv/bin/python -u\n');
    await chmod(script, 0o755);
    expect(await runProcess(request([script], { tier }))).toMatchObject({
      ended: 'spawn-error',
      message: expect.stringContaining('/gone/venv/bin/python'),
    });
    const nowhere = request(['true'], { tier, cwd: join(folder, 'nowhere') });
    expect(await runProcess(nowhere)).toMatchObject({ ended: 'spawn-error' });
  });
});

describe('runProcess', () => {
  it('measures the longest silence and does not mistake slow output for none', async () => {
    const script = 'for i in 1 2 3; do echo $i; sleep 0.3; done; sleep 0.4';
    const outcome = await runProcess(request(sh(script), { stallMs: 2_000 }));
    expect(outcome.ended).toBe('exited');
    expect(outcome.longestSilenceMs).toBeGreaterThanOrEqual(600);
    expect(outcome.longestSilenceMs).toBeLessThanOrEqual(outcome.ms);
  });

  it('stops a program that prints 200 MB within seconds', async () => {
    const run = request(sh('yes | head -c 200000000; sleep 30'));
    const outcome = await runProcess(run);
    expect(outcome.ended).toBe('output-limit');
    expect(outcome.ms).toBeLessThan(5_000);
    expect((await stat(run.stdoutPath)).size).toBe(64 * 1024 * 1024);
    await rm(run.stdoutPath);
  });

  it('never takes a sandbox program from the PATH of the program that it runs', async () => {
    const bin = await mkdtemp(join(folder, 'bin-'));
    for (const name of ['bwrap', 'setpriv', 'unshare', 'ip', 'sh']) {
      await writeFile(join(bin, name), `#!/bin/sh\ntouch "${bin}/taken"\n`);
      await chmod(join(bin, name), 0o755);
    }
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    const sandbox = { writable: [folder], network: 'off' as const };
    for (const tier of tiers) await runProcess(request(['true'], { tier, env, sandbox }));
    await expect(stat(join(bin, 'taken'))).rejects.toThrow('ENOENT');
  });
});
