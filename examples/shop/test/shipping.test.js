import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { customsPaper, isFree, shippingCost, zoneOf } from '../src/shipping.js';

describe('zoneOf', () => {
  it('tells home, union and world apart', () => {
    assert.deepEqual(['DE', 'FR', 'US'].map(zoneOf), ['home', 'union', 'world']);
  });
});

describe('isFree', () => {
  it('begins at the limit', () => {
    assert.equal(isFree(79.99), false);
    assert.equal(isFree(80), true);
  });

  it('is false for NaN', () => {
    assert.equal(isFree(NaN), false);
  });
});

describe('shippingCost', () => {
  it('is nothing at home for a big order', () => {
    assert.equal(shippingCost(100, 4, 'DE'), 0);
  });

  it('goes by started kilos', () => {
    assert.equal(shippingCost(10, 1.2, 'DE'), 4.9);
    assert.equal(shippingCost(10, 2, 'DE'), 4.9);
  });

  it('is never free abroad', () => {
    assert.equal(shippingCost(100, 1, 'FR'), 9.7);
    assert.equal(shippingCost(1000, 1, 'US'), 23);
  });

  it('costs the base without a weight', () => {
    assert.equal(shippingCost(10, 0, 'FR'), 8.5);
  });
});

describe('customsPaper', () => {
  it('is needed outside the union only', () => {
    assert.equal(customsPaper({ country: 'FR', territory: 'FR', value: 2000 }), 'none');
    assert.equal(customsPaper({ country: 'US', territory: 'US', value: 20 }), 'CN22');
  });

  it('is the long one for high values', () => {
    assert.equal(customsPaper({ country: 'US', territory: 'US', value: 1000.01 }), 'CN23');
  });

  it('is the long one for special territories', () => {
    assert.equal(customsPaper({ country: 'ES', territory: 'IC', value: 20 }), 'CN23');
  });
});
