import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProcess, type ProcessRequest } from '../../src/adapters/process.js';
import { hostSandbox, TIERS, type Sandbox } from '../../src/adapters/sandbox.js';
import { requestIn, sh, tiers } from './process-support.js';

let folder: string;
const host = await hostSandbox();

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rl-sandbox-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function outputOf(argv: string[], more: Partial<ProcessRequest>): Promise<string> {
  const run = requestIn(folder, argv, more);
  await runProcess(run);
  return readFile(run.stdoutPath, 'utf8');
}

const LOOPBACK = `const net = require('node:net');
const server = net.createServer((s) => s.end()).listen(0, '127.0.0.1', () => {
  net.connect(server.address().port, '127.0.0.1', () => {
    console.log('loopback', Object.keys(require('node:os').networkInterfaces()).join());
    process.exit();
  });
});`;

describe('the network', () => {
  const offline = tiers.filter((tier) => host.offline.includes(tier));
  const inEach = offline.length > 0 ? it.each(offline) : it.skip.each([...TIERS]);

  it('is said to be off only in tiers that keep it off', () => {
    expect(host.networkOff).toBe(host.offline.includes(host.tier));
    expect(host.offline).not.toContain('pgroup');
  });

  inEach('is off in the %s tier, but the loopback works', async (tier) => {
    const sandbox: Sandbox = { writable: [folder], network: 'off' };
    const argv = [process.execPath, '-e', LOOPBACK];
    expect(await outputOf(argv, { tier, sandbox })).toBe('loopback lo\n');
  });

  inEach('is left without the right to change it in the %s tier', async (tier) => {
    const sandbox: Sandbox = { writable: [folder], network: 'off' };
    const own = (text: string) => /CapEff:\s*(\w+)/.exec(text)?.[1];
    const on = await outputOf(['cat', '/proc/self/status'], {
      tier,
      sandbox: { ...sandbox, network: 'on' },
    });
    const off = await outputOf(['cat', '/proc/self/status'], { tier, sandbox });
    expect(own(off)).toBeDefined();
    expect(own(off)).toBe(own(on));
  });

  it('stays as it is where a tier cannot cut it', async () => {
    const sandbox: Sandbox = { writable: [folder], network: 'off' };
    const argv = [process.execPath, '-e', LOOPBACK];
    expect(await outputOf(argv, { tier: 'pgroup', sandbox })).toContain('loopback');
  });
});

