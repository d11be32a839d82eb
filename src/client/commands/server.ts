import type { Command } from 'commander';
import { openLocalServer, serveHost } from '../../local.js';
import { namedServer, namesServer } from '../connection.js';
import { EXIT, type ExitCode } from '../exit.js';
import { openOutput } from '../output.js';

/** `refactor-loop server` */
export function serverCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('server')
    .description('keep the embedded server and its Web UI up, to look at runs, until Ctrl-C')
    .action(async () => {
      const output = openOutput(false);
      const server = await openLocalServer((message) => {
        output.line(message);
      });
      output.line(`Web UI            ${server.uiUrl}/namespaces/${server.namespace}/workflows`);
      output.line(`TEMPORAL_ADDRESS  ${server.address}`);
      output.line('Ctrl-C closes both, unless a run still needs them');
      await interrupted();
      await server.release();
      finish(EXIT.done);
    });
}

/** `refactor-loop worker` */
export function workerCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('worker')
    .description(
      'serve runs that scripts start, until Ctrl-C; owns the embedded server unless TEMPORAL_ADDRESS names one',
    )
    .action(async () => {
      const output = openOutput(false);
      const say = (message: string): void => {
        output.line(message);
      };
      const local = namesServer() ? undefined : await openLocalServer(say);
      const { connectionOptions, namespace = 'default' } =
        local === undefined
          ? namedServer()
          : { connectionOptions: local, namespace: local.namespace };
      const worker = await serveHost({
        address: connectionOptions.address ?? '127.0.0.1:7233',
        namespace,
        ...('tls' in connectionOptions ? { tls: connectionOptions.tls } : {}),
        ...('apiKey' in connectionOptions && typeof connectionOptions.apiKey === 'string'
          ? { apiKey: connectionOptions.apiKey }
          : {}),
        ...(local === undefined ? {} : { databaseFile: local.databaseFile }),
      });
      output.line(`worker ready on host ${worker.hostId}`);
      if (local !== undefined) {
        output.line(`Web UI  ${local.uiUrl}/namespaces/${namespace}/workflows`);
        output.line(`export TEMPORAL_ADDRESS=${local.address}`);
      }
      // The SDK shuts workers down on SIGINT and SIGTERM.
      await worker.done;
      await local?.release();
      finish(EXIT.done);
    });
}

const KEEP_ALIVE_MS = 60_000;

/** Resolves on Ctrl-C or SIGTERM. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    // Signal handlers alone do not keep a process running.
    const alive = setInterval(() => undefined, KEEP_ALIVE_MS);
    const stop = (): void => {
      clearInterval(alive);
      resolve();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}
