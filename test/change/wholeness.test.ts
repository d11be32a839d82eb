import { describe, expect, it } from '@jest/globals';
import type { Draft } from '../../src/change/draft.js';
import { checkWholeness } from '../../src/change/wholeness.js';
import { byteDraft as draft } from './drafts.js';

function said(...drafts: Draft[]): string | undefined {
  return checkWholeness(drafts)?.message;
}

describe('whole files', () => {
  it('may keep a placeholder that they had, or take one from another file of the change', () => {
    const text = 'f();\n// rest of the code\n';
    expect(said(draft('a.js', text, `g();\n${text}`))).toBeUndefined();
    expect(said(draft('a.js', text, 'f();\n'), draft('b.js', null, text))).toBeUndefined();
    expect(said(draft('b.js', null, text))).toBe(
      '"// rest of the code" in b.js stands for code that was left out. Write all of it, or edit only what changes.',
    );
  });

  it('hold dots where the lines around make them code, blank ones left out', () => {
    const stub = 'def f():\n\n    ...\n\ndef g():\n    return 1\n';
    expect(said(draft('a.py', 'x = 1\n', stub))).toBeUndefined();
    const cut = 'def f():\n    a = 1\n\n    ...\n    return a\n';
    expect(said(draft('a.py', 'x = 1\n', cut))).toContain('"..." in a.py');
    const noted =
      'class P(Protocol):\n    def f(self) -> int:\n        # By subclasses.\n\n        ...\n';
    expect(said(draft('a.py', 'x = 1\n', noted))).toBeUndefined();
    const cutBelow = 'def f():\n    a = 1\n    # Then the rest.\n    ...\n\nx = 1\n';
    expect(said(draft('a.py', 'x = 1\n', cutBelow))).toContain('"..." in a.py');
  });

  it('do not take a byte order mark for a letter, nor for text that is left', () => {
    const bom = '\u00ef\u00bb\u00bf';
    expect(
      said(draft('a.js', `${bom}f();\n// caf\u00e9\n`, `${bom}// caf\u00e9\n`)),
    ).toBeUndefined();
    expect(said(draft('a.js', `${bom}f();\n`, bom))).toContain('leaves a.js empty');
    expect(said(draft('a.js', null, ''))).toBeUndefined();
  });

  it('are in the encoding of the file, of which known lines are proof enough', () => {
    const old = '// caf\u00e9\nf();\n';
    expect(said(draft('a.js', old, `${old}// caf\u00c3\u00a9\n`))).toContain(
      'the file is not UTF-8',
    );
    expect(said(draft('a.js', old, `g();\n  // caf\u00e9\n`))).toBeUndefined();
  });
});
