import type { Token } from '../syntax/tokens.js';

/** One name, or with `*` all names, that a `use` brings into a module. */
export interface Import {
  path: string[];
  /** The name under which it is known here; `*` for all names. */
  name: string;
  isPublic: boolean;
  /** Whether other modules of the crate may take it from here. */
  isShared: boolean;
}

const PRIVATE = { isPublic: false, isShared: false };

/** Reads a use tree from `at`; gives what it imports and the index behind it. */
function tree(tokens: readonly Token[], at: number, prefix: string[]): [Import[], number] {
  const path = [...prefix];
  let next = at;
  for (; next < tokens.length; next += 1) {
    const text = tokens[next]?.text ?? '';
    if (text === '::') continue;
    if (text === '*') return [[{ path, name: '*', ...PRIVATE }], next + 1];
    if (text === '{') return group(tokens, next + 1, path);
    if (tokens[next]?.kind !== 'word' || text === 'as') break;
    path.push(text.replace(/^r#/, ''));
  }
  if (path.at(-1) === 'self' && path.length > 1) path.pop();
  const alias = tokens[next]?.text === 'as' ? tokens[next + 1]?.text : undefined;
  const name = alias ?? path.at(-1) ?? '';
  return [[{ path, name, ...PRIVATE }], alias === undefined ? next : next + 2];
}

function group(tokens: readonly Token[], at: number, prefix: string[]): [Import[], number] {
  const all: Import[] = [];
  let next = at;
  while (next < tokens.length && tokens[next]?.text !== '}') {
    if (tokens[next]?.text === ',') next += 1;
    else {
      const [found, after] = tree(tokens, next, prefix);
      all.push(...found);
      next = Math.max(after, next + 1);
    }
  }
  return [all, next + 1];
}

/** What a `use` or `extern crate` declaration imports. */
export function importsOf(tokens: readonly Token[]): Import[] {
  const isShared = tokens[0]?.text === 'pub';
  const isPublic = isShared && tokens[1]?.text !== '(';
  const use = tokens.findIndex(({ text }) => text === 'use');
  const start = use === -1 ? tokens.findIndex(({ text }) => text === 'crate') : use;
  const end = tokens.at(-1)?.text === ';' ? -1 : undefined;
  const [found] = tree(tokens.slice(start + 1, end), 0, []);
  return found.map((one) => ({ ...one, isPublic, isShared }));
}
