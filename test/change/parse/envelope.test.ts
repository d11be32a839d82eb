import { describe, expect, it } from '@jest/globals';
import { parseChange } from '../../../src/change/parse/index.js';
import { refusalOf } from './parsed.js';

const DIFF = '--- f.js\n+++ f.js\n@@ -1,2 +1,2 @@\n-say("a\\n");\n+say("x\\n");\n b\n';
const BASE = parseChange({ diff: DIFF });

describe('the envelope of a text', () => {
  it('may have a byte order mark and CRLF line ends', () => {
    expect(BASE).toMatchObject([{ kind: 'modify', path: 'f.js' }]);
    expect(parseChange({ diff: `\ufeff${DIFF.replaceAll('\n', '\r\n')}` })).toEqual(BASE);
    const patch = '*** Begin Patch\n*** Add File: a.js\n+a\n*** End Patch\n';
    expect(parseChange({ diff: patch.replaceAll('\n', '\r\n') })).toEqual(
      parseChange({ diff: patch }),
    );
    const block = 'a.js\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n';
    expect(parseChange({ diff: block.replaceAll('\n', '\r\n') })).toEqual(
      parseChange({ diff: block }),
    );
  });

  it('may be JSON once more, with or without its quotes', () => {
    expect(parseChange({ diff: JSON.stringify(DIFF) })).toEqual(BASE);
    expect(parseChange({ diff: JSON.stringify(DIFF).slice(1, -1) })).toEqual(BASE);
    expect(parseChange({ diff: `\ufeff${JSON.stringify(DIFF)}` })).toEqual(BASE);
  });

  it('is undone once only, never beside a real line end, and never where JSON does not parse', () => {
    expect(refusalOf({ diff: JSON.stringify(JSON.stringify(DIFF)) })).toContain('unknown-text');
    expect(refusalOf({ diff: `${JSON.stringify(DIFF).slice(1, -1)}\n` })).toContain('unknown-text');
    expect(refusalOf({ diff: `${JSON.stringify(DIFF)}\n` })).toContain('unknown-text');
    expect(refusalOf({ diff: '--- f.js\\n+++ f.js\\n@@\\n-"a"\\n+b\\n' })).toContain(
      'unknown-text: The text is in no form that is read.',
    );
  });

  it('names the forms that are read where none is found', () => {
    expect(refusalOf({ diff: 'I could not do it.\n' })).toMatch(
      /unknown-text: .*`edits`.*a unified diff .*"\*\*\* Begin Patch".*"<<<<<<< SEARCH".*whole files/,
    );
    expect(refusalOf({ diff: ' \n\n' })).toContain('empty-answer');
  });
});

describe('the reason for which the model stopped', () => {
  it.each([
    'stop',
    'STOP',
    'end_turn',
    'stop_sequence',
    'tool_use',
    'tool_calls',
    'eos',
    'complete',
    'completed',
  ])('lets an answer through that ended with "%s"', (finishReason) => {
    expect(parseChange({ diff: DIFF, finishReason })).toEqual(BASE);
  });

  it.each(['length', 'max_tokens', 'content_filter', ''])(
    'sends back what ended with "%s", in whatever form',
    (finishReason) => {
      const said = `truncated: The answer ended with "${finishReason}"`;
      expect(refusalOf({ diff: DIFF, finishReason })).toContain(said);
      expect(refusalOf({ edits: [{ path: 'a', create: 'b' }], finishReason })).toContain(said);
    },
  );
});
