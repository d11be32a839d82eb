import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { acceptsConnections } from './adapters/server-process.js';
import { SEARCH_ATTRIBUTES } from './core/protocol.js';

/** The search attributes that a run sets, each with its type as the `temporal` program names it. */
export const SEARCH_ATTRIBUTE_TYPES = {
  [SEARCH_ATTRIBUTES.phase]: 'Keyword',
  [SEARCH_ATTRIBUTES.outcome]: 'Keyword',
  [SEARCH_ATTRIBUTES.repo]: 'Keyword',
  [SEARCH_ATTRIBUTES.iteration]: 'Int',
} as const;

/** Values of the API's enum `IndexedValueType`. */
const TYPE_CODES = { Keyword: 2, Int: 3 } as const;
const NAMESPACE = 'default';
const RETENTION = '720h';
const CONNECT_TIMEOUT = '3s';
const RETRY_MS = 50;

/** Whether a Temporal server answers at `host:port`, within a few seconds. */
export async function serverAnswers(address: string): Promise<boolean> {
  if (!(await acceptsConnections(address))) return false;
  try {
    const connection = await Connection.connect({ address, connectTimeout: CONNECT_TIMEOUT });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Waits until the server at `address` answers, then sets retention and search attributes, which a
 * dev server forgets or ignores for an old database; throws the signal's reason, with the last
 * error, when that fires first.
 */
export async function prepareNamespace(address: string, signal: AbortSignal): Promise<void> {
  let last: unknown = 'none';
  while (!signal.aborted) {
    try {
      if (await acceptsConnections(address)) return await prepare(address);
    } catch (error) {
      last = error;
    }
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  throw new Error(`${String(signal.reason)} (last answer of the server: ${String(last)})`);
}

async function prepare(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_TIMEOUT });
  try {
    const { workflowService, operatorService } = connection;
    const config = { workflowExecutionRetentionTtl: msToTs(RETENTION) };
    await workflowService.updateNamespace({ namespace: NAMESPACE, config });
    const known = await operatorService.listSearchAttributes({ namespace: NAMESPACE });
    const missing = Object.entries(SEARCH_ATTRIBUTE_TYPES)
      .filter(([name]) => !(name in known.customAttributes))
      .map(([name, type]) => [name, TYPE_CODES[type]] as const);
    if (missing.length === 0) return;
    const searchAttributes = Object.fromEntries(missing);
    await operatorService.addSearchAttributes({ namespace: NAMESPACE, searchAttributes });
  } finally {
    await connection.close();
  }
}
