import { posix } from 'node:path';

/** Where a file stands among the modules of its distribution. */
export interface ModulePlace {
  /** Dotted name by which it is imported. */
  name: string;
  /** Whether it is the `__init__` of a package. */
  isPackage: boolean;
  isStub: boolean;
}

const UNSHIPPED = /^(docs?|examples?|samples?|demos?|tests?|testing|bench|benchmarks?)$/;
const HELPERS = /^(scripts?|tools?|ci|hack|\.[^/]*)$/;
const TESTS = /^(_?tests|testdata|fixtures)$/;
const IMPORTABLE = /^[A-Za-z_\x80-\uffff][\w\x80-\uffff]*$/;
const NO_MODULE =
  /(^|\/)(setup|conftest|noxfile|fabfile|tasks|versioneer|__main__)\.pyi?$|(^|\/)test_[^/]*$|_test\.pyi?$/;
const SOURCE_FOLDER = /^(?:.*\/)?(?:src|lib|python)\//;
const MANIFEST = /(^|\/)(pyproject\.toml|setup\.py|setup\.cfg)$/;

/** Whether a path has the name of a module, which no test and no tool's file has. */
export function isPython(path: string): boolean {
  return /\.pyi?$/.test(path) && !NO_MODULE.test(path);
}

/** Whether a file marks the folder of a distribution. */
export function isPythonManifest(path: string): boolean {
  return MANIFEST.test(path);
}

/** The folder in which the outermost package around a file stands, `''` or with a `/` at its end. */
function packageRoot(path: string, files: ReadonlySet<string>): string {
  let folder = posix.dirname(path);
  while (['.py', '.pyi'].some((end) => files.has(`${folder}/__init__${end}`)))
    folder = posix.dirname(folder);
  return folder === '.' ? '' : `${folder}/`;
}

function isOwnDistribution(folder: string, root: string, files: ReadonlySet<string>): boolean {
  const below = [...files].filter((file) => isPythonManifest(file));
  return below.some((file) => {
    const home = `${posix.dirname(file)}/`;
    return home.startsWith(folder) && root.startsWith(home);
  });
}

function isBeside(root: string, files: ReadonlySet<string>): boolean {
  const folders = root.split('/').slice(0, -1);
  return folders.some((name, index) => {
    const folder = `${folders.slice(0, index + 1).join('/')}/`;
    return UNSHIPPED.test(name) || (HELPERS.test(name) && !isOwnDistribution(folder, root, files));
  });
}

/**
 * The module that a file is, by the packages around it (`src/` and its like are none), or undefined
 * for what no distribution ships: tests, documentation, examples, and helpers beside the packages.
 */
export function placeOf(path: string, files: ReadonlySet<string>): ModulePlace | undefined {
  const root = packageRoot(path, files);
  if (!isPython(path) || isBeside(root, files)) return undefined;
  const lone = `${posix.dirname(path)}/` === (root === '' ? './' : root);
  // Without an `__init__` around it, its folder may be a namespace package.
  const base = lone ? (SOURCE_FOLDER.exec(path)?.[0] ?? '') : root;
  const segments = path
    .slice(base.length)
    .replace(/\.pyi?$/, '')
    .split('/');
  const isPackage = segments.at(-1) === '__init__';
  if (isPackage) segments.pop();
  const [first = ''] = segments;
  const nested = segments.length > 1 || isPackage;
  if (segments.length === 0 || (nested && UNSHIPPED.test(first))) return undefined;
  if (!segments.every((segment) => IMPORTABLE.test(segment))) return undefined;
  if (segments.slice(0, isPackage ? undefined : -1).some((segment) => TESTS.test(segment)))
    return undefined;
  return { name: segments.join('.'), isPackage, isStub: path.endsWith('.pyi') };
}

/** Whether no part of a dotted name starts with `_`. */
export function isPublicModule(name: string): boolean {
  return !name.split('.').some((part) => part.startsWith('_'));
}
