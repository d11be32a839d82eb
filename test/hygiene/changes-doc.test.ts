import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RawChange } from '../../src/change/change.js';
import { REASONS } from '../../src/change/reasons.js';
import type { Edit } from '../../src/core/contracts.js';
import { Sandbox } from '../change/repository.js';
import { markdownTable } from './markdown-table.js';

const FILE = fileURLToPath(new URL('../../docs/changes.md', import.meta.url));
const TABLE = /(?<=<!-- reasons:start -->\n)[^]*(?=<!-- reasons:end -->)/;

const OLD = 'export function total(a, b) {\n  return a * b;\n}\n';
const NEW = 'export function total(price, count) {\n  return price * count;\n}\n';

/** All codes as a Markdown table. */
function table(): string {
  const rows = Object.entries(REASONS).map(([code, [kind, meaning]]) => [
    `\`${code}\``,
    kind,
    meaning.replaceAll('|', '\\|'),
  ]);
  return markdownTable(['code', 'kind', 'meaning'], rows);
}

/** The fenced examples, as a proposer would send them. */
function examples(text: string): { name: string; raw: RawChange }[] {
  const hash = createHash('sha256').update(OLD).digest('hex').slice(0, 12);
  return [...text.matchAll(/^(`{3,})\w+ (edits|text)\n([^]*?)^\1$/gm)].map((match) => {
    const [, , form = '', body = ''] = match;
    const [name = ''] = body.split('\n');
    if (form === 'edits') return { name, raw: { edits: JSON.parse(body) as Edit[] } };
    return { name, raw: { diff: body.replace('$SHA256', hash) } };
  });
}

describe('docs/changes.md', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await Sandbox.create();
    await sandbox.commit({ 'src/price.js': OLD });
  });

  afterAll(async () => sandbox.remove());

  const text = readFileSync(FILE, 'utf8');

  it('has the table of reasons that the code has (write it with UPDATE_DOCS=1)', () => {
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(FILE, text.replace(TABLE, table()));
    expect(TABLE.exec(readFileSync(FILE, 'utf8'))?.[0]).toBe(table());
  });

  it('says what each reason means in one sentence', () => {
    for (const [kind, meaning] of Object.values(REASONS)) {
      expect(['refused', 'needs-repair']).toContain(kind);
      expect(meaning).toMatch(/^[A-Z][^\n]*[^.]\.$/);
    }
  });

  it('shows five forms', () => {
    expect(examples(text)).toHaveLength(5);
  });

  it.each(examples(text))('shows an example that is made as it says: $name', async ({ raw }) => {
    const { files } = await sandbox.change(raw);
    expect(files.map(({ path }) => path)).toEqual(['src/price.js']);
    expect(Buffer.from(files[0]?.after ?? '', 'base64').toString()).toBe(NEW);
  });
});
