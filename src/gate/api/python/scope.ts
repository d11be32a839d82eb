import type { AllPart, Binding, PythonModule } from './read-module.js';
import { isPublicModule } from './modules.js';

/** What a name stands for in the end: a declaration, a module of the workspace, or neither. */
export type Meaning =
  | { kind: 'declared'; binding: Exclude<Binding, { kind: 'import' }>; module: PythonModule }
  | { kind: 'module'; module: PythonModule; typeOnly: boolean }
  | { kind: 'external'; path: string; typeOnly: boolean };

const LISTED_DUNDERS = /^__(?!all__$|doc__$|path__$|name__$|file__$|future__$)\w+__$/;

/** Whether a name counts as public where no `__all__` says so. */
export function isPublicName(name: string): boolean {
  return !name.startsWith('_') || LISTED_DUNDERS.test(name);
}

/** The modules of a workspace and what their names stand for across imports. */
export class PythonScope {
  constructor(private readonly modules: ReadonlyMap<string, PythonModule>) {}

  /** The module of the workspace with an absolute name. */
  module(name: string): PythonModule | undefined {
    return this.modules.get(name);
  }

  /** What a name of a module stands for; several meanings where branches differ, none if unbound. */
  meanings(module: PythonModule, name: string, seen = new Set<string>()): Meaning[] {
    const key = `${module.name} ${name}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const bound = module.bindings.get(name);
    if (bound !== undefined)
      return bound.flatMap((binding) =>
        binding.kind === 'import'
          ? this.imported(binding, seen)
          : [{ kind: 'declared', binding, module }],
      );
    const starred = module.stars.flatMap((star) => {
      const source = this.modules.get(star);
      return source !== undefined && this.publicNames(source).includes(name)
        ? this.meanings(source, name, seen)
        : [];
    });
    if (starred.length > 0 || !module.isPackage) return starred;
    const inner = this.modules.get(`${module.name}.${name}`);
    return inner === undefined ? [] : [{ kind: 'module', module: inner, typeOnly: false }];
  }

  private imported(binding: Binding & { kind: 'import' }, seen: Set<string>): Meaning[] {
    const { module, name, typeOnly } = binding;
    const source = this.modules.get(module);
    const path = name === undefined ? module : `${module}.${name}`;
    const inner = this.modules.get(path);
    const taken =
      source === undefined || name === undefined ? [] : this.meanings(source, name, seen);
    if (taken.length > 0)
      return taken.map((meaning) =>
        !typeOnly
          ? meaning
          : meaning.kind === 'declared'
            ? { ...meaning, binding: { ...meaning.binding, typeOnly } }
            : { ...meaning, typeOnly },
      );
    return inner === undefined
      ? [{ kind: 'external', path, typeOnly }]
      : [{ kind: 'module', module: inner, typeOnly }];
  }

  /** The names that a module offers: its literal `__all__`, else those without `_`. */
  publicNames(module: PythonModule, seen = new Set<string>()): string[] {
    if (seen.has(module.name)) return [];
    seen.add(module.name);
    if (module.all !== undefined && module.all !== 'dynamic')
      return [...new Set(module.all.flatMap((part) => this.allNames(module, part, seen)))];
    const own = [...module.bindings]
      .filter(([name, bound]) => isPublicName(name) && bound.some((one) => offers(one, module)))
      .map(([name]) => name);
    const starred = module.stars.flatMap((star) => {
      const source = this.modules.get(star);
      return source === undefined ? [] : this.publicNames(source, seen).filter(isPublicName);
    });
    return [...new Set([...own, ...starred])];
  }

  private allNames(module: PythonModule, part: AllPart, seen: Set<string>): string[] {
    if ('name' in part) return [part.name];
    const found = this.meanings(module, part.of).find(({ kind }) => kind === 'module');
    return found?.kind === 'module' ? this.publicNames(found.module, seen) : [`${part.of}.__all__`];
  }
}

/** A package offers what it imports from its own modules, a module only what it renames to itself. */
function offers(binding: Binding, module: PythonModule): boolean {
  if (binding.kind !== 'import') return true;
  const [top = ''] = module.name.split('.');
  const own = binding.module === top || binding.module.startsWith(`${top}.`);
  return binding.redundant || (module.isPackage && own && binding.name !== undefined);
}

/** Whether a module is listed under its own name. */
export function isListed(module: PythonModule): boolean {
  return isPublicModule(module.name);
}
