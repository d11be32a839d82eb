import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { inClone, isBelow, resolved, type Clone, type LinkBack } from './link-back.js';
import { rewrite, settlePrograms } from './python-programs.js';

/** Files by which Python finds packages elsewhere, one path a line; other lines are its code. */
const PATH_FILE = /\.(?:pth|egg-link)$/;
/** What build backends generate where a list of paths is not enough. */
const FINDER = /editable.*\.py$/;
const PATH_LITERAL = /(["'])(\/(?:(?!\1)[^\\\n])*)\1/g;
const WAY_OUT =
  'install the package without the editable flag (pip install . / uv sync --no-editable), and give a --build command that installs it again from the workspace, such as ".venv/bin/python -m pip install --no-deps --no-build-isolation ."';

/**
 * Makes the Python environments in a copied folder use the clone: editable installs that name the
 * repository name the clone, and their programs start their own interpreter. All of it relative to
 * the environment, which may be copied or moved with the clone.
 */
export async function settlePython(clone: Clone, path: string): Promise<LinkBack[]> {
  const found: LinkBack[] = [];
  for (const folder of [path, ...(await childrenOf(clone.root, path))]) {
    await settlePrograms(clone, folder);
    for (const site of await sitePackages(clone.root, folder))
      found.push(...(await new Site(clone, site).settle()));
  }
  return found;
}

async function childrenOf(root: string, folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder)).catch((): string[] => []);
  return names.map((name) => join(folder, name));
}

async function sitePackages(root: string, folder: string): Promise<string[]> {
  const inVersions = async (parent: string, child: string) =>
    (await childrenOf(root, parent)).map((version) => join(version, child));
  return [
    ...(await inVersions(join(folder, 'lib'), 'site-packages')),
    ...(basename(folder) === '__pypackages__' ? await inVersions(folder, 'lib') : []),
  ];
}

type Place = Awaited<ReturnType<typeof inClone>>;

/** A folder of installed packages. */
class Site {
  private readonly settled = new Set<string>();

  constructor(
    private readonly clone: Clone,
    /** Relative to the root. */
    private readonly site: string,
  ) {}

  async settle(): Promise<LinkBack[]> {
    const folder = join(this.clone.root, this.site);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const back: string[] = [];
    const last: string[] = [];
    for (const entry of entries) {
      const { name } = entry;
      if (name.endsWith('.dist-info')) last.push(name);
      else if (entry.isSymbolicLink() && !(await this.settleLink(name))) back.push(name);
      else if (PATH_FILE.test(name) && !(await this.settlePaths(name))) back.push(name);
      else if (FINDER.test(name) && !(await this.settleFinder(name))) back.push(name);
    }
    for (const name of last) if (!(await this.isAccountedFor(name))) back.push(name);
    const target = this.clone.top;
    return back.map((name) => ({ path: join(this.site, name), target, wayOut: WAY_OUT }));
  }

  /** A package that is linked instead of copied. */
  private async settleLink(name: string): Promise<boolean> {
    const file = this.fileOf(name);
    const target = await resolved(file);
    if (target === undefined || isBelow(this.clone.root, target)) return true;
    const place = await this.placeOf(name, target);
    if (place.kind !== 'found') return place.kind === 'elsewhere';
    await rm(file);
    await symlink(relative(dirname(file), place.path), file);
    return true;
  }

  private async settlePaths(name: string): Promise<boolean> {
    const file = this.fileOf(name);
    let isWhole = true;
    const settle = async (line: string): Promise<string> => {
      if (!line.startsWith('/')) {
        isWhole &&= !this.namesRepository(line);
        return line;
      }
      const place = await this.placeOf(name, line.trimEnd());
      isWhole &&= place.kind !== 'missing';
      return place.kind === 'found' ? relative(dirname(file), place.path) || '.' : line;
    };
    const text = await readFile(file, 'utf8');
    const settled = (await Promise.all(text.split('\n').map(settle))).join('\n');
    if (settled !== text) await rewrite(file, settled);
    return isWhole;
  }

  private async settleFinder(name: string): Promise<boolean> {
    const file = this.fileOf(name);
    const text = await readFile(file, 'utf8');
    let settled = text;
    for (const [literal, , path = ''] of text.matchAll(PATH_LITERAL)) {
      const place = await this.placeOf(name, path);
      if (place.kind !== 'found') continue;
      const seen = JSON.stringify(`/${join('..', relative(dirname(file), place.path))}`);
      const absolute = `__import__('os').path.abspath(__file__ + ${seen})`;
      settled = settled.replaceAll(literal, () => absolute);
    }
    if (settled !== text) await rewrite(file, settled);
    return !this.namesRepository(settled);
  }

  private async placeOf(name: string, path: string): Promise<Place> {
    const place = await inClone(this.clone, path);
    if (place.kind === 'found') this.settled.add(name);
    return place;
  }

  private namesRepository(text: string): boolean {
    const rests = text.split(this.clone.top).slice(1);
    return rests.some((rest) => !/^[\w.-]/.test(rest));
  }

  /** Whether what makes an editable install of the repository work was found, and settled. */
  private async isAccountedFor(distInfo: string): Promise<boolean> {
    const read = async (name: string) =>
      readFile(join(this.fileOf(distInfo), name), 'utf8').catch(() => '');
    const origin = await read('direct_url.json');
    const [, url] = /"url"\s*:\s*"file:\/\/([^"]*)"/.exec(origin) ?? [];
    if (url === undefined || !/"editable"\s*:\s*true/.test(origin)) return true;
    const path = decodeURIComponent(url);
    if (!isBelow(this.clone.top, (await resolved(path)) ?? path)) return true;
    const installed = (await read('RECORD')).split('\n').map((row) => row.split(',')[0] ?? '');
    const isBeside = (entry: string) => /^(?:.*\/site-packages\/)?[^/]+$/.test(entry);
    return installed.some((entry) => isBeside(entry) && this.settled.has(basename(entry)));
  }

  private fileOf(name: string): string {
    return join(this.clone.root, this.site, name);
  }
}
