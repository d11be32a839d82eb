import { extname } from 'node:path';

/** What a broken module says; where it is read again, the module was loaded or compiled. */
export const CONTROL_MESSAGE = 'refactor-loop negative control';

const FIRST_TYPE = /^(?:[\w@.()"', ]+\s)?(?:class|record)\s+\w[^{};]*\{/m;

/** With a condition, so that no compiler calls what follows unreachable. */
function script(text: string): string {
  const shebang = /^#!.*\n/.exec(text)?.[0] ?? '';
  const statement = `if (globalThis) throw new Error('${CONTROL_MESSAGE}');`;
  return `${shebang}${statement}\n${text.slice(shebang.length)}`;
}

const last = (item: string) => (text: string) => `${text}\n${item}\n`;

const javaBlock = ` static { if (true) throw new RuntimeException("${CONTROL_MESSAGE}"); }`;

/** An interface or enum has no place for the block. */
function java(text: string): string | null {
  // Of the same length, so that positions stay.
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => ' '.repeat(comment.length));
  const found = FIRST_TYPE.exec(code);
  if (found === null) return null;
  const place = found.index + found[0].length;
  return text.slice(0, place) + javaBlock + text.slice(place);
}

type Breaker = (text: string) => string | null;

const BREAKERS: Readonly<Record<string, Breaker>> = {
  // At the end, since nothing may stand before an import from __future__.
  '.py': last(`raise RuntimeError('${CONTROL_MESSAGE}')`),
  ...Object.fromEntries(
    ['.js', '.cjs', '.mjs', '.jsx', '.ts', '.cts', '.mts', '.tsx'].map((name) => [name, script]),
  ),
  // A package may have many such functions.
  '.go': last(`func init() { panic("${CONTROL_MESSAGE}") }`),
  // Nothing in Rust runs when a module is loaded: that the tests are compiled from it must do.
  '.rs': last(`compile_error!("${CONTROL_MESSAGE}");`),
  '.java': java,
};

/** Whether the file's language is one in which modules can be broken. */
export function isBreakable(path: string): boolean {
  return extname(path) in BREAKERS && !/\.d\.[cm]?ts$/.test(path);
}

/** The module so that loading it, or compiling it in Rust, fails; null: it cannot be broken. */
export function breakModule(path: string, text: string): string | null {
  return isBreakable(path) ? (BREAKERS[extname(path)]?.(text) ?? null) : null;
}
