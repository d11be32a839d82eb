import { GOOD } from './changes.js';
import type { ReviewedText } from './review.js';

/** A change that claims to be a refactoring, and the criterion that must fail because of it. */
export interface Smuggled extends ReviewedText {
  fails: string;
}

/** A correct change whose new text is bent: `from` becomes `to`. */
function bent(good: string, from: string | RegExp, to: string): ReviewedText {
  const change = GOOD[good];
  if (change === undefined) throw new Error(`no correct change is called ${good}`);
  const after = change.after.replace(from, to);
  if (after === change.after) throw new Error(`${good} has no ${String(from)}`);
  return { ...change, after };
}

const FLOW = 'behavior-preserved';
const SMUGGLED = 'no-behavior-change-smuggled';
const CHURN = 'no-lateral-churn';

const ORDER: ReviewedText = {
  refactoring: 'Replace Nested Conditional with Guard Clauses',
  before: `export async function save(db, log, item) {
  if (item) {
    log.start(item);
    await db.put(item.id || 0, item);
    log.end(item);
  }
}
`,
  after: `export async function save(db, log, item) {
  if (!item) {
    return;
  }

  log.start(item);
  await db.put(item.id || 0, item);
  log.end(item);
}
`,
};

function order(from: string, to: string): ReviewedText {
  return { ...ORDER, after: ORDER.after.replace(from, to) };
}

const EXTRACTED = 'a paragraph that became a function';
const HELPED = 'an expression that a helper computes already';
const PIPED = 'a loop that only fills an array';
const CHECKED = 'an extraction with types in JSDoc';

