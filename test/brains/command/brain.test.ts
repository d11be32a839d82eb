import { execPath } from 'node:process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createCommandBrain } from '../../../src/brains/command/brain.js';
import {
  brainRequestSchema,
  proposeAnswerSchema,
  surveyAnswerSchema,
  verdictSchema,
  type BrainRequest,
} from '../../../src/core/contracts.js';
import { makeFolder, writeFiles } from '../../helpers/git-repo.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/brains/', import.meta.url));
const fixture = (name: string, ...args: string[]) => [execPath, join(FIXTURES, name), ...args];

const DIFF = [
  'diff --git a/src/a.js b/src/a.js',
  '--- a/src/a.js',
  '+++ b/src/a.js',
  '@@ -3,3 +3,3 @@',
  ' const one = 1;',
  '-const two = one + 1 + 0;',
  '+const two = one + 1;',
  ' export { two };',
  '',
].join('\n');

async function setUp(change: Partial<BrainRequest> = {}) {
  const workspace = await makeFolder();
  const request: BrainRequest = brainRequestSchema.parse({
    protocol: 1,
    role: 'propose',
    run: 'r',
    iteration: 1,
    workspace,
    pinned_constraints: ['no-test-file-writes'],
    ...change,
  });
  const logDir = join(await makeFolder(), 'logs');
  const ask = (
    command: readonly string[],
    options: { timeoutMs?: number; signal?: AbortSignal; request?: BrainRequest } = {},
  ) =>
    createCommandBrain({ command }).ask(options.request ?? request, {
      signal: options.signal ?? new AbortController().signal,
      timeoutMs: options.timeoutMs ?? 30_000,
      logDir,
    });
  return { workspace, request, logDir, ask };
}

const program = (code: string) => [execPath, '--input-type=module', '-e', code];
const READ = "import { readFileSync } from 'node:fs'; const text = readFileSync(0, 'utf8');";

async function waitFor<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    const found = await read().catch(() => undefined);
    if (found !== undefined) return found;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

describe('the command brain', () => {
  it('sends the request as one JSON object on stdin and takes stdout as the answer', async () => {
    const { ask, request, workspace } = await setUp({ diff: 'é\n"\u2028日本'.repeat(50_000) });
    const echo = `${READ} console.log(JSON.stringify({ got: JSON.parse(text), cwd: process.cwd() }));`;
    expect(await ask(program(echo))).toEqual({
      kind: 'answer',
      answer: { got: request, cwd: workspace },
      usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
    });
  });

  it('keeps stderr as a log and leaves nothing else', async () => {
    const { ask, logDir } = await setUp();
    await ask(program("console.error('thinking'); console.log('{}');"));
    const [log = '', ...others] = await readdir(logDir);
    expect(others).toEqual([]);
    expect(log).toMatch(/^propose-1-.*\.stderr\.log$/);
    expect(await readFile(join(logDir, log), 'utf8')).toBe('thinking\n');
  });

  it('needs no program that reads its stdin', async () => {
    const { ask } = await setUp({ diff: 'x'.repeat(1_000_000) });
    expect(await ask(program('console.log("{}")'))).toMatchObject({ kind: 'answer', answer: {} });
  });

  it('passes the environment of the user, without what would bend git or Node', async () => {
    const { ask } = await setUp();
    const saved = { ...process.env };
    Object.assign(process.env, {
      MY_AGENT_KEY: 'k',
      GIT_DIR: '/elsewhere',
      NODE_OPTIONS: '--no-warnings',
    });
    try {
      const result = await ask(
        program(
          'const { MY_AGENT_KEY, GIT_DIR, NODE_OPTIONS, HOME } = process.env; console.log(JSON.stringify({ MY_AGENT_KEY, GIT_DIR, NODE_OPTIONS, HOME }))',
        ),
      );
      expect(result).toMatchObject({ answer: { MY_AGENT_KEY: 'k', HOME: saved['HOME'] } });
      expect(result).not.toMatchObject({ answer: { GIT_DIR: expect.anything() } });
      expect(result).not.toMatchObject({ answer: { NODE_OPTIONS: expect.anything() } });
    } finally {
      for (const name of ['MY_AGENT_KEY', 'GIT_DIR', 'NODE_OPTIONS']) delete process.env[name];
      Object.assign(process.env, saved);
    }
  });

  it.each([
    ['text', fixture('not-json.mjs'), 'Sure! Here is my answer: {"kind": "nothing-actionable"}\n'],
    ['nothing', program(''), ''],
    ['two objects', program('console.log("{}"); console.log("{}")'), '{}\n{}\n'],
  ])('gives %s on to the schema, which refuses it', async (_, command, answer) => {
    const { ask } = await setUp();
    const result = await ask(command);
    expect(result).toMatchObject({ kind: 'answer', answer });
    expect(proposeAnswerSchema.safeParse(answer).success).toBe(false);
  });

  it('makes a non-zero exit a fault that may be tried again and names the log', async () => {
    const { ask, logDir } = await setUp();
    const result = await ask(fixture('crash.mjs'));
    expect(result).toMatchObject({ kind: 'fault', final: false });
    expect(result).toMatchObject({
      message: expect.stringMatching(/crash\.mjs" ended with exit code 3; its log: /),
    });
    const logs = (await readdir(logDir)).filter((name) => name.endsWith('.stderr.log'));
    expect(await readFile(join(logDir, logs[0] ?? ''), 'utf8')).toBe('cannot propose\n');
  });

  it('makes a program that does not exist, and no program, a final fault', async () => {
    const { ask } = await setUp();
    expect(await ask(['no-such-program-of-ours'])).toMatchObject({ kind: 'fault', final: true });
    expect(await ask([])).toMatchObject({ kind: 'fault', final: true });
  });

  it('makes a program that was killed a fault', async () => {
    const { ask } = await setUp();
    const result = await ask(program("process.kill(process.pid, 'SIGKILL')"));
    expect(result).toMatchObject({ kind: 'fault', message: expect.stringContaining('SIGKILL') });
  });

  it('ends the whole process tree after the time limit', async () => {
    const { ask } = await setUp();
    const started = join(await makeFolder(), 'started');
    const result = await ask(fixture('slow.mjs', started), { timeoutMs: 1500 });
    expect(result).toMatchObject({ kind: 'fault', final: false });
    expect(result).toMatchObject({ message: expect.stringContaining('no answer within 1.5 s') });
    expect((await stat(started)).isFile()).toBe(true);
    expect(await processesOf(started)).toEqual([]);
  });

  it('ends the whole process tree when it is aborted, and rejects', async () => {
    const { ask } = await setUp();
    const started = join(await makeFolder(), 'started');
    const controller = new AbortController();
    const asking = ask(fixture('slow.mjs', started), { signal: controller.signal });
    const ended = expect(asking).rejects.toThrow('stop now');
    await waitFor(() => stat(started));
    expect((await processesOf(started)).length).toBeGreaterThanOrEqual(
      process.platform === 'linux' ? 2 : 0,
    );
    controller.abort(new Error('stop now'));
    await ended;
    expect(await processesOf(started)).toEqual([]);
  });

  it('may write files, which is for the caller to find', async () => {
    const { ask, workspace, request } = await setUp({ role: 'survey', target_scope: ['a.js'] });
    await writeFiles(workspace, { 'a.js': '1\n' });
    const result = await ask(fixture('writes-files.mjs'), { request });
    expect(result).toMatchObject({ kind: 'answer', answer: { findings: [] } });
    expect((await readdir(workspace)).sort()).toEqual(['a.js', 'brain-was-here.txt']);
    expect(await readFile(join(workspace, 'a.js'), 'utf8')).toContain('// improved');
  });
});

/** Command lines of living processes that have `argument` among their arguments. */
async function processesOf(argument: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.split('\0').includes(argument)) found.push(line);
  }
  return found;
}

