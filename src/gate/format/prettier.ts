import { relative } from 'node:path';
import { prettier as check } from '../diagnostics/prettier.js';
import { toArgv, withoutOptions } from '../invocation.js';
import { optionsOf, type Formatter } from './formatter.js';

const VALUED = [
  ...['--config', '--config-precedence', '--ignore-path', '--plugin', '--parser'],
  ...['--print-width', '--tab-width', '--trailing-comma', '--arrow-parens', '--prose-wrap'],
  ...['--end-of-line', '--quote-props', '--html-whitespace-sensitivity', '--object-wrap'],
  ...['--embedded-language-formatting', '--experimental-operator-position'],
];
const OF_THE_CHECK = [
  ...['-c', '--check', '-l', '--list-different', '-u', '--ignore-unknown', '--cache'],
  ...['--no-cache', '--cache-location=', '--cache-strategy=', '--log-level=', '--loglevel='],
  '--no-error-on-unmatched-pattern',
];

/** Prettier; it gives an ignored file back as it is. */
export const prettier: Formatter = {
  name: 'prettier',
  isAskedForBy: (invocation) => check.recognise(invocation),
  handles: /./,
  declines: /No parser could be inferred/,
  command: (invocation, { path, cwd }) => {
    const options = optionsOf(withoutOptions(invocation.args, OF_THE_CHECK), VALUED);
    const args = [...options, '--stdin-filepath', relative(cwd, path)];
    return { argv: toArgv({ ...invocation, args }), cwd };
  },
};
