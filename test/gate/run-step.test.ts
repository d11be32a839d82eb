import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hostSandbox } from '../../src/adapters/sandbox.js';
import type { GateContext } from '../../src/gate/gate.js';
import { freshPlace, logTail, openContext, runStep } from '../../src/gate/run-step.js';
import { workspaceSeen } from '../../src/gate/step-sandbox.js';
import { makeFolder, makeRepo, writeFiles } from '../helpers/git-repo.js';

const canMount = (await hostSandbox()).tier === 'bwrap';
const options = { network: 'off', timeoutMs: 30_000 } as const;
const sh = (script: string) => ['sh', '-c', script];

async function opened(more: Partial<GateContext> = {}): Promise<GateContext> {
  const workspace = more.workspace ?? (await makeRepo({ 'a.txt': 'a', 'pkg/b.txt': 'b' }));
  const signal = new AbortController().signal;
  const ctx = await openContext({ outDir: await makeFolder(), signal, ...more, workspace });
  await freshPlace(ctx);
  return ctx;
}

describe('runStep', () => {
  it('writes both outputs to the log of the step', async () => {
    const ctx = await opened();
    const step = await runStep(ctx, 'tests', sh('echo out; echo err >&2; exit 3'), options);
    expect(step).toMatchObject({ name: 'tests', ended: 'exited', code: 3, strays: 0 });
    expect(await readFile(step.logPath, 'utf8')).toBe('out\nerr\n');
    expect(step).not.toHaveProperty('stdoutPath');
  });

  it('keeps a report on standard output apart from the log, and tells the ends of both', async () => {
    const ctx = await opened();
    const stdoutPath = join(ctx.outDir, 'reports', 'tap');
    const argv = sh('echo "ok 1"; echo noise >&2');
    const step = await runStep(ctx, 'tests', argv, { ...options, stdoutPath });
    expect(step.stdoutPath).toBe(stdoutPath);
    expect(await readFile(stdoutPath, 'utf8')).toBe('ok 1\n');
    expect(await readFile(step.logPath, 'utf8')).toBe('noise\n');
    expect(await logTail(step)).toBe('ok 1\n\nnoise');
  });

  it('runs in a package, with its programs first and with variables of ours', async () => {
    const ctx = await opened();
    const bin = join(ctx.workspace, 'pkg/node_modules/.bin');
    await mkdir(bin, { recursive: true });
    await symlink('/bin/pwd', join(bin, 'where'));
    const argv = sh('where; echo "$RL_OWN"');
    const step = await runStep(ctx, 'tests', argv, {
      ...options,
      cwd: 'pkg',
      env: { RL_OWN: '1' },
    });
    expect(await readFile(step.logPath, 'utf8')).toBe(`${ctx.workspace}/pkg\n1\n`);
  });

  it('ends a step that is silent for too long, and says how long steps were silent', async () => {
    const ctx = await opened();
    const silent = await runStep(ctx, 'tests', sh('echo begin; sleep 30'), {
      ...options,
      stallMs: 300,
    });
    expect(silent).toMatchObject({ ended: 'stalled', strays: null });
    const slow = await runStep(ctx, 'tests', sh('sleep 0.3; echo end'), options);
    expect(slow.longestSilenceMs).toBeGreaterThanOrEqual(250);
  });

  it('gives the suite an empty HOME, and the real one without credentials when told so', async () => {
    const ctx = await opened();
    const where = async (home: 'own' | 'real') => {
      const step = await runStep(ctx, 'tests', sh('echo "$HOME"; ls -A "$HOME/.ssh"'), {
        ...options,
        home,
      });
      return (await readFile(step.logPath, 'utf8')).split('\n')[0];
    };
    expect(await where('own')).toBe(join(ctx.outDir, 'home'));
    expect(await where('real')).toBe(canMount ? homedir() : join(ctx.outDir, 'home'));
  });

  it('rejects with the reason when the gate is aborted', async () => {
    const controller = new AbortController();
    const ctx = await opened({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('aborted by the user')), 200);
    await expect(runStep(ctx, 'tests', sh('sleep 30'), options)).rejects.toThrow('by the user');
  });
});

