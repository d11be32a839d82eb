import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { runProcess, type ProcessRequest } from '../../src/adapters/process.js';
import { hostSandbox, TIERS, type Tier } from '../../src/adapters/sandbox.js';

let folder: string;
const host = await hostSandbox();
const tiers = TIERS.filter(
  (tier) => tier === host.tier || tier === host.unconfined || tier === 'pgroup',
);

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rl-process-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function alive(marker: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(marker)) found.push(`${pid} ${line.replaceAll('\0', ' ')}`);
  }
  return found;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 400) throw new Error('waited in vain');
    await sleep(25);
  }
}

function request(argv: string[], more: Partial<ProcessRequest> = {}): ProcessRequest {
  const log = join(folder, `${randomUUID()}.log`);
  return {
    argv,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdoutPath: log,
    stderrPath: log,
    timeoutMs: 30_000,
    ...more,
  };
}

const sh = (script: string, ...args: string[]) => ['sh', '-c', script, 'sh', ...args];
/** A process, a child of it, and a daemon in a session of its own; all carry the marker. */
const family = 'setsid sh -c "sleep 300; : $1" & sh -c "sleep 300; : $1" & ';

describe.each(tiers)('runProcess in the %s tier', (tier: Tier) => {
  it('gives the exit code and the output in one file', async () => {
    const run = request(sh('echo out; echo err >&2; exit 7'), { tier });
    expect(await runProcess(run)).toMatchObject({ ended: 'exited', code: 7, signal: null });
    expect(await readFile(run.stdoutPath, 'utf8')).toBe('out\nerr\n');
  });

  it('calls a program that a signal ended signalled, also when a code relays it', async () => {
    const outcome = await runProcess(request(sh('kill -9 $$'), { tier }));
    expect(outcome).toMatchObject({ ended: 'signalled', signal: 'SIGKILL' });
  });

  it('has no input but the given text, no terminal and no inherited variable', async () => {
    const script = 'cat; (: < /dev/tty) 2>/dev/null && echo tty; env | cut -d= -f1 | sort';
    const run = request(sh(script), { tier, env: { PATH: process.env.PATH ?? '', ONLY: '1' } });
    await runProcess(run);
    const names = (await readFile(run.stdoutPath, 'utf8')).trim().split('\n');
    expect(names).toEqual(expect.arrayContaining(['ONLY', 'PATH']));
    expect(names).not.toContain('tty');
    expect(names).not.toContain('HOME');
    const given = request(['cat'], { tier, stdin: 'text' });
    await runProcess(given);
    expect(await readFile(given.stdoutPath, 'utf8')).toBe('text');
  });

  it('leaves nothing behind when a program exits and its daemons do not', async () => {
    const marker = randomUUID();
    const outcome = await runProcess(request(sh(`${family} exit 0`, marker), { tier }));
    expect(outcome).toMatchObject({ ended: 'exited', code: 0 });
    expect(await alive(marker)).toEqual([]);
  });

  it('kills the whole tree at the time limit', async () => {
    const marker = randomUUID();
    const run = request(sh(`${family} wait`, marker), { tier, timeoutMs: 400 });
    expect(await runProcess(run)).toMatchObject({ ended: 'timeout' });
    expect(await alive(marker)).toEqual([]);
  });

  it('kills the whole tree on abort, before it returns', async () => {
    const marker = randomUUID();
    const controller = new AbortController();
    const running = runProcess(
      request(sh(`${family} wait`, marker), { tier, signal: controller.signal }),
    );
    await until(
      async () =>
        (await alive(marker)).filter((line) => / sh -c sleep|sleep 300;/.test(line)).length >= 2,
    );
    controller.abort();
    expect(await running).toMatchObject({ ended: 'cancelled' });
    expect(await alive(marker)).toEqual([]);
  });

  it('stops a program that floods its output and cuts the file', async () => {
    const run = request(['yes'], { tier, maxOutputBytes: 100_000 });
    expect(await runProcess(run)).toMatchObject({ ended: 'output-limit' });
    expect((await readFile(run.stdoutPath)).length).toBe(100_000);
  });

  it('says that a program does not exist', async () => {
    const outcome = await runProcess(request(['no-such-program'], { tier }));
    expect(outcome).toMatchObject({
      ended: 'spawn-error',
      message: expect.stringContaining('no-such'),
    });
  });

  it('leaves nothing behind when the calling process is killed', async () => {
    const marker = randomUUID();
    const script = await standalone();
    const tree = tier === 'pgroup' ? 'sh -c "sleep 300; : $1" & wait' : `${family} wait`;
    const run = JSON.stringify(request(sh(tree, marker), { tier }));
    const parent = spawn(process.execPath, [script], {
      env: { ...process.env, REQUEST: run },
      stdio: 'ignore',
    });
    await until(async () => (await alive(marker)).length >= 2);
    parent.kill('SIGKILL');
    await until(async () => (await alive(marker)).length === 0);
  });
});

