import { execFile, fork, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const OPERATION = fileURLToPath(new URL('operation.mjs', import.meta.url));

export type Kind = 'apply' | 'revert' | 'commit';

/** Where a child meets its fault: see `faults.mjs`. */
export interface Plan {
  /** Number of a point, from 1. */
  at: number;
  how: 'kill' | 'tear' | 'fail' | 'full' | 'hold';
}

/** What a child says that came to an end. */
export interface Answer {
  result?: unknown;
  /** Codes of the error, and of those it holds. */
  codes?: string[];
  message?: string;
  points: string[];
}

/** A process group of its own that does operations of the compiled product. */
export class Child {
  private readonly greeted: Promise<unknown>;

  private constructor(private readonly process: ChildProcess) {
    this.greeted = once(process, 'message');
  }

  /** Starts one, which is ready later. */
  static start(env: NodeJS.ProcessEnv = process.env): Child {
    const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
    return new Child(fork(OPERATION, { detached: true, execArgv: [], stdio, env }));
  }

  async ready(): Promise<this> {
    await this.greeted;
    return this;
  }

  /** Does one operation; undefined when the child died of it. */
  async run(kind: Kind, request: object, plan?: Plan): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const settle = (answer?: Answer): void => {
        this.process.off('message', settle).off('exit', die);
        resolve(answer);
      };
      const die = (): void => settle();
      this.process.once('message', settle).once('exit', die);
      this.process.send({ kind, request, plan }, () => undefined);
    });
  }

  /** Waits until the child has stopped itself, at a point where it must `hold`. */
  async held(): Promise<void> {
    for (let state = ''; !state.startsWith('T'); await delay(5)) {
      const { stdout } = await run('ps', ['-o', 'stat=', '-p', String(this.process.pid)]);
      state = stdout.trim();
    }
  }

  /** Lets a child that has stopped itself go on. */
  goOn(): void {
    this.process.kill('SIGCONT');
  }

  /** Kills the whole group and waits for its end. */
  async kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const died = once(this.process, 'exit');
    process.kill(-pid, 'SIGKILL');
    await died;
  }
}
