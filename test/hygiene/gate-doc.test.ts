import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RUNNERS } from '../../src/core/vocabulary.js';
import { RED_REASONS } from '../../src/gate/reasons.js';
import { markdownTable } from './markdown-table.js';

const FILE = fileURLToPath(new URL('../../docs/gate.md', import.meta.url));
const TABLE = /(?<=<!-- reasons:start -->\n)[^]*(?=<!-- reasons:end -->)/;

const NAMES: Partial<Record<(typeof RUNNERS)[number], string>> = {
  go: 'go test',
  cargo: 'cargo test',
  nextest: 'cargo-nextest',
  surefire: 'Maven Surefire',
  gradle: 'Gradle',
  report: '--report',
};

describe('docs/gate.md', () => {
  const table = markdownTable(
    ['code', 'meaning'],
    Object.entries(RED_REASONS).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );

  it('has the table of reasons that the code has (write it with UPDATE_DOCS=1)', () => {
    const text = readFileSync(FILE, 'utf8');
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(FILE, text.replace(TABLE, table));
    expect(TABLE.exec(readFileSync(FILE, 'utf8'))?.[0]).toBe(table);
  });

  it('names every runner whose report the gate reads', () => {
    const text = readFileSync(FILE, 'utf8');
    for (const runner of RUNNERS) expect(text).toContain(NAMES[runner] ?? runner);
  });
});
