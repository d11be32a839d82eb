const PACK_SIZE = 10;
const PACK_DISCOUNT = 0.05;

/**
 * Rounds an amount to whole cents.
 * @param {number} amount
 */
export function roundCents(amount) {
  return Math.round(amount * 100) / 100;
}

/**
 * The price of some pieces of one article; full packs are cheaper.
 * @param {number} price
 * @param {number} quantity
 */
export function packPrice(price, quantity) {
  const full = Math.round(price * quantity * 100) / 100;
  return quantity >= PACK_SIZE ? roundCents(full * (1 - PACK_DISCOUNT)) : full;
}

/**
 * Adds tax to a net amount.
 * @param {number} net
 * @param {number} rate 0.19 for 19 %
 */
export function withTax(net, rate) {
  const tax = Math.round(net * rate * 100) / 100;
  return roundCents(net + tax);
}

/**
 * Reads an amount such as `12`, `12.5` or `-3.99`.
 * @param {string} text
 */
export function parseAmount(text) {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match !== null) {
    const [, sign, whole, fraction = ''] = match;
    const euros = Number(whole);
    const cents = Number(fraction.padEnd(2, '0'));
    const amount = roundCents(euros + cents / 100);
    return sign === '-' ? -amount : amount;
  } else {
    throw new SyntaxError(`not an amount: ${text}`);
  }
}

/**
 * Prints an amount with two decimals and its currency.
 * @param {number} amount
 * @param {string} [currency]
 */
export function formatAmount(amount, currency = 'EUR') {
  const digits = Number.isNaN(amount) ? '--.--' : amount.toFixed(2);
  return `${digits} ${currency}`;
}
