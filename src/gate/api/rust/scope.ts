import { child } from '../syntax/tree.js';
import type { Import } from './imports.js';
import { attributed, nameOf, type RustItem, type RustModule } from './read-crate.js';

/** What a path stands for: declarations of the crate, or something outside of it. */
export type Meaning = { kind: 'items'; items: RustItem[] } | { kind: 'external'; path: string[] };

const LOCAL = /^(crate|self|super)$/;

function rootOf(module: RustModule): RustModule {
  return module.parent === undefined ? module : rootOf(module.parent);
}

/** The variants of an enum as items of their own. */
export function variantsOf(item: RustItem): RustItem[] {
  const list = child(item.node, 'EnumVariantList');
  if (item.kind !== 'enum' || list === undefined) return [];
  const { source } = item.home;
  return attributed(source, list)
    .filter(({ node }) => node.name === 'EnumVariant')
    .map((entry) => ({
      ...{ ...entry, kind: 'variant', name: nameOf(source, entry.node) },
      ...{ home: item.home, isPublic: true, isShared: true },
    }));
}

/** Says what names and paths stand for within one crate. */
export class RustScope {
  private readonly known = new Map<RustModule, Map<string, Meaning | undefined>>();
  private readonly open = new Map<RustModule, Set<string>>();
  private circles = 0;

  /** What a path in a module stands for; undefined for a name that nothing here binds. */
  resolve(module: RustModule, path: readonly string[]): Meaning | undefined {
    const [first = '', ...rest] = path;
    if (first === 'crate' || first === '$crate') return this.within(rootOf(module), rest);
    if (first === 'self') return this.within(module, rest);
    if (first === 'super') return module.parent && this.resolveIn(module.parent, rest);
    const found = this.lookup(module, first);
    if (found === undefined) return undefined;
    if (found.kind === 'external') return { kind: 'external', path: [...found.path, ...rest] };
    return this.members(found.items, rest);
  }

  private resolveIn(module: RustModule, path: string[]): Meaning | undefined {
    const [first] = path;
    return first === 'super' ? this.resolve(module, path) : this.within(module, path);
  }

  private within(module: RustModule, path: string[]): Meaning | undefined {
    const [first, ...rest] = path;
    if (first === undefined) return { kind: 'items', items: [moduleItem(module)] };
    const found = this.lookup(module, first);
    if (found?.kind === 'external') return { kind: 'external', path: [...found.path, ...rest] };
    return found && this.members(found.items, rest);
  }

  private members(items: RustItem[], path: string[]): Meaning | undefined {
    const [first, ...rest] = path;
    if (first === undefined) return { kind: 'items', items };
    for (const item of items) {
      if (item.inner !== undefined) {
        const found = this.within(item.inner, path);
        if (found !== undefined) return found;
      }
      const variants = variantsOf(item).filter(({ name }) => name === first);
      if (variants.length > 0) return this.members(variants, rest);
    }
    return undefined;
  }

  /** What a single name means in a module: its own items first, then imports, then `*`. */
  private lookup(module: RustModule, name: string): Meaning | undefined {
    return this.guarded(module, name, () => this.find(module, name));
  }

  private guarded(
    module: RustModule,
    name: string,
    find: () => Meaning | undefined,
  ): Meaning | undefined {
    const cache = this.known.get(module) ?? new Map<string, Meaning | undefined>();
    this.known.set(module, cache);
    if (cache.has(name)) return cache.get(name);
    const open = this.open.get(module) ?? new Set<string>();
    this.open.set(module, open);
    if (open.has(name)) {
      this.circles += 1;
      return undefined;
    }
    const before = this.circles;
    open.add(name);
    const found = find();
    open.delete(name);
    // Within a circle of imports, nothing found may be found by another way in.
    if (found !== undefined || this.circles === before) cache.set(name, found);
    return found;
  }

  private find(module: RustModule, name: string, shared = false): Meaning | undefined {
    const seen = ({ isShared }: { isShared: boolean }): boolean => isShared || !shared;
    const items = module.items.filter((item) => item.name === name && seen(item));
    if (items.length > 0) return { kind: 'items', items };
    const named = module.imports.find((one) => one.name === name && seen(one));
    if (named !== undefined) {
      const found = this.resolve(module, named.path);
      const local = LOCAL.test(named.path[0] ?? '');
      return found ?? (local ? undefined : { kind: 'external', path: named.path });
    }
    for (const all of module.imports.filter((one) => one.name === '*' && seen(one))) {
      const found = this.starred(module, all, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What `*` brings under a name: what is shared, and for modules further in all that there is. */
  private starred(module: RustModule, all: Import, name: string): Meaning | undefined {
    const source = this.resolve(module, all.path);
    if (source?.kind !== 'items') return undefined;
    for (const item of source.items) {
      if (item.inner === undefined) {
        const found = this.members([item], [name]);
        if (found !== undefined) return found;
        continue;
      }
      const inner = item.inner;
      const found = isBelow(module, inner) ? this.lookup(inner, name) : this.shared(inner, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private shared(module: RustModule, name: string): Meaning | undefined {
    const key = `shared ${name}`;
    return this.guarded(module, key, () => this.find(module, name, true));
  }

  /** What an import takes; a path that begins with nothing known here begins with a crate. */
  target(module: RustModule, { path }: Import): Meaning {
    return this.resolve(module, path) ?? { kind: 'external', path };
  }
}

function isBelow(module: RustModule, above: RustModule): boolean {
  if (module === above) return true;
  return module.parent !== undefined && isBelow(module.parent, above);
}

function moduleItem(module: RustModule): RustItem {
  return {
    ...{ kind: 'mod', name: '', node: module.source.root, attributes: [], isPublic: true },
    ...{ home: module.parent ?? module, inner: module, isShared: true },
  };
}
