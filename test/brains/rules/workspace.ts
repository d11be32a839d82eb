import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrainRequest, Edit } from '../../../src/core/contracts.js';

/** A temporary folder with these files; the caller removes it. */
export async function workspaceWith(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'rules-brain-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

export function requestFor(
  role: BrainRequest['role'],
  workspace: string,
  extra: Partial<BrainRequest> = {},
): BrainRequest {
  return {
    protocol: 1,
    role,
    run: 'run',
    iteration: 1,
    workspace,
    pinned_constraints: ['preserve-public-api', 'no-test-file-writes'],
    ...extra,
  };
}

/** The text after edits that replace something which stands exactly once. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((result, edit) => {
    if (!('old' in edit) || result.split(edit.old).length !== 2)
      throw new Error(`this does not stand there once: ${JSON.stringify(edit)}`);
    return result.replace(edit.old, () => edit.new);
  }, text);
}
