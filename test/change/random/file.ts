import fc from 'fast-check';

/** A file as random lines (byte strings without line end); `eols` has one line end for each. */
export interface RandomFile {
  lines: string[];
  eols: string[];
  bom: boolean;
  finalNewline: boolean;
}

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Lines that stand in every second file several times, and lines that seldom do. */
export const ordinaryLine: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', '}', '  return a;', '\tgo();', 'end', 'x = 1; ') },
  { weight: 6, arbitrary: fc.nat(30).map((n) => `  step(${n});`) },
  { weight: 1, arbitrary: fc.nat(20).map((n) => bytes(`say('é—${n}');`)) },
);

/** Lines that look like parts of a diff, of a block or of an envelope, and any others. */
export const nastyLine: fc.Arbitrary<string> = fc.oneof(
  ordinaryLine,
  fc.constantFrom(
    ...[
      '-- a',
      '- x',
      '++ b',
      '+++ b/f.js',
      '--- a/f.js',
      '@@ -1 +1 @@',
      '@@',
      '```',
      '```js',
      '~~~',
    ],
    ...[
      '=======',
      '<<<<<<< SEARCH',
      '>>>>>>> REPLACE',
      '*** End Patch',
      '*** End of File',
      '\\ No',
    ],
    ...['diff --git a/f b/f', '$&', '$1', '\\n', 'a\rb', '  ', ' \t'],
  ),
  fc.string({ maxLength: 12 }).map((text) => bytes(text.replaceAll('\n', ''))),
);

/** What the file would have as line end of a last line that has none. */
function majority(eols: string[]): '\n' | '\r\n' {
  return eols.filter((eol) => eol === '\r\n').length * 2 > eols.length ? '\r\n' : '\n';
}

/** Files of 1 to 25 such lines, with all that a file may have in bytes. */
export function fileOf(line: fc.Arbitrary<string>): fc.Arbitrary<RandomFile> {
  return fc
    .record({
      lines: fc.array(line, { minLength: 1, maxLength: 25 }),
      ends: fc.constantFrom('lf', 'crlf', 'mixed'),
      crlf: fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
      bom: fc.boolean(),
      finalNewline: fc.boolean(),
      latin1: fc.nat(5).map((n) => n === 0),
    })
    .map(({ lines, ends, crlf, bom, finalNewline, latin1 }) => {
      const mixed = ends === 'mixed';
      // Which of two equal lines keeps its line end is not defined, so here no two are equal.
      const own = lines.map((text, index) => (mixed ? `${text}//${index}` : text));
      if (latin1) own.push('// caf\u00e9');
      if (own.at(-1) === '') own.push('last');
      const eols = own.map((_, index) =>
        mixed ? (crlf[index % 25] === true ? '\r\n' : '\n') : ends === 'crlf' ? '\r\n' : '\n',
      );
      if (!finalNewline) eols.splice(-1, 1, majority(eols.slice(0, -1)));
      return { lines: own, eols, bom, finalNewline };
    });
}

/** The bytes of a file. */
export function bytesOf({ lines, eols, bom, finalNewline }: RandomFile): Buffer {
  const text = lines.map((line, index) => line + (eols[index] ?? '\n')).join('');
  const last = eols.at(-1)?.length ?? 0;
  const end = finalNewline || lines.length === 0 ? text : text.slice(0, -last);
  return Buffer.from((bom ? '\u00ef\u00bb\u00bf' : '') + end, 'latin1');
}
