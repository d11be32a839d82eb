import { relative } from 'node:path';
import { black as blackCheck } from '../diagnostics/black.js';
import { ruffFormat } from '../diagnostics/ruff.js';
import { toArgv, withoutOptions } from '../invocation.js';
import { optionsOf, type Formatter } from './formatter.js';

const PYTHON = /\.pyi?$/;

const RUFF_VALUED = ['--config', '--line-length', '--target-version', '--extension', '--exclude'];
const OF_RUFF_CHECK = [
  ...['--check', '--diff', '-q', '--quiet', '-v', '--verbose', '--cache-dir=', '-n', '--no-cache'],
  ...['--output-format=', '--exit-non-zero-on-format'],
];

/** `ruff format`; with `--force-exclude` it gives an excluded file back as it is. */
export const ruff: Formatter = {
  name: 'ruff format',
  isAskedForBy: (invocation) => ruffFormat.recognise(invocation),
  handles: PYTHON,
  command: (invocation, { path, cwd }) => {
    const options = optionsOf(withoutOptions(invocation.args, OF_RUFF_CHECK), RUFF_VALUED);
    const ours = ['--no-cache', '--force-exclude', '--stdin-filename', relative(cwd, path), '-'];
    return { argv: toArgv({ ...invocation, args: ['format', ...options, ...ours] }), cwd };
  },
};

const BLACK_VALUED = [
  ...['-l', '--line-length', '-t', '--target-version', '--config', '--exclude', '--include'],
  ...['--extend-exclude', '--force-exclude', '--required-version', '-W', '--workers'],
  '--enable-unstable-feature',
];
const OF_BLACK_CHECK = ['--check', '--diff', '--color', '-q', '--quiet', '-v', '--verbose'];

/** Black. */
export const black: Formatter = {
  name: 'black',
  isAskedForBy: (invocation) => blackCheck.recognise(invocation),
  handles: PYTHON,
  command: (invocation, { path, cwd }) => {
    const options = optionsOf(withoutOptions(invocation.args, OF_BLACK_CHECK), BLACK_VALUED);
    const args = [...options, '-q', '--stdin-filename', relative(cwd, path), '-'];
    return { argv: toArgv({ ...invocation, args }), cwd };
  },
};
