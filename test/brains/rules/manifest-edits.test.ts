import { describe, expect, it } from '@jest/globals';
import { manifestEdits } from '../../../src/brains/rules/manifest-edits.js';
import type { TextEdit } from '../../../src/brains/rules/rule.js';
import { applyEdits } from '../../../src/brains/rules/syntax/text.js';

function editAt(text: string, code: string, replacement: string, from = 0): TextEdit {
  const start = text.indexOf(code, from);
  return { start, end: start + code.length, text: replacement };
}

function applied(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const edit of manifestEdits('a.js', text, edits)) {
    if (!('old' in edit)) throw new Error('a replacement was expected');
    expect(text.split(edit.old)).toHaveLength(2);
    result = result.replace(edit.old, () => edit.new);
  }
  return result;
}

describe('the edits of a manifest', () => {
  it('replace whole lines', () => {
    const text = 'a();\nb(1);\nc();\n';
    expect(manifestEdits('a.js', text, [editAt(text, '1', '2')])).toEqual([
      { path: 'a.js', old: 'b(1);\n', new: 'b(2);\n' },
    ]);
  });

  it('take lines around them until they stand only once in the file', () => {
    const text = 'x();\ny();\nz();\nx();\ny();\nx();\n';
    const edits = [editAt(text, 'y', 'q', 12)];
    expect(applied(text, edits)).toBe(applyEdits(text, edits));
  });

  it('become one where they touch, and stay two where they do not', () => {
    const text = 'a();\nb();\nc();\nd();\n';
    const near = [editAt(text, 'a', 'A'), editAt(text, 'b', 'B')];
    const far = [editAt(text, 'a', 'A'), editAt(text, 'd', '$&')];
    expect(manifestEdits('a.js', text, near)).toHaveLength(1);
    expect(manifestEdits('a.js', text, far)).toHaveLength(2);
    expect(applied(text, near)).toBe(applyEdits(text, near));
    expect(applied(text, far)).toBe(applyEdits(text, far));
  });

  it('can add a line at the end of a file, also without a last line break', () => {
    for (const text of ['a();\r\nb();\r\n', 'a();\nb();']) {
      const edits = [{ start: text.length, end: text.length, text: '// end' }];
      expect(applied(text, edits)).toBe(applyEdits(text, edits));
    }
  });
});