/** A plain script that calls the adapter, transpiled: jest cannot be killed for a test. */
async function standalone(): Promise<string> {
  const target = join(folder, 'standalone');
  await mkdir(target, { recursive: true });
  const source = join(import.meta.dirname, '../../src/adapters');
  for (const name of ['process', 'process-tree', 'process-watch', 'sandbox']) {
    const code = ts.transpileModule(await readFile(join(source, `${name}.ts`), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    await writeFile(join(target, `${name}.js`), code.outputText);
  }
  await writeFile(join(target, 'package.json'), '{"type":"module"}');
  const modules = join(source, '../../node_modules');
  await symlink(modules, join(target, 'node_modules')).catch(() => undefined);
  const main = join(target, 'main.js');
  await writeFile(
    main,
    `import { runProcess } from './process.js';\nawait runProcess(JSON.parse(process.env.REQUEST));\n`,
  );
  return main;
}

const withBwrap = host.tier === 'bwrap' ? describe : describe.skip;
withBwrap('the bwrap sandbox', () => {
  const confined = (writable: string[], more: Partial<ProcessRequest> = {}) => ({
    sandbox: { writable, network: 'off' as const },
    ...more,
  });

  it('lets a program write the given folders only', async () => {
    const inside = join(folder, 'a folder with spaces');
    await mkdir(inside);
    const script =
      'touch in; touch "$1/out" 2>/dev/null || echo refused; touch /tmp/private; ls /tmp';
    const run = request(sh(script, import.meta.dirname), confined([inside], { cwd: inside }));
    await runProcess(run);
    const output = await readFile(run.stdoutPath, 'utf8');
    expect(output).toContain('refused');
    expect(output).toContain('private');
    expect(await readdir(inside)).toEqual(['in']);
    expect(await readdir(tmpdir())).not.toContain('private');
  });

  it('keeps a read-only path inside a writable one', async () => {
    const inside = join(folder, 'guarded');
    await mkdir(join(inside, '.git'), { recursive: true });
    const sandbox = {
      writable: [inside],
      readOnly: [join(inside, '.git')],
      network: 'on' as const,
    };
    await runProcess(request(sh('touch ok .git/hook'), { sandbox, cwd: inside }));
    expect(await readdir(inside)).toEqual(['.git', 'ok']);
    expect(await readdir(join(inside, '.git'))).toEqual([]);
  });

  it('cuts the network but not the loopback', async () => {
    const script = `const net = require('node:net');
      const server = net.createServer((s) => s.end()).listen(0, '127.0.0.1', () => {
        net.connect(server.address().port, '127.0.0.1', () => {
          console.log('loopback', Object.keys(require('node:os').networkInterfaces()).join());
          process.exit();
        });
      });`;
    const run = request([process.execPath, '-e', script], confined([folder]));
    await runProcess(run);
    expect(await readFile(run.stdoutPath, 'utf8')).toBe('loopback lo\n');
  });

  it('calls a sandbox that cannot be built a spawn error, not an exit code', async () => {
    const hidden = await mkdtemp(join(tmpdir(), 'rl-hidden-'));
    const outcome = await runProcess(request(['true'], confined([folder], { cwd: hidden })));
    await rm(hidden, { recursive: true });
    expect(outcome).toMatchObject({
      ended: 'spawn-error',
      message: expect.stringContaining('chdir'),
    });
  });
});
