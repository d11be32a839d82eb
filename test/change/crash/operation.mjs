/** Does one operation of the compiled change engine for each message, with the faults it asks for. */
import { existsSync } from 'node:fs';
import { arm, end, points } from './faults.mjs';

/** @param {string} file */
const product = (file) => import(new URL(`../../../dist/change/${file}.js`, import.meta.url).href);
const { applyChange } = await product('apply');
const { revertChange } = await product('revert');
const { commitChange } = await product('commit');

/** @type {Record<string, (request: unknown) => Promise<unknown>>} */
const OPERATIONS = { apply: applyChange, revert: revertChange, commit: commitChange };

process.on('message', async (/** @type {any} */ { kind, request, plan }) => {
  arm(plan);
  const stillCurrent = async () => {
    if (existsSync(`${request.workspace}.newer`)) throw new Error('overtaken');
  };
  try {
    const result = await OPERATIONS[kind]?.({ ...request, stillCurrent });
    end();
    process.send?.({ result, points: points() });
  } catch (error) {
    const codes = [error, ...(error.errors ?? [])].map(({ code }) => code);
    process.send?.({ codes, message: error.message, points: points() });
  }
});
// The test was killed: nobody waits for the end.
process.on('disconnect', () => process.exit());
process.send?.('ready');
