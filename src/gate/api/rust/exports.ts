import type { RustItem, RustModule } from './read-crate.js';
import { variantsOf, type RustScope } from './scope.js';

/** A public name of a module and what it stands for. */
export interface RustExport {
  name: string;
  meaning: { kind: 'item'; item: RustItem } | { kind: 'external'; path: string };
}

function named(name: string, item: RustItem): RustExport {
  return { name, meaning: { kind: 'item', item } };
}

function starred(items: readonly RustItem[], scope: RustScope, open: RustModule[]): RustExport[] {
  return items.flatMap((item) => {
    if (item.inner !== undefined) return exportsOf(item.inner, scope, open);
    return variantsOf(item).map((variant) => named(variant.name, variant));
  });
}

/** The public names of a module; what `*` brings gives way to what is named. */
export function exportsOf(
  module: RustModule,
  scope: RustScope,
  open: RustModule[] = [],
): RustExport[] {
  if (open.includes(module)) return [];
  const own = module.items.filter(({ isPublic }) => isPublic).map((item) => named(item.name, item));
  const imports = module.imports.filter(({ isPublic }) => isPublic);
  const single = imports
    .filter(({ name }) => name !== '*' && name !== '_')
    .flatMap((one): RustExport[] => {
      const found = scope.target(module, one);
      if (found.kind === 'items') return found.items.map((item) => named(one.name, item));
      return [{ name: one.name, meaning: { kind: 'external', path: found.path.join('::') } }];
    });
  const near = new Set([...own, ...single].map(({ name }) => name));
  const stars = imports
    .filter(({ name }) => name === '*')
    .flatMap((one): RustExport[] => {
      const found = scope.target(module, one);
      if (found.kind === 'items') return starred(found.items, scope, [...open, module]);
      return [{ name: '*', meaning: { kind: 'external', path: found.path.join('::') } }];
    });
  return [...own, ...single, ...stars.filter(({ name }) => !near.has(name))];
}
