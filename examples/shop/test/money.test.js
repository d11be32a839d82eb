import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAmount, packPrice, parseAmount, roundCents, withTax } from '../src/money.js';

describe('roundCents', () => {
  it('rounds to two decimals', () => {
    assert.equal(roundCents(12.3456), 12.35);
    assert.equal(roundCents(12.344), 12.34);
  });

  it('leaves whole amounts alone', () => {
    assert.equal(roundCents(7), 7);
  });

  it('rounds half a cent of a refund up', () => {
    assert.equal(roundCents(-0.125), -0.12);
  });

  it('keeps NaN', () => {
    assert.ok(Number.isNaN(roundCents(NaN)));
  });
});

describe('packPrice', () => {
  it('multiplies', () => {
    assert.equal(packPrice(1.99, 3), 5.97);
  });

  it('rounds the product', () => {
    assert.equal(packPrice(0.333, 2), 0.67);
  });

  it('is cheaper from ten pieces on', () => {
    assert.equal(packPrice(2, 9), 18);
    assert.equal(packPrice(2, 10), 19);
  });
});

describe('withTax', () => {
  it('adds the tax', () => {
    assert.equal(withTax(100, 0.19), 119);
  });

  it('rounds the tax to cents', () => {
    assert.equal(withTax(0.99, 0.07), 1.06);
  });

  it('takes a rate of zero', () => {
    assert.equal(withTax(5.5, 0), 5.5);
  });
});

describe('parseAmount', () => {
  it('reads whole amounts and decimals', () => {
    assert.equal(parseAmount('12'), 12);
    assert.equal(parseAmount('12.5'), 12.5);
    assert.equal(parseAmount(' 3.99 '), 3.99);
  });

  it('reads negative amounts', () => {
    assert.equal(parseAmount('-3.99'), -3.99);
  });

  it('refuses anything else', () => {
    assert.throws(() => parseAmount('12,50'), new SyntaxError('not an amount: 12,50'));
    assert.throws(() => parseAmount(''), SyntaxError);
    assert.throws(() => parseAmount('1.234'), SyntaxError);
  });
});

describe('formatAmount', () => {
  it('prints two decimals and the currency', () => {
    assert.equal(formatAmount(3.5), '3.50 EUR');
    assert.equal(formatAmount(3.5, 'CHF'), '3.50 CHF');
  });

  it('prints dashes for NaN', () => {
    assert.equal(formatAmount(NaN), '--.-- EUR');
  });
});
