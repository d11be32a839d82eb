import { packPrice, roundCents } from './money.js';
import { shippingCost } from './shipping.js';
import { deposit, taxRate } from './tax.js';

/**
 * What the checkout does to the world, in this order.
 * @typedef {object} Steps
 * @property {(lines: import('./cart.js').Line[]) => void} reserve
 * @property {(total: number) => void} charge
 * @property {(order: import('./orders.js').Order) => void} record
 */

/**
 * Turns a cart into a paid order.
 * @param {import('./cart.js').Cart} cart
 * @param {{ name: string, company?: string, country: string }} customer
 * @param {Steps} steps
 * @returns {import('./orders.js').Order}
 */
export function checkout(cart, customer, steps) {
  const { lines, percent } = cart;
  if (lines.length === 0) {
    throw new RangeError('the cart is empty');
  }

  // validate lines
  for (const line of lines) {
    if (!Number.isInteger(line.quantity) || line.quantity < 1) {
      throw new RangeError(`bad quantity of ${line.sku}: ${line.quantity}`);
    }
    if (Number.isNaN(line.price) || line.price < 0) {
      throw new RangeError(`bad price of ${line.sku}: ${line.price}`);
    }
  }

  // sum lines
  let net = 0;
  for (const line of lines) {
    const price = packPrice(line.price, line.quantity);
    net = roundCents(net + price);
  }

  let tax = 0;
  let bottles = 0;
  let weight = 0;
  for (const line of lines) {
    const price = packPrice(line.price, line.quantity) * (1 - percent / 100);
    tax += roundCents(price * taxRate(line.kind));
    bottles += (line.bottles ?? 0) * line.quantity;
    weight += (line.weight ?? 0) * line.quantity;
  }

  const discount = roundCents((net * percent) / 100);
  const goods = roundCents(net - discount + tax);
  const shipping = shippingCost(goods, weight, customer.country);
  const order = {
    name: customer.name,
    company: customer.company,
    lines,
    net,
    discount,
    tax: roundCents(tax),
    deposit: deposit(bottles),
    shipping,
    total: roundCents(goods + deposit(bottles) + shipping),
    flags: [],
  };

  steps.reserve(lines);
  steps.charge(order.total);
  steps.record(order);
  return order;
}
