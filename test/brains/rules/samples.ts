/** Texts in which every rule finds something. */
export const SAMPLES: { title: string; path: string; text: string }[] = [
  {
    title: 'shop in JavaScript modules with JSDoc types',
    path: 'src/shop.js',
    text: `import { readFile, writeFile } from 'node:fs/promises';

/** @typedef {{sku: string, price: number, quantity: number}} Line */

const LEGACY_RATE = 0.19;

/**
 * @param {number} amount
 * @returns {number}
 */
function roundCents(amount) {
  return Math.round(amount * 100) / 100;
}

/** Before the reform. @param {number} net */
function oldTax(net) {
  return net * LEGACY_RATE;
}

/** @param {Line} line */
export function lineTotal(line) {
  return roundCents(0) + Math.round(line.price * line.quantity * 100) / 100;
}

/**
 * @param {string} code
 * @param {Map<string, number>} known
 * @param {(percent: number) => void} apply
 */
export function applyCoupon(code, known, apply) {
  if (code !== '') {
    const percent = known.get(code);
    if (percent === undefined) {
      throw new Error('unknown coupon');
    }
    known.delete(code);
    apply(percent);
  }
}

/**
 * @param {Line[]} lines
 * @param {(line: Line) => void} visit
 */
export function visitAll(lines, visit) {
  for (const line of lines) {
    if (line.quantity !== 0) {
      const before = line.quantity;
      visit(line);
      if (line.quantity !== before) {
        // the visitor may sell
        console.log(line.sku);
      }
      console.log(before);
    }
  }
  console.log('done');
}

/** @param {number} total */
export function shippingCost(total) {
  if (total >= 100) {
    return 0;
  } else {
    const base = 5;
    const share = total / 10;
    return base + share;
  }
}

/** @param {{isMember: boolean, age: number}} customer */
export function couponPercent(customer) {
  if (customer.isMember) {
    return 10;
  }
  if (customer.age > 65) {
    return 10;
  }
  return 0;
}

/** @param {string} kind */
export function taxClass(kind) {
  if (kind === 'book') {
    return 'reduced';
  } else if (kind === 'food') {
    return 'reduced';
  }
  return 'full';
}

/**
 * @param {string[]} out
 * @param {boolean} paid
 */
export function receiptHeader(out, paid) {
  if (paid) {
    out.push('RECEIPT');
    out.push('------');
  } else {
    out.push('INVOICE');
    out.push('------');
  }
  return out;
}

/** @param {Line[]} lines */
export function isEmpty(lines) {
  if (lines.length === 0) {
    return true;
  }
  return false;
}

/** @param {Line} line */
export function label(line) {
  const text = line.sku + ' x ' + line.quantity;
  return text;
}

/**
 * @param {Line[]} lines
 * @param {number} limit
 */
export function skusOver(lines, limit) {
  /** @type {string[]} */
  const skus = [];
  for (const line of lines) {
    if (line.price > limit) {
      skus.push(line.sku);
    }
  }
  return skus;
}

/**
 * @param {Line[]} lines
 * @param {number} rate
 */
export async function checkout(lines, rate) {
  // validate lines
  for (const line of lines) {
    if (line.price < 0) {
      throw new RangeError('negative price');
    }
    if (line.quantity < 1) {
      throw new RangeError('nothing to sell');
    }
  }

  // sum lines
  let total = 0;
  for (const line of lines) {
    const price = lineTotal(line);
    if (price > 0) {
      total += price * rate; // gross
    }
  }

  await writeFile('total', String(total));
  console.log('one');
  console.log('two');
  console.log('three');
  console.log('four');
  console.log('five');
  console.log('six');
  console.log('seven');
  total = total + shippingCost(total);
  return total;
}
`,
  },
  {
    title: 'CommonJS with tabs and no semicolons',
    path: 'lib/read.js',
    text: `'use strict'

const fs = require('fs')
const path = require('path')

exports.read = function (file, parse) {
	if (file) {
		const text = String(file)
		parse(text)
		parse(path.basename(text))
		if (text) parse('more')
		return text
	} else {
		throw new Error('no file')
	}
}

exports.greet = function (user, say) {
	if (user) {
		if (user.name) {
			say(user.name)
		}
	}
}

exports.all = function (items, log, options) {
	let seen = 0

	// remove empty items
	for (let i = items.length - 1; i >= 0; i--) {
		if (items[i] === '' && options.strict) {
			items.splice(i, 1)
			exports.removeItem(items, i)
		}
	}

	for (const item of items) {
		if (item.ok) {
			seen += 1
			if (seen > 3) log('many')
			if (seen > 5) {
				if (options.loud) log('very many')
			}
			if (seen > 7) log(options.loud ? 'loud' : 'silent')
		}
	}
	if (options.end && seen) log('end')
	log(1)
	log(2)
	log(3)
	log(4)
	log(5)
	log(6)
	log(7)
	log(8)
}
`,
  },
  {
    title: 'strict TypeScript',
    path: 'src/query.ts',
    text: `import type { A } from './types.js';
import { type B, other } from './types.js';

interface Row {
  readonly id: number;
  name?: string;
}

export class Query<T extends Row> {
  #old = 1;

  constructor(private readonly rows: T[]) {}

  private unused(): number {
    return this.rows.length;
  }

  names(limit: number): number[] {
    const found: number[] = [];
    for (const row of this.rows) {
      if (row.id > limit) found.push(row.id);
    }
    return found;
  }

  each(rows: readonly T[], visit: (row: T, at: number) => void): void {
    rows.forEach((row) => {
      if (row.id === 0) {
        const at = rows.length;
        visit(row, at);
        visit(row, at + 1);
        if (at > 2) {
          visit(row, 0);
        }
        visit(row, at + 2);
      }
    });
  }
}

function isTag(input: string, tag: string): boolean {
  return input.startsWith('<' + tag) && input.endsWith('>');
}

export function tags(texts: string[]): string[] {
  return texts.filter((text) => text.startsWith('<' + 'b') && text.endsWith('>')).concat(other);
}

export function isBold(text: string): boolean {
  if (!isTag(text, 'b')) {
    return false;
  }
  return true;
}

export function merge(texts: string[], options: { loud: boolean; max: number }): string {
  const parts: string[] = [];
  let size = 0;
  for (const text of texts) {
    if (text === '') continue;
    if (size + text.length > options.max) {
      if (options.loud) console.log(text);
      break;
    }
    parts.push(text);
    size += text.length;
  }

  // collect initials
  const initials = new Map<string, number>();
  for (const part of parts) {
    const initial = part.charAt(0);
    if (initial !== '') {
      initials.set(initial, (initials.get(initial) ?? 0) + 1);
    }
  }

  for (const [initial, count] of initials) {
    if (count > 1 && options.loud) console.log(initial);
  }
  return parts.join('');
}

function lastOf<T>(all: T[], from: number): T | undefined {
  return all.length > from ? all[all.length - 1] : undefined;
}

export function longest(texts: string[], sizes: { last: number }): string {
  const size = texts.length > sizes.last ? texts[texts.length - 1] : undefined;
  return size ?? lastOf(texts, 2) ?? '';
}
`,
  },
];
