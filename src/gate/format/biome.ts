import { relative } from 'node:path';
import { toArgv } from '../invocation.js';
import { optionsOf, type Formatter } from './formatter.js';

/** Biome, where `ci`, `check` or `format` asks for its form; it declines what it is told to leave. */
export const biome: Formatter = {
  name: 'biome',
  isAskedForBy: ({ tool, args }) => tool === 'biome' && /^(?:ci|check|format)$/.test(args[0] ?? ''),
  handles: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|gql|html|vue|svelte|astro)$/,
  declines: /was not formatted because/,
  command: (invocation, { path, cwd }) => {
    const options = optionsOf(invocation.args, ['--config-path']);
    const at = options.indexOf('--config-path');
    const config =
      at === -1
        ? options.filter((option) => option.startsWith('--config-path='))
        : options.slice(at, at + 2);
    const args = ['format', ...config, '--colors=off', `--stdin-file-path=${relative(cwd, path)}`];
    return { argv: toArgv({ ...invocation, args }), cwd };
  },
};
