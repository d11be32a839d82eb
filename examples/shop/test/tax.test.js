import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deposit, legacyTax, taxClass, taxRate } from '../src/tax.js';

describe('taxClass', () => {
  it('is reduced for books and food', () => {
    assert.equal(taxClass('book'), 'reduced');
    assert.equal(taxClass('food'), 'reduced');
  });

  it('is zero for vouchers', () => {
    assert.equal(taxClass('voucher'), 'zero');
  });

  it('is standard for the rest', () => {
    assert.equal(taxClass('toy'), 'standard');
    assert.equal(taxClass(''), 'standard');
  });
});

describe('taxRate', () => {
  it('goes by the class', () => {
    assert.deepEqual(['toy', 'book', 'voucher'].map(taxRate), [0.19, 0.07, 0]);
  });
});

describe('legacyTax', () => {
  it('has one rate for everything', () => {
    assert.equal(legacyTax(100), 19);
    assert.equal(legacyTax(0.1), 0.02);
  });
});

describe('deposit', () => {
  it('counts bottles', () => {
    assert.equal(deposit(0), 0);
    assert.equal(deposit(6), 1.14);
  });
});
