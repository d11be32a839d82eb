import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { rustfmt as check } from '../diagnostics/cargo.js';
import type { Step } from '../gate.js';
import { toArgv } from '../invocation.js';
import { asRecord } from '../json.js';
import { optionsOf, type Formatter, type FormatTarget } from './formatter.js';

const VALUED = ['--config', '--config-path', '--edition', '--style-edition', '--color'];

interface Manifest {
  folder: string;
  content: Record<string, unknown>;
}

async function manifestIn(workspace: string, folder: string): Promise<Manifest | null> {
  const text = await readFile(join(workspace, folder, 'Cargo.toml'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return { folder, content: parse(text) };
  } catch {
    return null;
  }
}

/** The manifests above a file, nearest first. */
async function manifestsOf({ workspace, path }: FormatTarget): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = await manifestIn(workspace, folder);
    if (manifest !== null) found.push(manifest);
    if (folder === '.') return found;
  }
}

/** The edition as cargo would pass it on: the package's own, or that of its workspace. */
function editionOf(manifests: readonly Manifest[]): string {
  const [nearest] = manifests;
  const { edition } = asRecord(nearest?.content.package);
  if (typeof edition === 'string') return edition;
  for (const { content } of manifests) {
    const shared = asRecord(asRecord(content.workspace).package).edition;
    if (typeof shared === 'string' && asRecord(edition).workspace === true) return shared;
  }
  return '2015';
}

/** rustfmt, also where cargo calls it; from its package's folder it finds its configuration. */
export const rustfmt: Formatter = {
  name: 'rustfmt',
  isAskedForBy: (invocation) => check.recognise(invocation),
  handles: /\.rs$/,
  command: async (invocation, target): Promise<Step> => {
    const { args, launcher, tool } = invocation;
    const manifests = await manifestsOf(target);
    const toolchain = [...launcher, ...args].filter((arg) => arg.startsWith('+'));
    const own = tool === 'cargo' ? args.slice(args.indexOf('--') + 1) : args;
    const given = args.includes('--') || tool !== 'cargo' ? optionsOf(own, VALUED) : [];
    const options = given.filter((option) => option !== '--check' && option !== '-l');
    const hasEdition = options.some((option) => option.startsWith('--edition'));
    const edition = hasEdition ? [] : ['--edition', editionOf(manifests)];
    const argv = [...toolchain, ...edition, ...options, '--emit', 'stdout', '--quiet'];
    return {
      argv: toArgv({ env: invocation.env, launcher: ['rustfmt'], args: argv }),
      cwd: manifests[0]?.folder.replace(/^\.$/, '') ?? target.cwd,
    };
  },
};
