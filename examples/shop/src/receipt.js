import { formatAmount, packPrice } from './money.js';

const WIDTH = 40;

/**
 * A label on the left and a value on the right of one line.
 * @param {string} label
 * @param {string} value
 */
export function row(label, value) {
  const room = WIDTH - value.length - 1;
  return `${label.slice(0, room).padEnd(room)} ${value}`;
}

/**
 * Who bought, above the articles.
 * @param {import('./orders.js').Order} order
 */
export function receiptHeader(order) {
  const out = ['THE SHOP'.padStart(WIDTH / 2 + 4)];
  if (order.company) {
    out.push(order.company);
    out.push(`c/o ${order.name}`);
    out.push('='.repeat(WIDTH));
  } else {
    out.push(order.name);
    out.push('='.repeat(WIDTH));
  }
  return out;
}

/**
 * The receipt of an order as text.
 * @param {import('./orders.js').Order} order
 * @param {string} [currency]
 */
export function renderReceipt(order, currency = 'EUR') {
  const rule = '-'.repeat(WIDTH);
  const articles = order.lines.map((line) => {
    const price = packPrice(line.price, line.quantity);
    return row(`${line.quantity} x ${line.sku}`, formatAmount(price, currency));
  });
  const discount =
    order.discount > 0 ? [row('discount', formatAmount(-order.discount, currency))] : [];
  const deposit = order.deposit > 0 ? [row('deposit', formatAmount(order.deposit, currency))] : [];
  const shipping = order.shipping > 0 ? formatAmount(order.shipping, currency) : 'free';

  return [
    ...receiptHeader(order),
    ...articles,
    rule,
    row('net', formatAmount(order.net, currency)),
    ...discount,
    row('tax', formatAmount(order.tax, currency)),
    ...deposit,
    row('shipping', shipping),
    rule,
    row('TOTAL', formatAmount(order.total, currency)),
    '='.repeat(WIDTH),
    'Thank you for your order.',
    '',
  ].join('\n');
}
