import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  copyFile,
  mkdtemp,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { resolveTemporalBinary } from '../../src/adapters/temporal-binary.js';

let real: string;
let folder: string;
let cache: string;
let bin: string;
let server: Server | undefined;
/** A port on which nothing answers. */
const NOWHERE = 'http://127.0.0.1:9';

beforeAll(async () => {
  real = (await resolveTemporalBinary()).path;
}, 300_000);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'temporal-binary-'));
  cache = join(folder, 'cache');
  bin = await mkdtemp(join(folder, 'bin-'));
});

afterEach(async () => {
  server?.close();
  server = undefined;
  await rm(folder, { recursive: true });
});

afterAll(() => {
  expect(execFileSync(real, ['--version']).toString()).toContain('1.9.1');
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function script(name: string, text: string): Promise<string> {
  const path = join(bin, name);
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

/** An environment in which an archive can be unpacked, and nothing else. */
async function unpackingTools(): Promise<{ PATH: string }> {
  const tools = await mkdtemp(join(folder, 'tools-'));
  for (const tool of ['tar', 'gzip']) {
    await symlink(execFileSync('which', [tool]).toString().trim(), join(tools, tool));
  }
  return { PATH: tools };
}

function archiveOf(file: string): RequestListener {
  return (_request, response) => {
    const arguments_ = ['-chf', '-', '-C', dirname(file), 'temporal'];
    spawn('tar', arguments_)
      .stdout.pipe(createGzip({ level: 0 }))
      .pipe(response);
  };
}

describe('the temporal program', () => {
  it('is the one that TEMPORAL_CLI names, with the version of its server', async () => {
    const path = await script('mine', 'echo "temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)"');
    expect(await resolveTemporalBinary({ env: { TEMPORAL_CLI: path } })).toEqual({
      path,
      source: 'TEMPORAL_CLI',
      serverVersion: '1.31.2',
    });
  });

  it('is refused when TEMPORAL_CLI names what cannot be run, or another program', async () => {
    const nowhere = join(folder, 'nowhere');
    await expect(resolveTemporalBinary({ env: { TEMPORAL_CLI: nowhere } })).rejects.toThrow(
      `TEMPORAL_CLI names "${nowhere}", which cannot be run`,
    );
    const other = await script('other', 'echo hello');
    await expect(resolveTemporalBinary({ env: { TEMPORAL_CLI: other } })).rejects.toThrow(
      'which is no Temporal CLI with a server: its `--version` says "hello"',
    );
  });

  it('comes from the cache, unless the file there is not the pinned one', async () => {
    const options = { env: { PATH: bin }, folder: cache, origin: NOWHERE };
    await expect(resolveTemporalBinary(options)).rejects.toThrow('is not there');
    const cached = join(cache, 'temporal-1.9.1');
    await copyFile(real, cached);
    const expected = { path: cached, source: 'cache', serverVersion: '1.32.0' };
    expect(await resolveTemporalBinary(options)).toEqual(expected);
    expect(await resolveTemporalBinary(options)).toEqual(expected);
    await appendFile(cached, 'x');
    await expect(resolveTemporalBinary(options)).rejects.toThrow('is not the pinned program');
  });

  it('comes from PATH when it has the pinned version, and only then', async () => {
    await symlink(real, join(bin, 'temporal'));
    const found = await resolveTemporalBinary({ env: { PATH: bin }, folder: cache });
    expect(found).toMatchObject({ path: join(bin, 'temporal'), source: 'PATH' });
    await rm(join(bin, 'temporal'));
    await script('temporal', 'echo "temporal version 1.9.10 (Server 1.33.0, UI 2.60.0)"');
    const options = { env: { PATH: bin }, folder: cache, origin: NOWHERE };
    await expect(resolveTemporalBinary(options)).rejects.toThrow('says: temporal version 1.9.10');
  });

  it('is downloaded, checked and announced; two at once end with one', async () => {
    await symlink(real, join(bin, 'temporal'));
    const asked: (string | undefined)[] = [];
    const archive = archiveOf(join(bin, 'temporal'));
    const origin = await serve((request, response) => {
      asked.push(request.url);
      archive(request, response);
    });
    const told: string[] = [];
    const onProgress = (message: string) => told.push(message);
    const options = { env: await unpackingTools(), folder: cache, origin, onProgress };
    const found = await Promise.all([
      resolveTemporalBinary(options),
      resolveTemporalBinary(options),
    ]);
    const path = join(cache, 'temporal-1.9.1');
    const expected = { path, source: 'download', serverVersion: '1.32.0' };
    expect(found).toEqual([expected, expected]);
    expect(asked[0]).toMatch(/^\/cli\/archive\/v1\.9\.1\?platform=\w+&arch=\w+$/);
    expect(told[0]).toContain('downloading the Temporal dev server 1.9.1');
    expect((await readdir(cache)).sort()).toEqual(['temporal-1.9.1', 'temporal-1.9.1.verified']);
    expect(execFileSync(path, ['--version']).toString()).toContain('1.9.1');
  });

  it('is never installed when its hash is another one', async () => {
    await symlink(await script('false-one', 'echo evil'), join(bin, 'temporal'));
    const origin = await serve(archiveOf(join(bin, 'temporal')));
    const options = { env: await unpackingTools(), folder: cache, origin };
    await expect(resolveTemporalBinary(options)).rejects.toThrow('but the pinned one has');
    expect(await readdir(cache)).toEqual([]);
  });

  it('that cannot be had at all ends in one error with all five ways, why, and what to do', async () => {
    const origin = await serve((_request, response) => response.writeHead(503).end());
    const failure = await resolveTemporalBinary({ env: { PATH: bin }, folder: cache, origin }).then(
      () => '',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    const lines = failure.split('\n');
    expect(lines[0]).toContain('TemporalBinaryError: no Temporal dev server');
    expect(lines[1]).toBe('  1. TEMPORAL_CLI: not set');
    expect(lines[2]).toBe(`  2. cache: ${join(cache, 'temporal-1.9.1')} is not there`);
    expect(lines[3]).toBe('  3. PATH: no `temporal` in any of its folders');
    expect(lines[4]).toMatch(/^ {2}4\. download: http.* answered 503$/);
    expect(lines[5]).toMatch(/^ {2}5\. pip: .*python3/);
    expect(lines[6]).toMatch(/TEMPORAL_CLI.*TEMPORAL_ADDRESS/);
  });
});
