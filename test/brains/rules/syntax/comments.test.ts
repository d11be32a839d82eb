import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { commentsOf } from '../../../../src/brains/rules/syntax/comments.js';

function commentTexts(text: string): string[] {
  const sourceFile = ts.createSourceFile('a.tsx', text, ts.ScriptTarget.ESNext, true);
  return commentsOf(sourceFile).map((comment) => comment.text);
}

describe('the comments of a file', () => {
  it('are found at the beginning, between tokens, in JSDoc and at the end, once each', () => {
    const text =
      '#!/usr/bin/env // no\n// one\n/** two */\nf(/* three */ a); // four\r\n/* five */';
    expect(commentTexts(text)).toEqual([
      '// one',
      '/** two */',
      '/* three */',
      '// four',
      '/* five */',
    ]);
  });

  it('are not what looks like one in strings, templates, regular expressions and JSX text', () => {
    const text = "a('// 1', `/* 2 */${b /* yes */}// 3`, /[/]* 4/, <p>// 5 {/* too */}</p>);\n";
    expect(commentTexts(text)).toEqual(['/* yes */', '/* too */']);
  });
});
