import { roundCents } from './money.js';

/**
 * @typedef {object} Order
 * @property {string} name
 * @property {string} [company]
 * @property {import('./cart.js').Line[]} lines
 * @property {number} net
 * @property {number} discount
 * @property {number} tax
 * @property {number} deposit
 * @property {number} shipping
 * @property {number} total
 * @property {string[]} flags
 */

/**
 * Gives the next number of the journal away.
 * @param {string[]} journal
 */
export function register(journal) {
  const number = journal.length + 1;
  journal.push(`#${number}`);
  return number;
}

/**
 * Writes an order into the journal, under the number that it gets there.
 * @param {Order} order
 * @param {string[]} journal
 */
export function recordOrder(order, journal) {
  const id = register(journal);
  journal.push(`${order.name}: ${order.total.toFixed(2)}`);
  for (const flag of order.flags) {
    journal.push(`! ${flag}`);
  }
}

/**
 * Marks an order that somebody should look at before it is sent.
 * @param {Order} order
 * @param {number} limit
 */
export function flagLargeOrder(order, limit) {
  const { total, flags } = order;
  if (total > limit) {
    const over = roundCents(total - limit);
    flags.push('large');
    flags.push(`${over.toFixed(2)} over the limit`);
    if (order.company === undefined) {
      flags.push('private customer');
    }
    flags.sort();
  }
}
