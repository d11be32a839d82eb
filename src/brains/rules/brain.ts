import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AskOptions, type Brain, type BrainResult, NO_USAGE } from '../brain.js';
import type { BrainRequest } from '../../core/contracts.js';
import type { ChildReply } from './child.js';

/** The compiled entry, from `src/` and from `dist/` alike: a forked process has no transpiler. */
const ENTRY = fileURLToPath(new URL('../../../dist/brains/rules/child.js', import.meta.url));
const ERROR_TAIL = 2000;

/** What the helper process needs of the environment: nothing that could be a secret. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LANG', 'TMPDIR'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** One helper process and the calls that wait for it. */
class Helper {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (result: BrainResult) => void>();
  readonly #ended: Promise<unknown>;
  #errors = '';
  #lastId = 0;
  alive = true;

  constructor() {
    this.#process = fork(ENTRY, [], {
      env: environment(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-ERROR_TAIL);
    });
    this.#process.on('message', (reply: ChildReply) => this.#settle(reply));
    this.#process.on('error', (error) => this.#end(error.message));
    this.#process.on('exit', (code, signal) =>
      this.#end(`it ended with ${signal ?? `code ${code}`}: ${this.#errors.trim()}`),
    );
    this.#ended = once(this.#process, 'close').catch(() => undefined);
  }

  ask(request: BrainRequest): Promise<BrainResult> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#process.send({ id, request }, (error) => {
        if (error) this.#end(error.message);
      });
    });
  }

  /** Ends the process; calls that wait get a fault with this reason. */
  async kill(reason: string): Promise<void> {
    this.#end(reason);
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  #settle(reply: ChildReply): void {
    const resolve = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    resolve?.(
      'error' in reply
        ? fault(`the rules engine failed: ${reply.error}`)
        : { kind: 'answer', answer: reply.answer, usage: NO_USAGE },
    );
  }

  #end(reason: string): void {
    this.alive = false;
    for (const resolve of this.#waiting.values()) resolve(fault(`the rules engine: ${reason}`));
    this.#waiting.clear();
  }
}

function fault(message: string): BrainResult {
  return { kind: 'fault', message, final: false };
}

/** The offline brain: rules on the TypeScript parser, in one warm helper process. */
export function createRulesBrain(): Brain {
  let helper: Helper | undefined;

  async function ask(request: BrainRequest, options: AskOptions): Promise<BrainResult> {
    const { signal, timeoutMs } = options;
    if (signal.aborted) return fault('the rules engine: the call was cancelled');
    if (helper?.alive !== true) helper = new Helper();
    const current = helper;
    const timer = setTimeout(
      () => void current.kill(`no answer within ${timeoutMs} ms`),
      timeoutMs,
    );
    const cancel = (): void => void current.kill('the call was cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await current.ask(request);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }

  return {
    id: 'rules',
    ask,
    close: async () => {
      await helper?.kill('the brain was closed');
      helper = undefined;
    },
  };
}