const withBwrap = host.tier === 'bwrap' ? describe : describe.skip;
withBwrap('the bwrap sandbox', () => {
  const confined = (writable: string[], more: Partial<Sandbox> = {}): Partial<ProcessRequest> => ({
    sandbox: { writable, network: 'off', ...more },
  });

  it('lets a program write the given folders only', async () => {
    const inside = join(folder, 'a folder with spaces');
    await mkdir(inside);
    const script =
      'touch in; touch "$1/out" 2>/dev/null || echo refused; touch /tmp/private; ls /tmp';
    const output = await outputOf(sh(script, import.meta.dirname), {
      ...confined([inside]),
      cwd: inside,
    });
    expect(output).toContain('refused');
    expect(output).toContain('private');
    expect(await readdir(inside)).toEqual(['in']);
    expect(await readdir(tmpdir())).not.toContain('private');
  });

  it('keeps a read-only bind inside a writable folder', async () => {
    const inside = join(folder, 'guarded');
    const git = join(inside, '.git');
    await mkdir(git, { recursive: true });
    await outputOf(sh('touch ok .git/hook'), {
      ...confined([inside], { binds: [{ from: git, to: git, readOnly: true }] }),
      cwd: inside,
    });
    expect(await readdir(inside)).toEqual(['.git', 'ok']);
    expect(await readdir(git)).toEqual([]);
  });

  it('lets a copy stand at the path of the original, which stays as it is', async () => {
    // Below /tmp, which is empty inside the sandbox but for what is bound.
    const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
    for (const [path, text] of [
      [original, 'of the original'],
      [copy, 'of the copy'],
    ] as const) {
      await mkdir(join(path, 'sub'), { recursive: true });
      await writeFile(join(path, 'file'), text);
    }
    const output = await outputOf(sh('pwd; cat ../file; echo new > ../file'), {
      ...confined([], { binds: [{ from: copy, to: original }] }),
      cwd: join(original, 'sub'),
    });
    expect(output).toBe(`${original}/sub\nof the copy`);
    expect(await readFile(join(copy, 'file'), 'utf8')).toBe('new\n');
    expect(await readFile(join(original, 'file'), 'utf8')).toBe('of the original');
  });

  it('shows a hidden folder and a hidden file empty', async () => {
    // Not below /tmp, where nothing is shown anyway.
    const shown = await mkdtemp(join('/var/tmp', 'rl-hidden-'));
    const [keys, token] = [join(shown, 'keys'), join(shown, 'token')];
    await mkdir(keys);
    await writeFile(join(keys, 'id'), 'key\n');
    await writeFile(token, 'secret\n');
    const argv = sh('ls "$1"; cat "$2"', keys, token);
    const bare = await outputOf(argv, confined([folder]));
    const hiding = await outputOf(argv, confined([folder], { hidden: [keys, token] }));
    await rm(shown, { recursive: true });
    expect(bare).toBe('id\nsecret\n');
    expect(hiding).toBe('');
  });

  it('shows of a veiled folder only what it is told to, links and writable folders included', async () => {
    // Not below /tmp, where nothing is shown anyway.
    const home = await realpath(await mkdtemp(join('/var/tmp', 'rl-veil-')));
    for (const name of ['tool/bin', 'own', 'project'])
      await mkdir(join(home, name, 'sub'), { recursive: true });
    await writeFile(join(home, 'token'), 'secret');
    await symlink('tool', join(home, 'current'));
    const sandbox = confined([folder, join(home, 'own')], {
      veiled: [home],
      shown: [join(home, 'current'), join(home, 'tool', 'bin'), join(home, 'gone'), home],
    });
    const script = 'ls "$1" "$1/current"; touch "$1/own/new" "$1/tool/new" 2>&1 | wc -l';
    const output = await outputOf(sh(script, home), sandbox);
    const left = await readdir(join(home, 'own'));
    await rm(home, { recursive: true });
    expect(output).toBe(`${home}:\ncurrent\nown\ntool\n\n${home}/current:\nbin\n1\n`);
    expect(left.sort()).toEqual(['new', 'sub']);
  });

  it('shows no socket of the host', async () => {
    const { length } = (await outputOf(sh('ls -A /run/ /var/run/'), confined([folder]))).split(
      '\n',
    );
    const on = await outputOf(sh('cat /etc/resolv.conf; find /run/ -type s'), {
      sandbox: { writable: [folder], network: 'on' },
    });
    expect(length).toBeLessThanOrEqual(5);
    expect(on).toBe(await readFile('/etc/resolv.conf', 'utf8').catch(() => ''));
  });

  it('calls a sandbox that cannot be built a spawn error, not an exit code', async () => {
    const hidden = await mkdtemp(join(tmpdir(), 'rl-hidden-'));
    const outcome = await runProcess(
      requestIn(folder, ['true'], { ...confined([folder]), cwd: hidden }),
    );
    await rm(hidden, { recursive: true });
    expect(outcome).toMatchObject({
      ended: 'spawn-error',
      message: expect.stringContaining('chdir'),
    });
  });

  it('says that a program is not there inside the sandbox', async () => {
    const hidden = await mkdtemp(join(tmpdir(), 'rl-hidden-'));
    await writeFile(join(hidden, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    const outcome = await runProcess(
      requestIn(folder, [join(hidden, 'program')], confined([folder])),
    );
    await rm(hidden, { recursive: true });
    expect(outcome).toMatchObject({
      ended: 'spawn-error',
      message: expect.stringContaining('inside the sandbox'),
    });
  });
});