/** Changes that do more or other than they say. */
export const SMUGGLED_CHANGES: Record<string, Smuggled> = {
  'a || that became ??': { ...order('||', '??'), fails: SMUGGLED },
  'an await that is gone': { ...order('await ', ''), fails: SMUGGLED },
  'a function that is no longer async': {
    ...order('async ', ''),
    fails: 'error-paths-preserved',
  },
  'calls in another order': {
    ...order(
      '  log.start(item);\n  await db.put(item.id || 0, item);',
      '  await db.put(item.id || 0, item);\n  log.start(item);',
    ),
    fails: FLOW,
  },
  'a condition that was not negated': { ...order('!item', 'item'), fails: FLOW },
  'an early return that skips what came behind the condition': {
    refactoring: ORDER.refactoring,
    before:
      'export function f(c, a, b) {\n  if (c) {\n    a();\n    a(c);\n    a(b);\n  }\n  b();\n}\n',
    after:
      'export function f(c, a, b) {\n  if (!c) {\n    return;\n  }\n  a();\n  a(c);\n  a(b);\n  b();\n}\n',
    fails: FLOW,
  },
  'a comparison flipped by its NaN-blind opposite': {
    ...order('!item', 'item <= 0'),
    before: ORDER.before.replace('if (item)', 'if (item > 0)'),
    fails: FLOW,
  },
  'another parameter on an exported function': {
    ...order('log, item)', 'log, item, force)'),
    fails: 'no-broadened-surface',
  },
  'a guard that hides an outer name': {
    refactoring: ORDER.refactoring,
    before: `const size = 1;
export function f(c, a) {
  if (c) {
    const size = a.length;
    a.push(size);
    a.push(c);
  } else {
    return size;
  }
}
`,
    after: `const size = 1;
export function f(c, a) {
  if (!c) {
    return size;
  }

  const size = a.length;
  a.push(size);
  a.push(c);
}
`,
    fails: FLOW,
  },
  'a guard that hides an outer name from a closure': {
    refactoring: ORDER.refactoring,
    before: `const item = 1;
export function f(c, a) {
  const read = () => item;
  if (c) {
    const item = a.length;
    a.push(item);
    a.push(read());
  }
}
`,
    after: `const item = 1;
export function f(c, a) {
  const read = () => item;
  if (!c) {
    return;
  }

  const item = a.length;
  a.push(item);
  a.push(read());
}
`,
    fails: FLOW,
  },
  'a changed number': {
    ...bent('an else after a jump', 'const base = 5', 'const base = 6'),
    fails: SMUGGLED,
  },
  'a changed string': {
    ...bent('two conditions with the same result', "'none'", "'None'"),
    fails: SMUGGLED,
  },
  'a lost comment': {
    ...bent('a guard clause at the end of a function', '  // look it up\n', ''),
    fails: SMUGGLED,
  },
  'a comment that silences a linter': {
    ...bent('a guard clause at the end of a function', '// look it up', '// eslint-disable-line'),
    fails: SMUGGLED,
  },
  'an && where an || belongs': {
    ...bent('two conditions with the same result', 'isMember ||', 'isMember &&'),
    fails: FLOW,
  },
  'a line that is too long': {
    ...bent(
      'an if as the only statement of an if',
      'user && user.name',
      `user${' '.repeat(90)}&& user.name`,
    ),
    fails: CHURN,
  },
  'another function laid out anew': {
    ...bent(
      'a variable that is returned at once',
      /$/,
      'export const half = (n) => {\n  return n / 2;\n};\n',
    ),
    before: `${GOOD['a variable that is returned at once']?.before ?? ''}export const half = (n) => { return n / 2; };\n`,
    fails: CHURN,
  },
  'a guard clause undone': {
    refactoring: ORDER.refactoring,
    before: ORDER.after,
    after: ORDER.before,
    fails: CHURN,
  },
  'a truthy value returned where true was': {
    refactoring: 'Substitute Algorithm',
    before:
      'export function has(a) {\n  if (a.name) {\n    return true;\n  }\n  return false;\n}\n',
    after: 'export function has(a) {\n  return a.name;\n}\n',
    fails: FLOW,
  },
  'a variable inlined behind a later write': {
    refactoring: 'Inline Variable',
    before: 'export function f(o) {\n  const a = o.v;\n  o.v = 2;\n  return a;\n}\n',
    after: 'export function f(o) {\n  o.v = 2;\n  return o.v;\n}\n',
    fails: FLOW,
  },
  'a tail moved although one branch jumps': {
    refactoring: 'Slide Statements',
    before:
      'export function f(a, c) {\n  if (c) {\n    a.x();\n    return a.z();\n  } else {\n    a.y();\n    a.z();\n  }\n}\n',
    after:
      'export function f(a, c) {\n  if (c) {\n    a.x();\n  } else {\n    a.y();\n  }\n  a.z();\n}\n',
    fails: FLOW,
  },
  'a renamed export': {
    ...bent(EXTRACTED, 'module.exports = { checkout }', 'module.exports = { pay: checkout }'),
    fails: 'public-api-unchanged',
  },
  'an extracted function that is exported': {
    ...bent(CHECKED, 'function validateNames', 'export function validateNames'),
    fails: 'public-api-unchanged',
  },
  'an extracted function that is async': {
    ...bent(CHECKED, 'function validateNames', 'async function validateNames'),
    fails: FLOW,
  },
  'an extracted body that was changed': {
    ...bent(EXTRACTED, 'line.price > 0', 'line.price >= 0'),
    fails: FLOW,
  },
  'an extracted function with swapped arguments': {
    ...bent(EXTRACTED, 'sumLines(lines, rate);', 'sumLines(rate, lines);'),
    fails: FLOW,
  },
  'an extracted function whose result is forgotten': {
    ...bent(EXTRACTED, 'let total = sumLines', 'let total = 0;\n  sumLines'),
    fails: FLOW,
  },
  'an extracted function that reads a variable of its caller': {
    refactoring: 'Extract Function',
    before: `let rate = 1;
export function f(xs) {
  const rate = 2;
  // sum xs
  let sum = 0;
  for (const x of xs) sum += x * rate;

  return sum;
}
`,
    after: `let rate = 1;
export function f(xs) {
  const rate = 2;
  let sum = sumXs(xs);

  return sum;
}

function sumXs(xs) {
  let sum = 0;
  for (const x of xs) sum += x * rate;
  return sum;
}
`,
    fails: FLOW,
  },
  'an extraction that imports more than a type': {
    ...bent(
      'an extraction that needs the type of another file',
      '{ Url, parse }',
      '{ Url, other, parse }',
    ),
    fails: FLOW,
  },
  'an extracted function that counts in a copy': {
    refactoring: 'Extract Function',
    before: `export function f(events) {
  let count = 0;
  // watch events
  for (const event of events) {
    event.on('x', () => { count += 1; });
  }

  return () => count;
}
`,
    after: `export function f(events) {
  let count = 0;
  watchEvents(events, count);

  return () => count;
}

function watchEvents(events, count) {
  for (const event of events) {
    event.on('x', () => { count += 1; });
  }
}
`,
    fails: FLOW,
  },
  'an extraction that gains nothing': {
    refactoring: 'Extract Function',
    before: 'export function f(a) {\n  // log both\n  a.log(1);\n  a.log(2);\n\n  return a;\n}\n',
    after:
      'export function f(a) {\n  logBoth(a);\n\n  return a;\n}\n\nfunction logBoth(a) {\n  a.log(1);\n  a.log(2);\n}\n',
    fails: CHURN,
  },
  'an extraction whose types do not fit': {
    ...bent(CHECKED, '* @param {string[]} names', '* @param {number[]} names'),
    fails: FLOW,
  },
  'a helper that computes something else': {
    ...bent(HELPED, 'roundCents(line.price * line.count)', 'roundCents(line.price + line.count)'),
    fails: FLOW,
  },
  'a helper that evaluates what was skipped before': {
    refactoring: 'Replace Inline Code with Function Call',
    before: `function pick(has, value) {
  return has ? value + 1 + 1 : 0;
}
export const a = (x) => (x ? x.size + 1 + 1 : 0);
export const b = (x) => pick(x, 1);
`,
    after: `function pick(has, value) {
  return has ? value + 1 + 1 : 0;
}
export const a = (x) => (pick(x, x.size));
export const b = (x) => pick(x, 1);
`,
    fails: FLOW,
  },
  'a helper that calls itself': {
    refactoring: 'Replace Inline Code with Function Call',
    before: 'function half(x) {\n  return Math.floor(x / 2) + 1;\n}\nexport const a = half(3);\n',
    after: 'function half(x) {\n  return half(x);\n}\nexport const a = half(3);\n',
    fails: FLOW,
  },
  'a pipeline that keeps other elements': { ...bent(PIPED, '> limit', '>= limit'), fails: FLOW },
  'a pipeline over what may be no array': {
    ...bent(PIPED, /\[\], limit/, '[] | Set<never>, limit'),
    before: (GOOD[PIPED]?.before ?? '').replace('[], limit', '[] | Set<never>, limit'),
    fails: FLOW,
  },
  'a pipeline in place of a loop with an effect': {
    refactoring: 'Replace Loop with Pipeline',
    before: `export function f(xs: number[], log: (x: number) => number) {
  const all = [];
  for (const x of xs) {
    all.push(log(x));
  }
  return all;
}
`,
    after: `export function f(xs: number[], log: (x: number) => number) {
  const all = xs.map((x) => log(x));
  return all;
}
`,
    path: 'src/log.ts',
    fails: FLOW,
  },
  'a pipeline over something unknown': {
    refactoring: 'Replace Loop with Pipeline',
    before:
      'export function f(xs) {\n  const all = [];\n  for (const x of xs) {\n    all.push(x.y);\n  }\n  return all;\n}\n',
    after: 'export function f(xs) {\n  const all = xs.map((x) => x.y);\n  return all;\n}\n',
    fails: FLOW,
  },
  'a removed variable whose name is known elsewhere too': {
    refactoring: 'Remove Dead Code',
    before:
      "export function f() {\n  const status = 'on';\n  return () => status + String(status);\n}\n",
    after: 'export function f() {\n  return () => status + String(status);\n}\n',
    fails: FLOW,
  },
  'dead code that is alive': {
    refactoring: 'Remove Dead Code',
    before: 'function old() {\n  return 1;\n}\nexport const a = () => old();\n',
    after: 'export const a = () => old();\n',
    fails: FLOW,
  },
  'a variable whose initialiser has an effect': {
    refactoring: 'Remove Dead Code',
    before: 'export function f(start) {\n  const id = start();\n  return 1;\n}\n',
    after: 'export function f(start) {\n  return 1;\n}\n',
    fails: FLOW,
  },
  'an import that loads a module': {
    refactoring: 'Remove Dead Code',
    before: "import { a } from './others.js';\n\nexport const b = 1;\n",
    after: 'export const b = 1;\n',
    others: { 'src/others.js': 'export const a = 1;\n' },
    fails: FLOW,
  },
  'an export that others use': {
    refactoring: 'Remove Dead Code',
    before: 'export const a = 1;\nexport const b = 2;\n',
    after: 'export const b = 2;\n',
    others: { 'src/user.js': "import { a } from './shop.js';\nexport const c = a;\n" },
    fails: 'public-api-unchanged',
  },
  'code that does not parse': { ...order('return;', 'return }'), fails: FLOW },
};