describe('the scripted brain of the tests', () => {
  async function scripted(script: object) {
    const folder = await makeFolder();
    const [scriptPath, log] = [join(folder, 'script.json'), join(folder, 'log.jsonl')];
    await writeFile(scriptPath, JSON.stringify(script));
    const { ask, request, workspace } = await setUp({ diff: DIFF });
    const command = fixture('scripted.mjs', scriptPath, log);
    const answer = async (change: Partial<BrainRequest>) => {
      const result = await ask(command, { request: { ...request, ...change } });
      return result.kind === 'answer' ? result.answer : result.kind;
    };
    return { answer, log, workspace, request };
  }

  it('answers each role in order, the same request with the same answer, and logs what was sent', async () => {
    const gone = { kind: 'finding-gone', node_id: 'R001', note: 'gone' };
    const { answer, log } = await scripted({
      survey: [{ findings: [] }],
      propose: [gone, { $raw: 'no JSON' }],
      critique: ['accept'],
    });
    expect(await answer({ role: 'survey', iteration: 0 })).toEqual({ findings: [] });
    expect(await answer({ iteration: 1 })).toEqual(gone);
    expect(await answer({ iteration: 1 })).toEqual(gone);
    expect(await answer({ iteration: 2 })).toBe('no JSON');
    const last = await answer({ iteration: 2, previous_error: 'not an object' });
    expect(proposeAnswerSchema.parse(last)).toMatchObject({ kind: 'nothing-actionable' });
    const lines = (await readFile(log, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(5);
    expect(JSON.parse(lines[4] ?? '')).toMatchObject({
      entry: 2,
      request: { role: 'propose', iteration: 2, previous_error: 'not an object' },
    });
  });

  it('goes on to the next entry after a fault', async () => {
    const { answer } = await scripted({ survey: [{ $exit: 3 }, { findings: [] }] });
    expect(await answer({ role: 'survey' })).toBe('fault');
    expect(await answer({ role: 'survey' })).toEqual({ findings: [] });
    expect(await answer({ role: 'survey' })).toEqual({ findings: [] });
  });

  it('can write into the workspace before it answers', async () => {
    const { answer, workspace } = await scripted({
      survey: [{ $write: { 'x/y.txt': '1' }, $answer: { findings: [] } }],
    });
    expect(surveyAnswerSchema.parse(await answer({ role: 'survey' }))).toEqual({ findings: [] });
    expect(await readFile(join(workspace, 'x/y.txt'), 'utf8')).toBe('1');
  });

  it('accepts a diff with a verdict that cites its first changed line', async () => {
    const { answer } = await scripted({ critique: ['accept'] });
    const verdict = verdictSchema.parse(await answer({ role: 'critique' }));
    expect(verdict.verdict).toBe('accept');
    expect(verdict.per_criterion).toHaveLength(11);
    expect(verdict.per_criterion[0]).toMatchObject({
      span: 'src/a.js:4-4',
      evidence: 'const two = one + 1 + 0;',
    });
  });
});
