import { execFile, execFileSync } from 'node:child_process';
import { cp, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { inspectRepository } from '../../src/adapters/repository.js';
import { createWorkspace } from '../../src/adapters/workspace.js';
import { makeFolder, makeRepo, writeFiles, type Files } from '../helpers/git-repo.js';

const execute = promisify(execFile);

function versionOfPython(): string | null {
  try {
    const code = 'import sys, venv; print("%d.%d" % sys.version_info[:2])';
    return execFileSync('python3', ['-c', code], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

const VERSION = versionOfPython();
const withPython = VERSION === null ? it.skip : it;
const needed = VERSION === null ? ' (needs python3 with venv, which is not here)' : '';
const SITE = `.venv/lib/python${VERSION ?? '3.11'}/site-packages`;

const SOURCES = {
  '.gitignore': '.venv/\n.tox/\nbuild/\n',
  'src/pkg/__init__.py': 'WHERE = __file__\n',
  'src/pkg/core.py': 'WHERE = __file__\n',
};

async function made(repo: string) {
  const found = await inspectRepository(repo);
  if (found.kind === 'refused') throw new Error(found.message);
  const workspace = join(await makeFolder(), 'work space');
  const result = await createWorkspace({
    ...{ repo: found.top, commonDir: found.commonDir, base: found.head, workspace, copy: [] },
    branch: 'refactor-loop/2030-01-01-abc',
  });
  return { result, workspace };
}

async function workspaceOf(repo: string): Promise<string> {
  const { result, workspace } = await made(repo);
  if (result.kind === 'refused') throw new Error(result.message);
  return workspace;
}

/** A repository whose virtual environment holds these files beside its own. */
async function installed(files: (repo: string) => Files, name = 'my repo'): Promise<string> {
  const repo = await makeRepo(SOURCES, { name });
  await execute('python3', ['-m', 'venv', '--without-pip', join(repo, '.venv')]);
  await writeFiles(repo, files(repo));
  return repo;
}

const located = async (workspace: string, ...command: string[]): Promise<string> => {
  const [program = '', ...args] =
    command.length > 0
      ? command
      : ['.venv/bin/python', '-c', 'import os, pkg.core; print(os.path.realpath(pkg.core.WHERE))'];
  const { stdout } = await execute(join(workspace, program), args, { cwd: '/' });
  return stdout.trim();
};

/** How installers write an editable install of `src/pkg`, by the file that makes it work. */
const EDITABLES: [string, (repo: string) => Files][] = [
  ['a path file', (repo) => ({ [`${SITE}/pkg.pth`]: `${repo}/src\n` })],
  ['a path file without a newline', (repo) => ({ [`${SITE}/_pkg.pth`]: `${repo}/src` })],
  [
    'a path file among other lines',
    (repo) => ({ [`${SITE}/easy-install.pth`]: `import os\n/no/such/place\n${repo}/src\n` }),
  ],
  [
    'the finder of setuptools',
    (repo) => ({
      [`${SITE}/__editable__.pkg-1.0.pth`]: 'import __editable___pkg_1_0_finder as f; f.install()',
      [`${SITE}/__editable___pkg_1_0_finder.py`]: [
        'import importlib.util, sys',
        `MAPPING: dict[str, str] = {'pkg': '${repo}/src/pkg'}`,
        'class Finder:',
        '    @classmethod',
        '    def find_spec(cls, name, path=None, target=None):',
        '        if name in MAPPING:',
        '            init = MAPPING[name] + "/__init__.py"',
        '            return importlib.util.spec_from_file_location(name, init)',
        'def install():',
        '    sys.meta_path.append(Finder)',
        '',
      ].join('\n'),
    }),
  ],
  ['a link', (repo) => ({ [`${SITE}/pkg`]: { link: `${repo}/src/pkg` } })],
];

describe('an editable install of the repository', () => {
  withPython.each(EDITABLES)(
    `by %s is one of the workspace there, and of each copy of the workspace${needed}`,
    async (_, files) => {
      const repo = await installed(files);
      expect(await located(repo)).toBe(join(repo, 'src/pkg/core.py'));
      const workspace = await workspaceOf(repo);
      expect(await located(workspace)).toBe(join(workspace, 'src/pkg/core.py'));
      const copy = join(await makeFolder(), 'elsewhere', 'copy');
      await cp(workspace, copy, { recursive: true, verbatimSymlinks: true });
      await rename(workspace, `${workspace}-moved`);
      expect(await located(copy)).toBe(join(copy, 'src/pkg/core.py'));
    },
  );

  it.each<[string, string, (repo: string) => string]>([
    ['a path that the clone lacks', 'pkg.pth', (repo) => `${repo}/build/lib\n`],
    ['code that names the repository', 'pkg.pth', (repo) => `import x; x.add('${repo}')\n`],
    [
      'a finder with a path that the clone lacks',
      '__editable___pkg_1_0_finder.py',
      (repo) => `MAPPING = {'pkg': '${repo}/build/pkg'}\n`,
    ],
    [
      'a record of an editable install and nothing that makes it work',
      'pkg-1.0.dist-info/direct_url.json',
      (repo) => JSON.stringify({ dir_info: { editable: true }, url: `file://${encodeURI(repo)}` }),
    ],
  ])('is refused when it works by %s', async (_, name, content) => {
    const repo = await makeRepo(SOURCES, { name: 'my repo' });
    await writeFiles(repo, {
      [`${SITE}/${name}`]: content(repo),
      'build/lib/pkg.py': '1\n',
      'build/pkg/__init__.py': '1\n',
    });
    const { result } = await made(repo);
    if (result.kind !== 'refused') throw new Error('the workspace was made');
    expect(result.reason).toBe('gate-broken');
    expect(result.message).toContain(SITE);
    expect(result.message).toContain('without the editable flag');
  });

  it('is told from installs that were made from the repository but do not point back', async () => {
    const repo = await makeRepo(SOURCES);
    const files = {
      [`${SITE}/distutils-precedence.pth`]: 'import os\n',
      [`${SITE}/other.pth`]: `${repo}-other/src\n`,
      [`${SITE}/pkg-1.0.dist-info/direct_url.json`]: JSON.stringify({
        dir_info: {},
        url: `file://${repo}`,
      }),
    };
    await writeFiles(repo, files);
    const workspace = await workspaceOf(repo);
    for (const [name, text] of Object.entries(files))
      expect(await readFile(join(workspace, name), 'utf8')).toBe(text);
  });
});

describe('the programs of a virtual environment', () => {
  const SCRIPT = 'import pkg.core, sys\nprint(pkg.core.WHERE, *sys.argv[1:])\n';
  const place = (repo: string): Files => ({ [`${SITE}/pkg.pth`]: `${repo}/src\n` });

  withPython.each<[string, (python: string) => string]>([
    ['a line that names it', (python) => `#!${python} -s\n`],
    ['a shell', (python) => `#!/bin/sh\n'''exec' "${python}" "$0" "$@"\n' '''\n`],
  ])(`start the interpreter of the workspace when started by %s${needed}`, async (what, header) => {
    const name = what === 'a shell' ? 'my repo' : 'repo';
    const program = '.venv/bin/tool';
    const repo = await installed(
      (top) => ({
        ...place(top),
        [program]: { exec: header(`${top}/.venv/bin/python`) + SCRIPT },
      }),
      name,
    );
    expect(await located(repo, program, 'a b')).toBe(`${join(repo, 'src/pkg/core.py')} a b`);
    const workspace = await workspaceOf(repo);
    expect(await located(workspace, program, 'a b')).toBe(
      `${join(workspace, 'src/pkg/core.py')} a b`,
    );
    expect((await stat(join(workspace, program))).mode & 0o777).toBe(
      (await stat(join(repo, program))).mode & 0o777,
    );
  });

  withPython(`stay as they are when they start another interpreter${needed}`, async () => {
    const text = '#!/usr/bin/python3\nprint(1)\n';
    const repo = await installed(() => ({ '.venv/bin/tool': { exec: text } }));
    const workspace = await workspaceOf(repo);
    expect(await readFile(join(workspace, '.venv/bin/tool'), 'utf8')).toBe(text);
  });
});
