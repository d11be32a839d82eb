import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { INIT_FD } from './confine.js';
import { childrenOf } from './process-tree.js';

/** The first process of a child's PID namespace, as it speaks on its descriptor. */
export class InitProcess {
  /** Settles when the program has exited, or when the namespace is gone. */
  readonly programEnded: Promise<void>;
  /** Its id as seen from here; undefined when the program was never started. */
  readonly pid: Promise<number | undefined>;
  private readonly channel: Socket | null;

  constructor(child: ChildProcess) {
    const channel = child.stdio[INIT_FD];
    this.channel = channel instanceof Socket ? channel : null;
    const closed = new Promise<void>((settle) => {
      if (this.channel === null) settle();
      this.channel?.once('close', () => settle());
    });
    let text = '';
    const said = (word: string) =>
      new Promise<void>((settle) => {
        this.channel?.on('data', () => text.includes(word) && settle());
      });
    this.channel?.setEncoding('utf8');
    this.channel?.on('data', (chunk: string) => (text += chunk));
    this.channel?.on('error', () => undefined);
    this.programEnded = Promise.race([said('ended'), closed]);
    const started = said('started').then(async () => (await childrenOf(child.pid ?? 0))[0]);
    this.pid = Promise.race([started, closed.then(() => undefined)]);
  }

  /** Lets it end, and with it everything in the namespace. */
  release(): void {
    this.channel?.destroy();
  }
}
