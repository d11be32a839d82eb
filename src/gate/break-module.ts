import { extname } from 'node:path';

/** What a broken module throws; where it is read again, the module was loaded. */
export const CONTROL_MESSAGE = 'refactor-loop negative control';

const PYTHON = new Set(['.py']);
const SCRIPT = new Set(['.js', '.cjs', '.mjs', '.jsx', '.ts', '.cts', '.mts', '.tsx']);

/** The module with a first statement that throws when it is loaded; null: not a known language. */
export function breakModule(path: string, text: string): string | null {
  const extension = extname(path);
  const shebang = /^#!.*\n/.exec(text)?.[0] ?? '';
  const rest = text.slice(shebang.length);
  if (PYTHON.has(extension)) return `${shebang}raise RuntimeError('${CONTROL_MESSAGE}')\n${rest}`;
  if (!SCRIPT.has(extension) || /\.d\.[cm]?ts$/.test(path)) return null;
  // With a condition, so that no compiler calls what follows unreachable.
  return `${shebang}if (globalThis) throw new Error('${CONTROL_MESSAGE}');\n${rest}`;
}
