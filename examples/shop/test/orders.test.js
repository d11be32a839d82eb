import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flagLargeOrder, recordOrder, register } from '../src/orders.js';

function order(changes = {}) {
  return {
    name: 'Ada',
    company: undefined,
    lines: [],
    net: 0,
    discount: 0,
    tax: 0,
    deposit: 0,
    shipping: 0,
    total: 20,
    flags: [],
    ...changes,
  };
}

describe('register', () => {
  it('counts on from what is in the journal', () => {
    const journal = ['#1', 'Ada: 3.00'];
    assert.equal(register(journal), 3);
    assert.equal(journal.at(-1), '#3');
  });
});

describe('recordOrder', () => {
  it('takes a number first, then writes name and total, then the flags', () => {
    const journal = [];
    recordOrder(order({ flags: ['large', 'gift'] }), journal);
    assert.deepEqual(journal, ['#1', 'Ada: 20.00', '! large', '! gift']);
  });

  it('takes a number for every order', () => {
    const journal = [];
    recordOrder(order(), journal);
    recordOrder(order({ name: 'Bob' }), journal);
    assert.deepEqual(journal, ['#1', 'Ada: 20.00', '#3', 'Bob: 20.00']);
  });
});

describe('flagLargeOrder', () => {
  it('leaves an order up to the limit alone', () => {
    const small = order({ total: 500 });
    flagLargeOrder(small, 500);
    assert.deepEqual(small.flags, []);
  });

  it('flags what is over the limit', () => {
    const large = order({ total: 510.5, company: 'Ada Ltd' });
    flagLargeOrder(large, 500);
    assert.deepEqual(large.flags, ['10.50 over the limit', 'large']);
  });

  it('flags private customers too', () => {
    const large = order({ total: 501 });
    flagLargeOrder(large, 500);
    assert.ok(large.flags.includes('private customer'));
  });

  it('leaves an order alone whose total is NaN', () => {
    const broken = order({ total: NaN });
    flagLargeOrder(broken, 500);
    assert.deepEqual(broken.flags, []);
  });
});
