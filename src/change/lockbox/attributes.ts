import { git } from '../../adapters/git.js';
import { blobId } from '../blob.js';
import type { Refused } from '../change.js';
import { refuse } from '../refuse.js';

const ATTRIBUTES = [
  'filter',
  'ident',
  'working-tree-encoding',
  'diff',
  'text',
  'eol',
  'linguist-generated',
  'linguist-vendored',
];

/** Git attributes of a path: `unspecified`, `unset`, `set`, or the value. */
export type Attributes = Record<string, string>;

/** The attributes that the lockbox looks at, for each path. */
export async function attributesOf(
  workspace: string,
  paths: string[],
): Promise<Map<string, Attributes>> {
  const input = paths.map((path) => `${path}\0`).join('');
  const output = await git(workspace, ['check-attr', '-z', '--stdin', ...ATTRIBUTES], { input });
  const fields = output.split('\0');
  const found = new Map<string, Attributes>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', name = '', value = ''] = fields.slice(at, at + 3);
    found.set(path, { ...found.get(path), [name]: value });
  }
  return found;
}

function isOn(found: Attributes, name: string): boolean {
  return !['unspecified', 'unset', 'false'].includes(found[name] ?? 'unspecified');
}

/** The project says that people write the file, whatever stands in it. */
export function isHandwritten(found: Attributes): boolean {
  return ['unset', 'false'].includes(found['linguist-generated'] ?? '');
}

/** Refuses files that git converts, that only a tool writes, and that git shows no text of. */
export function checkAttributes(path: string, found: Attributes): Refused | undefined {
  const conversion = ['filter', 'ident', 'working-tree-encoding'].find((name) => isOn(found, name));
  if (conversion !== undefined) {
    const message = `${path} has the git attribute ${conversion}=${found[conversion] ?? ''}, so git runs a conversion over it. Leave it as it is.`;
    return refuse('filtered-path', message, [path]);
  }
  const label = ['linguist-generated', 'linguist-vendored'].find((name) => isOn(found, name));
  if (label !== undefined) {
    const message = `${path} has the git attribute ${label}: its source is elsewhere. Change that.`;
    return refuse('generated-file', message, [path]);
  }
  if (found['diff'] !== 'unset') return undefined;
  const message = `${path} has the git attribute -diff, so git treats it as binary. Leave it as it is.`;
  return refuse('binary', message, [path]);
}

/** Line ends that git would rewrite on commit although nobody touched them. */
export function unnormalised(found: Attributes, bytes: Buffer, blob: string): boolean {
  const eol = found['eol'] === 'lf' || found['eol'] === 'crlf';
  const text = found['text'] === 'set' || (eol && found['text'] !== 'unset');
  return text && found['text'] !== 'auto' && bytes.includes('\r\n') && blobId(bytes, blob) === blob;
}
