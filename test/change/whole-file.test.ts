import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isRefused } from '../../src/change/refuse.js';
import { toByteString } from '../../src/change/text.js';
import { replaceWhole } from '../../src/change/whole-file.js';

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function replaced(
  before: string,
  content: string,
  sha256: string | undefined = hash(before),
): string {
  const bytes = toByteString(content);
  const operation = { kind: 'replace', path: 'f.js', content: bytes, sha256 } as const;
  const result = replaceWhole(operation, Buffer.from(before));
  return isRefused(result) ? `${result.reason}: ${result.message}` : result.toString();
}

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');

describe('files that come whole', () => {
  it('take the place of the text whose hash they give, in full or by its first digits', () => {
    expect(replaced('a\nb\n', 'a\nc\n')).toBe('a\nc\n');
    expect(replaced('a\nb\n', 'a\nc\n', hash('a\nb\n').slice(0, 12).toUpperCase())).toBe('a\nc\n');
  });

  it('are sent back without a hash, with a short or foreign one, or one of an older text', () => {
    const operation = { kind: 'replace', path: 'f.js', content: 'c\n', sha256: undefined } as const;
    expect(replaceWhole(operation, Buffer.from('a\n'))).toMatchObject({
      kind: 'needs-repair',
      reason: 'no-base-hash',
      message: expect.stringMatching(/Send `edits` .* or \{path, content, sha256\}/),
    });
    const old = replaced('a\nb\n', 'a\nc\n', hash('a\n'));
    expect(old).toContain('stale-context');
    expect(old).toContain(
      'is not that of the file as it is now. Read the file again, or send `edits`',
    );
    expect(replaced('a\n', 'b\n', hash('a\n').slice(0, 11))).toContain(
      'is no SHA-256, nor 12 or more',
    );
    expect(replaced('a\n', 'b\n', 'latest')).toContain('stale-context: The hash "latest"');
  });

  it('keep line ends, byte order mark and final newline of the file', () => {
    expect(replaced('\ufeffa\r\nb\r\n', 'a\nc\nd')).toBe('\ufeffa\r\nc\r\nd\r\n');
    expect(replaced('a\nb', 'a\nc\n')).toBe('a\nc');
    expect(replaced('a\r\nb\nc\n', 'new\na\nb2\nc\n')).toBe('new\r\na\r\nb2\nc\n');
    expect(replaced('a\nb\n', '\ufeffa\r\nc\r\n')).toBe('a\nc\n');
  });

  it('are sent back when old or new text is large, before anything else is said', () => {
    const long = numbers(0, 401);
    expect(replaced(long, 'a\n', 'none')).toMatch(
      /whole-file-too-large: .*its old text has 401 lines/,
    );
    expect(replaced('a\n', long)).toMatch(/whole-file-too-large: .*its new text has 401 lines/);
    expect(replaced('a\n', `${'x'.repeat(16 * 1024)}\n`)).toContain(
      'and 16385 bytes, of 400 and 16384',
    );
    expect(replaced(numbers(0, 400), numbers(0, 399))).toBe(numbers(0, 399));
  });

  it('may drop ten lines, or three in ten of a longer file', () => {
    expect(replaced(numbers(0, 12), numbers(10, 12))).toBe(numbers(10, 12));
    expect(replaced(numbers(0, 12), numbers(11, 12))).toMatch(
      /too-many-deletions: .* drops or changes 11 of its 12 lines; a whole-file answer may 10\./,
    );
    expect(replaced(numbers(0, 100), numbers(30, 100))).toBe(numbers(30, 100));
    expect(replaced(numbers(0, 100), numbers(31, 100))).toContain('too-many-deletions');
    const moved = numbers(50, 60) + numbers(0, 50) + numbers(60, 100);
    expect(replaced(numbers(0, 100), moved)).toBe(moved);
  });

  it('are sent back when they are the old text', () => {
    expect(replaced('a\r\nb', 'a\nb\n')).toContain('no-change');
  });
});
