import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { receiptHeader, renderReceipt, row } from '../src/receipt.js';

function order(changes = {}) {
  return {
    name: 'Ada',
    company: undefined,
    lines: [{ sku: 'TEA', price: 4.5, quantity: 2, kind: 'food' }],
    net: 9,
    discount: 0,
    tax: 0.63,
    deposit: 0,
    shipping: 3.9,
    total: 13.53,
    flags: [],
    ...changes,
  };
}

describe('row', () => {
  it('fills the line', () => {
    assert.equal(row('net', '9.00 EUR').length, 40);
    assert.match(row('net', '9.00 EUR'), /^net {29}9\.00 EUR$/);
  });

  it('cuts a long label', () => {
    const text = row('x'.repeat(50), '1.00 EUR');
    assert.equal(text, `${'x'.repeat(31)} 1.00 EUR`);
  });
});

describe('receiptHeader', () => {
  it('names a private customer', () => {
    const lines = receiptHeader(order());
    assert.deepEqual(lines.slice(1), ['Ada', '='.repeat(40)]);
  });

  it('names a company and who ordered for it', () => {
    const lines = receiptHeader(order({ company: 'Ada Ltd' }));
    assert.deepEqual(lines.slice(1), ['Ada Ltd', 'c/o Ada', '='.repeat(40)]);
  });

  it('takes an empty company for none', () => {
    assert.equal(receiptHeader(order({ company: '' })).length, 3);
  });
});

describe('renderReceipt', () => {
  it('prints articles and sums in their order', () => {
    const labels = renderReceipt(order())
      .split('\n')
      .slice(3)
      .map((line) => line.split('  ')[0]);
    assert.deepEqual(labels, [
      '2 x TEA',
      '-'.repeat(40),
      'net',
      'tax',
      'shipping',
      '-'.repeat(40),
      'TOTAL',
      '='.repeat(40),
      'Thank you for your order.',
      '',
    ]);
  });

  it('prints discount and deposit only where there are some', () => {
    const text = renderReceipt(order({ discount: 0.9, deposit: 1.14, shipping: 0 }));
    assert.match(text, /^discount +-0\.90 EUR$/m);
    assert.match(text, /^deposit +1\.14 EUR$/m);
    assert.match(text, /^shipping +free$/m);
  });

  it('prints another currency', () => {
    assert.match(renderReceipt(order(), 'CHF'), /^TOTAL +13\.53 CHF$/m);
  });

  it('prints an order without articles', () => {
    const text = renderReceipt(order({ lines: [], net: 0, tax: 0, shipping: 0, total: 0 }));
    assert.match(text, /^TOTAL +0\.00 EUR$/m);
  });
});
