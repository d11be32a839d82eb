/**
 * One article in a cart.
 * @typedef {object} Line
 * @property {string} sku
 * @property {number} price per piece, net
 * @property {number} quantity
 * @property {string} kind `book`, `food`, `voucher`, …
 * @property {number} [weight] kilograms per piece
 * @property {number} [bottles] bottles with a deposit per piece
 */

/**
 * @typedef {object} Cart
 * @property {Line[]} lines
 * @property {string} coupon empty when there is none
 * @property {number} percent what the coupon takes off
 */

/** @returns {Cart} */
export function createCart() {
  return { lines: [], coupon: '', percent: 0 };
}

/**
 * Adds an article, or more pieces of one that is there already.
 * @param {Cart} cart
 * @param {Line} line
 */
export function addLine(cart, line) {
  const known = cart.lines.find((other) => other.sku === line.sku && other.price === line.price);
  if (known) {
    known.quantity += line.quantity;
    return;
  }
  cart.lines.push({ ...line });
}

/**
 * What a coupon takes off in percent; 0 when it is unknown.
 * @param {string} code
 */
export function couponPercent(code) {
  if (code === 'WELCOME') {
    return 10;
  }
  if (code === 'COMEBACK') {
    return 10;
  }
  if (code.startsWith('STAFF-')) {
    return 25;
  }
  return 0;
}

/**
 * Puts a coupon on the cart; an empty code takes the old one off.
 * @param {Cart} cart
 * @param {string} code
 */
export function applyCoupon(cart, code) {
  cart.coupon = '';
  cart.percent = 0;
  if (code !== '') {
    const wanted = code.trim().toUpperCase();
    const percent = couponPercent(wanted);
    if (percent === 0) {
      throw new RangeError(`unknown coupon: ${code}`);
    }
    cart.coupon = wanted;
    cart.percent = percent;
  }
}

/**
 * Takes the pieces out of the stock. Vouchers are printed on demand.
 * @param {Line[]} lines
 * @param {Map<string, number>} stock
 */
export function reserveStock(lines, stock) {
  for (const line of lines) {
    if (line.kind !== 'voucher') {
      const before = stock.get(line.sku) ?? 0;
      const left = before - line.quantity;
      if (left < 0) {
        throw new RangeError(`out of stock: ${line.sku}`);
      }
      stock.set(line.sku, left);
    }
  }
}

/**
 * The articles of one kind in the order of their names.
 * @param {Line[]} lines
 * @param {string} kind
 */
export function skusOfKind(lines, kind) {
  const skus = [];
  for (const line of lines) {
    if (line.kind === kind) {
      skus.push(line.sku);
    }
  }
  return skus.sort();
}

/**
 * The articles that cost more than the limit.
 * @param {Line[]} lines
 * @param {number} limit
 */
export function skusOver(lines, limit) {
  const skus = [];
  for (const line of lines) {
    if (line.price > limit) {
      skus.push(line.sku);
    }
  }
  return skus;
}
