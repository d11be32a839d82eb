/**
 * The public API of Python as its text declares it: what modules and packages offer by `__all__` or
 * by names without `_`, through imports and bases of the workspace.
 */
import { readSources, type LanguageLister, type Texts } from './language.js';
import { ClassReader } from './python/classes.js';
import { PYTHON_GRAMMAR } from './python/grammar.js';
import { readModule, type PythonModule } from './python/read-module.js';
import { isPython, isPythonManifest, placeOf } from './python/modules.js';
import { isListed, PythonScope } from './python/scope.js';
import { PythonLister } from './python/symbols.js';

/** Modules by name; a stub and its module see others of their kind first. */
function byName(modules: readonly PythonModule[], stubs: boolean): Map<string, PythonModule> {
  const last = modules.filter(({ isStub }) => isStub === stubs);
  return new Map([...modules, ...last].map((module) => [module.name, module]));
}

function list(texts: Texts): string[] {
  const files = new Set(texts.keys());
  const isModule = (path: string): boolean => placeOf(path, files) !== undefined;
  const { sources, unlisted } = readSources(texts, isModule, 'python', PYTHON_GRAMMAR);
  const modules = sources.flatMap((source) => {
    const place = placeOf(source.path, files);
    return place === undefined ? [] : [readModule(source, place)];
  });
  const symbols = [false, true].flatMap((stubs) => {
    const scope = new PythonScope(byName(modules, stubs));
    const classes = new ClassReader(scope);
    return modules
      .filter((module) => module.isStub === stubs && isListed(module))
      .flatMap((module) => new PythonLister(module, scope, classes).list());
  });
  return [...unlisted, ...symbols];
}

/** Lists the public API of Python. */
export const PYTHON_LISTER: LanguageLister = {
  name: 'Python',
  isSource: isPython,
  isManifest: isPythonManifest,
  list,
};
