import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addLine, applyCoupon, createCart } from '../src/cart.js';
import { checkout } from '../src/checkout.js';

const customer = { name: 'Ada', country: 'DE' };

function steps() {
  const calls = [];
  return {
    calls,
    reserve: (lines) => calls.push(['reserve', lines.length]),
    charge: (total) => calls.push(['charge', total]),
    record: (order) => calls.push(['record', order.name]),
  };
}

function cartOf(...lines) {
  const cart = createCart();
  for (const line of lines) {
    addLine(cart, line);
  }
  return cart;
}

describe('checkout', () => {
  it('sums net, tax and shipping', () => {
    const cart = cartOf(
      { sku: 'ATLAS', price: 20, quantity: 1, kind: 'book', weight: 1.5 },
      { sku: 'GLOBE', price: 10, quantity: 2, kind: 'toy', weight: 1 },
    );
    const order = checkout(cart, customer, steps());
    assert.equal(order.net, 40);
    assert.equal(order.tax, 5.2);
    assert.equal(order.shipping, 5.9);
    assert.equal(order.total, 51.1);
  });

  it('takes the coupon off before the tax', () => {
    const cart = cartOf({ sku: 'GLOBE', price: 50, quantity: 2, kind: 'toy' });
    applyCoupon(cart, 'WELCOME');
    const order = checkout(cart, customer, steps());
    assert.equal(order.discount, 10);
    assert.equal(order.tax, 17.1);
    assert.equal(order.shipping, 0);
    assert.equal(order.total, 107.1);
  });

  it('adds the deposit after the tax', () => {
    const cart = cartOf({ sku: 'COLA', price: 5, quantity: 2, kind: 'toy', bottles: 6 });
    const order = checkout(cart, customer, steps());
    assert.equal(order.deposit, 2.28);
    assert.equal(order.total, 18.08);
  });

  it('gives packs their price', () => {
    const order = checkout(
      cartOf({ sku: 'TEA', price: 2, quantity: 10, kind: 'food' }),
      customer,
      steps(),
    );
    assert.equal(order.net, 19);
    assert.equal(order.tax, 1.33);
  });

  it('reserves, then charges, then records', () => {
    const done = steps();
    checkout(cartOf({ sku: 'TEA', price: 2, quantity: 1, kind: 'voucher' }), customer, done);
    assert.deepEqual(done.calls, [
      ['reserve', 1],
      ['charge', 5.9],
      ['record', 'Ada'],
    ]);
  });

  it('charges nothing when the stock is out', () => {
    const done = steps();
    done.reserve = () => {
      throw new RangeError('out of stock');
    };
    const cart = cartOf({ sku: 'TEA', price: 2, quantity: 1, kind: 'food' });
    assert.throws(() => checkout(cart, customer, done), /out of stock/);
    assert.deepEqual(done.calls, []);
  });

  it('refuses an empty cart before anything else', () => {
    const done = steps();
    assert.throws(
      () => checkout(createCart(), customer, done),
      new RangeError('the cart is empty'),
    );
    assert.deepEqual(done.calls, []);
  });

  it('refuses a quantity that is not a positive whole number', () => {
    for (const quantity of [0, -1, 1.5, NaN]) {
      const cart = cartOf({ sku: 'TEA', price: 2, quantity, kind: 'food' });
      assert.throws(() => checkout(cart, customer, steps()), {
        message: `bad quantity of TEA: ${quantity}`,
      });
    }
  });

  it('refuses a price that is negative or NaN', () => {
    for (const price of [-0.01, NaN]) {
      const cart = cartOf({ sku: 'TEA', price, quantity: 1, kind: 'food' });
      assert.throws(() => checkout(cart, customer, steps()), {
        message: `bad price of TEA: ${price}`,
      });
    }
  });

  it('takes articles for nothing', () => {
    const cart = cartOf({ sku: 'SAMPLE', price: 0, quantity: 1, kind: 'toy' });
    assert.equal(checkout(cart, customer, steps()).total, 3.9);
  });
});
