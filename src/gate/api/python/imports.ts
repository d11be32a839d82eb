import type { Token } from '../syntax/tokens.js';
import type { ModulePlace } from './modules.js';

/** What an import binds a name to. */
export interface Imported {
  /** Absolute name of the module. */
  module: string;
  /** The name taken from it; absent: the module itself. */
  name?: string;
  /** Whether it is written `x as x`, the sign of a re-export. */
  redundant: boolean;
}

/** The absolute name of what `from ..a import` names in a module. */
function absolute(dots: number, name: string, place: ModulePlace): string {
  if (dots === 0) return name;
  const parts = place.name.split('.');
  const up = place.isPackage ? dots - 1 : dots;
  const base = up === 0 ? parts : parts.slice(0, -up);
  return [...base, ...(name === '' ? [] : [name])].join('.');
}

function dotted(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('');
}

function split(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens)
    if (token.text === ',') parts.push([]);
    else if (token.text !== '(' && token.text !== ')') parts.at(-1)?.push(token);
  return parts.filter((part) => part.length > 0);
}

interface From {
  module: string;
  names: Token[][];
}

function fromImport(tokens: readonly Token[], place: ModulePlace): From | undefined {
  const at = tokens.findIndex(({ text }) => text === 'import');
  if (tokens[0]?.text !== 'from' || at === -1) return undefined;
  const source = dotted(tokens.slice(1, at));
  const name = source.replace(/^\.+/, '');
  return {
    module: absolute(source.length - name.length, name, place),
    names: split(tokens.slice(at + 1)),
  };
}

function aliased(part: readonly Token[]): { name: string; alias: string | undefined } {
  const as = part.findIndex(({ text }) => text === 'as');
  return {
    name: dotted(as === -1 ? part : part.slice(0, as)),
    alias: as === -1 ? undefined : part[as + 1]?.text,
  };
}

/** The names that an import statement binds. */
export function importedNames(tokens: readonly Token[], place: ModulePlace): [string, Imported][] {
  const from = fromImport(tokens, place);
  if (from === undefined)
    return split(tokens.slice(1)).map((part) => {
      const { name, alias } = aliased(part);
      const [top = name] = name.split('.');
      const redundant = alias === name;
      return alias === undefined
        ? [top, { module: top, redundant }]
        : [alias, { module: name, redundant }];
    });
  return from.names
    .filter(([first]) => first?.text !== '*')
    .map((part) => {
      const { name, alias } = aliased(part);
      return [alias ?? name, { module: from.module, name, redundant: alias === name }];
    });
}

/** The modules from which an import statement takes all names. */
export function starImports(tokens: readonly Token[], place: ModulePlace): string[] {
  const from = fromImport(tokens, place);
  return from?.names[0]?.[0]?.text === '*' ? [from.module] : [];
}
