import { roundCents } from './money.js';

const LEGACY_RATE = 0.19;
const SHOP_RATE = 0.16;

/** @type {Record<string, number>} */
const RATES = { standard: 0.19, reduced: 0.07, zero: 0 };

/**
 * The tax class of a kind of article.
 * @param {string} kind
 */
export function taxClass(kind) {
  let name = 'standard';
  if (kind === 'book') {
    name = 'reduced';
  } else if (kind === 'food') {
    name = 'reduced';
  } else if (kind === 'voucher') {
    name = 'zero';
  }
  return name;
}

/**
 * The tax rate of a kind of article.
 * @param {string} kind
 */
export function taxRate(kind) {
  return RATES[taxClass(kind)] ?? 0;
}

function oldTax(net = 0) {
  return roundCents(net * SHOP_RATE);
}

/**
 * Tax on an order from before there were tax classes.
 * @param {number} net
 */
export function legacyTax(net) {
  return roundCents(net * LEGACY_RATE);
}

/**
 * The deposit on bottles, which is not taxed.
 * @param {number} bottles
 */
export function deposit(bottles) {
  return roundCents(bottles * 0.19);
}
