import type { ReviewedText } from './review.js';

const GUARD = 'Replace Nested Conditional with Guard Clauses';

/** Correct changes, at least one of each refactoring that the critic knows. */
export const GOOD: Record<string, ReviewedText> = {
  'a guard clause at the end of a function': {
    refactoring: GUARD,
    before: `export function apply(code, cart) {
  if (code !== '') {
    // look it up
    const found = cart.find(code);
    for (const line of found) {
      if (line.ok) line.use(code);
    }
  }
}
`,
    after: `export function apply(code, cart) {
  if (code === '') {
    return;
  }

  // look it up
  const found = cart.find(code);
  for (const line of found) {
    if (line.ok) line.use(code);
  }
}
`,
  },
  'a guard clause in a loop': {
    refactoring: GUARD,
    before: `export function all(lines, log) {
  for (const line of lines) {
    if (line.ok) {
      log(line.a);
      log(line.b);
    }
  }
  log('end');
}
`,
    after: `export function all(lines, log) {
  for (const line of lines) {
    if (!line.ok) {
      continue;
    }

    log(line.a);
    log(line.b);
  }
  log('end');
}
`,
  },
  'an inverted condition whose short branch throws': {
    refactoring: GUARD,
    before: `exports.read = function (file, parse) {
  if (file) {
    const text = file.read();
    parse(text);
    return text;
  } else {
    throw new Error('no file');
  }
};
`,
    after: `exports.read = function (file, parse) {
  if (!file) {
    throw new Error('no file');
  }

  const text = file.read();
  parse(text);
  return text;
};
`,
  },
  'an else after a jump': {
    refactoring: GUARD,
    before: `export function cost(total: number): number {
  if (total > 100) {
    return 0;
  } else {
    const base = 5;
    return base + total / 10;
  }
}
`,
    after: `export function cost(total: number): number {
  if (total > 100) {
    return 0;
  }

  const base = 5;
  return base + total / 10;
}
`,
    path: 'src/cost.ts',
  },
  'two conditions with the same result': {
    refactoring: 'Consolidate Conditional Expression',
    before: `export function percent(customer) {
  if (customer.isMember) return 'ten';
  if (customer.age > 65 && customer.isLocal) return 'ten';
  return 'none';
}
`,
    after: `export function percent(customer) {
  if (customer.isMember || (customer.age > 65 && customer.isLocal)) return 'ten';
  return 'none';
}
`,
  },
  'an if as the only statement of an if': {
    refactoring: 'Consolidate Conditional Expression',
    before: `export function greet(user, say) {
  if (user) {
    if (user.name) {
      say(user.name);
    }
  }
}
`,
    after: `export function greet(user, say) {
  if (user && user.name) {
    say(user.name);
  }
}
`,
  },
  'a common tail of both branches': {
    refactoring: 'Slide Statements',
    before: `export function header(out, paid) {
  if (paid) {
    out.push('paid');
    out.push('--');
  } else {
    out.push('open');
    out.push('--');
  }
  return out;
}
`,
    after: `export function header(out, paid) {
  if (paid) {
    out.push('paid');
  } else {
    out.push('open');
  }
  out.push('--');
  return out;
}
`,
  },
  'a comparison returned instead of true and false': {
    refactoring: 'Substitute Algorithm',
    before: `export function isFree(total) {
  if (total === 0) {
    return true;
  }
  return false;
}
`,
    after: `export function isFree(total) {
  return total === 0;
}
`,
  },
  'a variable that is returned at once': {
    refactoring: 'Inline Variable',
    before: `export function sum(a, b) {
  const total = a + b;
  return total;
}
`,
    after: `export function sum(a, b) {
  return a + b;
}
`,
  },
  'a paragraph that became a function': {
    refactoring: 'Extract Function',
    before: `function checkout(lines, rate) {
  // sum lines
  let total = 0;
  for (const line of lines) {
    if (line.price > 0) total += line.price * rate; // per piece
  }

  total = total * 2;
  return total;
}
module.exports = { checkout };
`,
    after: `function checkout(lines, rate) {
  let total = sumLines(lines, rate);

  total = total * 2;
  return total;
}

function sumLines(lines, rate) {
  let total = 0;
  for (const line of lines) {
    if (line.price > 0) total += line.price * rate; // per piece
  }
  return total;
}
module.exports = { checkout };
`,
  },
  'an extraction with types in JSDoc': {
    refactoring: 'Extract Function',
    path: 'src/check.js',
    before: `// @ts-check
/** @param {string[]} names */
export function check(names) {
  // validate names
  for (const name of names) {
    if (name === '') throw new Error('empty');
  }

  return names.length;
}
`,
    after: `// @ts-check
/** @param {string[]} names */
export function check(names) {
  validateNames(names);

  return names.length;
}

/**
 * @param {string[]} names
 */
function validateNames(names) {
  for (const name of names) {
    if (name === '') throw new Error('empty');
  }
}
`,
  },
  'an extraction that needs the type of another file': {
    refactoring: 'Extract Function',
    path: 'src/url.ts',
    others: {
      'src/parse.ts':
        'export interface Url { q: string }\nexport const parse = (q: string): Url => ({ q });\nexport const other = 1;\n',
    },
    before: `import { parse } from './parse.js';

export function read(text: string): string {
  const url = parse(text);

  // append query
  if (text !== '') {
    url.q += text;
  }

  return url.q;
}
`,
    after: `import { Url, parse } from './parse.js';

export function read(text: string): string {
  const url = parse(text);

  appendQuery(text, url);

  return url.q;
}

function appendQuery(text: string, url: Url): void {
  if (text !== '') {
    url.q += text;
  }
}
`,
  },
  'an expression that a helper computes already': {
    refactoring: 'Replace Inline Code with Function Call',
    before: `function roundCents(amount) {
  return Math.round(amount * 100) / 100;
}
export function lineTotal(line) {
  return Math.round(line.price * line.count * 100) / 100;
}
export const use = (x) => roundCents(x);
`,
    after: `function roundCents(amount) {
  return Math.round(amount * 100) / 100;
}
export function lineTotal(line) {
  return roundCents(line.price * line.count);
}
export const use = (x) => roundCents(x);
`,
  },
  'a loop that only fills an array': {
    refactoring: 'Replace Loop with Pipeline',
    path: 'src/skus.ts',
    before: `export function skus(lines: { sku: string; count: number }[], limit: number): string[] {
  const found = [];
  for (const line of lines) {
    if (line.count > limit) {
      found.push(line.sku);
    }
  }
  return found;
}
`,
    after: `export function skus(lines: { sku: string; count: number }[], limit: number): string[] {
  const found = lines.filter((line) => line.count > limit).map((line) => line.sku);
  return found;
}
`,
  },
  'an unused function and its comment': {
    refactoring: 'Remove Dead Code',
    before: `import { a, b } from './others.js';

// Old rate, for nobody.
function oldTax(x) {
  return oldTax(x - 1);
}

export const now = a;
`,
    after: `import { a, b } from './others.js';

export const now = a;
`,
    others: { 'src/others.js': 'export const a = 1;\nexport const b = 2;\n' },
  },
  'an unused import binding': {
    refactoring: 'Remove Dead Code',
    before: `import { a, b } from './others.js';

export const now = a;
`,
    after: `import { a } from './others.js';

export const now = a;
`,
    others: { 'src/others.js': 'export const a = 1;\nexport const b = 2;\n' },
  },
};