(canMount ? describe : describe.skip)('runStep where the sandbox can mount (bwrap)', () => {
  it('lets the workspace be written but for its git folder', async () => {
    const ctx = await opened();
    await runStep(ctx, 'tests', sh('touch new; touch .git/hooks/pre-commit'), options);
    expect(await readdir(ctx.workspace)).toContain('new');
    expect(await readdir(join(ctx.workspace, '.git/hooks'))).not.toContain('pre-commit');
    await runStep(ctx, 'look', sh('touch newer'), { ...options, readOnly: true });
    expect(await readdir(ctx.workspace)).not.toContain('newer');
  });

  it('runs a mounted copy at the path of the workspace, and leaves the workspace alone', async () => {
    const mounted = await makeRepo({ 'a.txt': 'of the copy' });
    const ctx = await opened({ mounted });
    expect(await workspaceSeen(ctx)).toBe(ctx.workspace);
    const script = 'pwd; cat a.txt; echo changed > a.txt; touch .git/config.lock';
    const step = await runStep(ctx, 'control', sh(script), options);
    const [path, text] = (await readFile(step.logPath, 'utf8')).split('\n');
    expect(path).toBe(ctx.workspace);
    expect(text).toMatch(/^of the copy/);
    expect(await readFile(join(mounted, 'a.txt'), 'utf8')).toBe('changed\n');
    expect(await readFile(join(ctx.workspace, 'a.txt'), 'utf8')).toBe('a');
    for (const folder of [mounted, ctx.workspace])
      expect(await readdir(join(folder, '.git'))).not.toContain('config.lock');
    await runStep(ctx, 'look', sh('echo again > a.txt'), { ...options, readOnly: true });
    expect(await readFile(join(mounted, 'a.txt'), 'utf8')).toBe('changed\n');
  });

  it('shows of the homes of users only tools and installations', async () => {
    // Not below /tmp, where nothing of the host is shown.
    const home = await mkdtemp(join('/var/tmp', 'rl-home-'));
    const before = { ...process.env };
    const node = join(home, '.versions/node/bin');
    const files = {
      '.config/tool/token': 'secret',
      'notes.txt': 'private',
      '.cargo/config.toml': 'config',
      '.versions/node/lib/here': 'lib',
      '.versions/base/lib/here': 'lib',
      'environment/pyvenv.cfg': `home = ${home}/.versions/base/bin\n`,
    };
    await writeFiles(home, files);
    for (const folder of [
      node,
      join(home, '.versions/base/bin'),
      join(home, 'environment/bin'),
      join(home, '.local/bin'),
    ])
      await mkdir(folder, { recursive: true });
    await writeFile(
      join(node, 'tool'),
      '#!/bin/sh\ncat "$(dirname "$(realpath "$0")")/../lib/here"\n',
      {
        mode: 0o755,
      },
    );
    await symlink(join(node, 'tool'), join(home, '.local/bin/linked'));
    await symlink('/bin/true', join(home, 'environment/bin/python'));
    try {
      const PATH = `${home}/environment/bin:${home}/.local/bin:${before['PATH'] ?? ''}`;
      Object.assign(process.env, { HOME: home, PATH, CARGO_HOME: join(home, '.cargo') });
      const ctx = await opened();
      const script = `cd ${home}; linked; echo; find . -type f | sort`;
      const step = await runStep(ctx, 'tests', sh(script), options);
      expect((await readFile(step.logPath, 'utf8')).split('\n')).toEqual([
        'lib',
        './.cargo/config.toml',
        './.versions/base/lib/here',
        './.versions/node/bin/tool',
        './.versions/node/lib/here',
        './environment/pyvenv.cfg',
        '',
      ]);
      const real = await runStep(ctx, 'tests', sh(`cat ${home}/notes.txt`), {
        ...options,
        home: 'real',
      });
      expect(await readFile(real.logPath, 'utf8')).toBe('private');
    } finally {
      Object.assign(process.env, before);
      if (before['CARGO_HOME'] === undefined) delete process.env['CARGO_HOME'];
      await rm(home, { recursive: true });
    }
  });

  it('hides what cargo and Gradle know of registries, and reads their homes', async () => {
    // Not below /tmp, where nothing of the host is shown.
    const cargo = await mkdtemp(join('/var/tmp', 'rl-cargo-'));
    await mkdir(join(cargo, 'registry'), { recursive: true });
    await writeFile(join(cargo, 'credentials.toml'), 'token');
    await writeFile(join(cargo, 'config.toml'), 'config');
    const before = process.env['CARGO_HOME'];
    process.env['CARGO_HOME'] = cargo;
    try {
      const ctx = await opened();
      const script =
        'cat "$CARGO_HOME"/c*; touch "$CARGO_HOME/registry/x" 2>/dev/null || echo " ro"';
      const off = await runStep(ctx, 'tests', sh(script), options);
      expect(await readFile(off.logPath, 'utf8')).toBe('config ro\n');
      const on = await runStep(ctx, 'setup', sh(script), { ...options, network: 'on' });
      expect(await readFile(on.logPath, 'utf8')).toBe('config');
    } finally {
      if (before === undefined) delete process.env['CARGO_HOME'];
      else process.env['CARGO_HOME'] = before;
      await rm(cargo, { recursive: true });
    }
  });
});

(canMount ? describe.skip : describe)('runStep where nothing can mount', () => {
  it('runs a copy under its own path', async () => {
    const mounted = await makeRepo({ 'a.txt': 'of the copy' });
    const ctx = await opened({ mounted });
    expect(await workspaceSeen(ctx)).toBe(ctx.mounted);
    const step = await runStep(ctx, 'control', sh('pwd'), options);
    expect(dirname(await readFile(step.logPath, 'utf8'))).toBe(dirname(mounted));
  });
});
