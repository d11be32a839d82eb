import { gofmt as check } from '../diagnostics/go.js';
import { toArgv, withoutOptions } from '../invocation.js';
import { optionsOf, type Formatter } from './formatter.js';

/** gofmt and gofumpt; goimports is left out, since it also adds and drops imports. */
export const gofmt: Formatter = {
  name: 'gofmt',
  isAskedForBy: (invocation) => invocation.tool !== 'goimports' && check.recognise(invocation),
  handles: /\.go$/,
  command: (invocation, { cwd }) => {
    const args = optionsOf(withoutOptions(invocation.args, ['-l', '-d']), ['-r', '-lang']);
    return { argv: toArgv({ ...invocation, args }), cwd };
  },
};
