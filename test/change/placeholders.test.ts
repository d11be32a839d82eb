import { describe, expect, it } from '@jest/globals';
import { isPlaceholder, type Neighbours } from '../../src/change/placeholders.js';

const NOTHING: Neighbours = { above: undefined, below: undefined };

describe('lines that stand for code that was left out', () => {
  it.each([
    ['a.ts', '  // ... existing code ...'],
    ['a.ts', '// ...existing code...'],
    ['a.ts', '// ... rest of the code ...'],
    ['a.ts', '// rest of the file remains the same'],
    ['a.ts', '// the rest of the function is unchanged'],
    ['a.ts', '// rest unchanged'],
    ['a.ts', '// remaining code unchanged'],
    ['a.ts', '// (remaining code unchanged)'],
    ['a.ts', '// existing implementation'],
    ['a.ts', '// ... other methods ...'],
    ['a.ts', '// other imports...'],
    ['a.ts', '// ...'],
    ['a.ts', '  /* ... */'],
    ['a.ts', '/* existing code … */'],
    ['a.ts', 'function f() { /* ... */ }'],
    ['a.ts', 'function f() { /* unchanged */ }'],
    ['a.ts', 'save(); // ... rest of the code'],
    ['a.ts', '// same as before'],
    ['a.ts', '// code omitted for brevity'],
    ['a.ts', '// error handling omitted for brevity'],
    ['a.ts', '// Your code here'],
    ['a.ts', '// implementation goes here'],
    ['a.ts', '// TODO: add the existing logic here'],
    ['a.ts', '// Add error handling here'],
    ['a.ts', '// TODO: implement this'],
    ['a.ts', '// 24 lines omitted'],
    ['a.ts', '// ... 24 lines unchanged ...'],
    ['a.ts', '// [truncated]'],
    ['a.ts', '[truncated]'],
    ['a.ts', '...[truncated]'],
    ['a.ts', 'const total = sum(…[truncated]'],
    ['a.ts', '<snip>'],
    ['a.ts', '// <snip>'],
    ['a.ts', '(remaining code unchanged)'],
    ['a.ts', '[... rest of the file ...]'],
    ['a.ts', '... existing code ...'],
    ['a.ts', '...'],
    ['a.ts', '  …'],
    ['a.ts', ' * ... rest of the class ...'],
    ['a.tsx', '      {/* ... rest of the component ... */}'],
    ['a.py', '    # ... rest of the function ...'],
    ['a.py', '    # ...'],
    ['a.py', '    x = 1  # ... unchanged'],
    ['a.sql', '-- remaining columns unchanged'],
    ['a.html', '<!-- ... existing markup ... -->'],
    ['a.md', '<!-- rest of the file unchanged -->'],
    ['a.md', '...'],
    ['a.go', '\t// no changes here'],
    ['a.rs', '    // snip'],
  ])('%s: %s', (path, line) => {
    expect(isPlaceholder(line, path, NOTHING)).toBe(true);
  });

  it('knows a line of dots in Python that is not the whole body of a block', () => {
    const around = { above: '    total = 0', below: '    return total' };
    expect(isPlaceholder('    ...', 'a.py', around)).toBe(true);
  });
});

describe('lines that look like it and are whole', () => {
  it.each([
    ['a.ts', 'return f(...args);'],
    ['a.ts', '  ...rest,'],
    ['a.ts', '  ...existing,'],
    ['a.ts', '  ...other.methods,'],
    ['a.ts', 'const [first, ...remaining] = items;'],
    ['a.ts', 'const { code, ...unchanged } = this;'],
    ['a.ts', '// ...args are passed on as they are'],
    ['a.ts', '// the rest of the arguments are passed on'],
    ['a.ts', '// The rest of the function handles errors'],
    ['a.ts', '// existing users keep their password'],
    ['a.ts', '// other helpers'],
    ['a.ts', '// the remaining sum'],
    ['a.ts', '// code points above U+FFFF take two units'],
    ['a.ts', '// here the code is read again'],
    ['a.ts', '// previous state'],
    ['a.ts', '// wait until the body is read, then close'],
    ['a.ts', '// e.g. a, b, c, ...'],
    ['a.ts', '// adds one item to the list'],
    ['a.ts', '// keep the order of the items'],
    ['a.ts', "throw new Error('implementation goes here');"],
    ['a.ts', "return text.slice(0, 80) + '... [truncated]';"],
    ['a.ts', "log('// ... existing code ...');"],
    ['a.ts', 'if (flags[truncated]) return;'],
    ['a.ts', '[truncated, rest] = split(text);'],
    ['a.ts', '(rest)'],
    ['a.ts', 'type A = Array<snip>;'],
    ['a.ts', 'return sum; // spread ...items'],
    ['a.ts', 'x = 1; // unchanged'],
    ['a.ts', 'function noop(/* ...args */) {}'],
    ['a.ts', ' * ...'],
    ['a.ts', ' * Returns the rest of the line.'],
    ['a.ts', '#rest = [];'],
    ['a.ts', 'catch { /* ignored */ }'],
    ['a.py', 'def f(*args, **rest): ...'],
    ['a.py', 'x[..., 0] = 1'],
    ['a.py', '# the remaining items are sorted'],
    ['a.py', 'raise NotImplementedError'],
    ['a.pyi', '    ...'],
    ['a.yml', '...'],
    ['a.c', '#include <rest.h>'],
    ['a.rs', '#[derive(Debug)]'],
    ['a.rs', 'let Point { x, .. } = point;'],
    ['a.rs', 'for i in 0...9 {'],
    ['a.md', '# Rest of the code'],
    ['a.md', '* the rest of the arguments are passed on ...'],
    ['a.md', 'The rest of the file remains the same.'],
    ['a.css', '#rest { color: red; }'],
    ['a.go', 'func f(args ...string) {'],
  ])('%s: %s', (path, line) => {
    expect(isPlaceholder(line, path, NOTHING)).toBe(false);
  });

  it('takes dots for what they are in stubs and parameter lists', () => {
    const stub = { above: 'def f(x: int) -> str:', below: 'def g(): ...' };
    expect(isPlaceholder('    ...', 'a.py', stub)).toBe(false);
    const variadic = { above: '  const char *format,', below: ');' };
    expect(isPlaceholder('  ...', 'a.c', variadic)).toBe(false);
  });
});
