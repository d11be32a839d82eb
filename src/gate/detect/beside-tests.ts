import { readInvocation } from '../invocation.js';
import type { Leaf } from './resolve.js';
import { checkTool } from './tools.js';
import type { TestGroup } from './test-groups.js';

const BUILDERS: ReadonlySet<string> = new Set([
  ...['tsup', 'tsdown', 'rollup', 'webpack', 'esbuild', 'babel', 'swc', 'unbuild', 'microbundle'],
  ...['bunchee', 'parcel', 'rolldown', 'ncc', 'obuild', 'pkgroll', 'uglifyjs', 'terser'],
]);
const FILE_TOOLS: ReadonlySet<string> = new Set([
  ...['rimraf', 'del-cli', 'del', 'rm', 'shx', 'mkdir', 'mkdirp', 'make-dir', 'cp', 'cpy', 'mv'],
  ...['copyfiles', 'cpx', 'ncp', 'touch'],
]);
const REPORTS: ReadonlySet<string> = new Set([
  ...['nyc', 'c8', 'codecov', 'coveralls', 'istanbul', 'lcov-summary', 'echo', 'true', 'sleep'],
]);
/** Programs that only install or lead elsewhere. */
export const MANAGERS: ReadonlySet<string> = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'husky',
  'corepack',
  'rustup',
]);
const BUILD_NAME = /build|compile|bundle|codegen|generate/;

/** Whether a command stands in a script that builds. */
export const isOfBuild = ({ via }: Leaf): boolean => BUILD_NAME.test(via.at(-1) ?? '');

/** Whether a command makes files that others need. */
export function isBuild(leaf: Leaf): boolean {
  const { argv } = leaf;
  const { tool, args } = readInvocation(argv);
  if (tool === 'tsc') return !args.includes('--noEmit');
  if (checkTool(argv) !== null) return false;
  if (isOfBuild(leaf) || BUILDERS.has(tool)) return true;
  return tool === 'vite' && args[0] === 'build';
}

/** What stands in a test script beside the tests, sorted by what the gate does with it. */
export interface BesideTests {
  build: Leaf[];
  checks: Leaf[];
}

/** Whether a command only moves or removes files. */
export const isFileTool = ({ argv }: Leaf): boolean => FILE_TOOLS.has(readInvocation(argv).tool);

/** Coverage reports, installations and messages are neither: they prove nothing of the code. */
export function besideTests({ before, after }: TestGroup): BesideTests {
  const matters = ({ argv }: Leaf): boolean => {
    const { tool } = readInvocation(argv);
    return !REPORTS.has(tool) && !MANAGERS.has(tool);
  };
  const makes = (leaf: Leaf): boolean => isBuild(leaf) || isFileTool(leaf);
  const prepares = (leaf: Leaf): boolean => {
    const isHook = leaf.via.some((name) => /^pre/.test(name));
    return makes(leaf) || (isHook && checkTool(leaf.argv) === null);
  };
  const early = before.filter(matters);
  const late = after.filter(matters);
  // What is built after the tests matters to what still looks at it; builds run before both here.
  const lastCheck = late.findLastIndex((leaf) => checkTool(leaf.argv) === null && !makes(leaf));
  return {
    build: [...early.filter(prepares), ...late.slice(0, lastCheck + 1).filter(makes)],
    checks: [...early.filter((leaf) => !prepares(leaf)), ...late.filter((leaf) => !makes(leaf))],
  };
}
