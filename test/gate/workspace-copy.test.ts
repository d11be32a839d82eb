import { mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { leadsBack, settleCopy } from '../../src/gate/leads-back.js';
import { makeScratch, removeScratch } from '../../src/gate/workspace-copy.js';
import { makeFolder, makeRepo, writeFiles } from '../helpers/git-repo.js';

const { signal } = new AbortController();
const SITE = '.venv/lib/python3.12/site-packages';

async function copied() {
  const workspace = await realpath(await makeRepo({ '.gitignore': '.venv/\nnode_modules/\n' }));
  await writeFiles(workspace, {
    'src/pkg/__init__.py': '',
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    '.venv/bin/python': { exec: '' },
    '.venv/bin/tool': { exec: `#!${workspace}/.venv/bin/python\nimport pkg\n` },
    [`${SITE}/pkg.pth`]: `${workspace}/src\n`,
  });
  const folder = await makeFolder();
  const make = (name: string) => makeScratch(workspace, join(folder, name), signal);
  return { workspace, folder, scratch: join(folder, 'scratch'), make };
}

describe('makeScratch', () => {
  it('makes a whole copy beside nothing else, and sweeps what a dead attempt left', async () => {
    const { folder, make } = await copied();
    await writeFiles(folder, {
      'scratch.partial-1-dead/half': '',
      'scratch.partial-1-dead.log': '',
      'other.partial-1/half': '',
    });
    await make('scratch');
    expect((await readdir(folder)).sort()).toEqual(['other.partial-1', 'scratch']);
    expect(await readdir(join(folder, 'scratch'))).toContain('.venv');
  });

  it('leaves a copy alone that is there, and says why one could not be made', async () => {
    const { workspace, folder, scratch, make } = await copied();
    await writeFiles(folder, { 'scratch/mine': 'x' });
    await make('scratch');
    expect(await readdir(scratch)).toEqual(['mine']);
    await removeScratch(scratch);
    await removeScratch(workspace);
    await expect(make('scratch')).rejects.toThrow(/could not be copied .*No such file/);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('settleCopy', () => {
  it('makes editable installs, links and programs of the workspace those of the copy', async () => {
    const { workspace, scratch, make } = await copied();
    await mkdir(join(workspace, 'node_modules/@a'), { recursive: true });
    await symlink(join(workspace, 'src/pkg'), join(workspace, 'node_modules/@a/pkg'));
    await make('scratch');
    await settleCopy(workspace, scratch);
    for (const file of [`${SITE}/pkg.pth`, '.venv/bin/tool'])
      expect(await readFile(join(scratch, file), 'utf8')).not.toContain(workspace);
    const link = await realpath(join(scratch, 'node_modules/@a/pkg'));
    expect(link).toBe(await realpath(join(scratch, 'src/pkg')));
    expect(await leadsBack(scratch)).toEqual([]);
  });

  it('tells what still leads to the workspace', async () => {
    const { workspace, scratch, make } = await copied();
    const code = `import sys; sys.path.insert(0, '${workspace}/src')\n`;
    await writeFiles(workspace, { [`${SITE}/code.pth`]: code });
    await make('scratch');
    await settleCopy(workspace, scratch);
    expect(await leadsBack(scratch)).toEqual([`${SITE}/code.pth`]);
  });
});
