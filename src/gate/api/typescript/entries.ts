/** One way into a package as its `package.json` declares it; `target` is relative to the package. */
export interface DeclaredEntry {
  /** `.`, `./sub`, a pattern with `*`, or `bin:name`. */
  subpath: string;
  /** Conditions of `exports` joined by `.`, or the field (`main`, `module`, `types`, `browser`, `bin`). */
  condition: string;
  target: string;
}

/** The condition of Node's default entry, which a manifest does not name. */
export const IMPLIED = 'index';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function normalise(target: string): string {
  return target.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
}

function exportsEntries(value: unknown, subpath: string, conditions: string[]): DeclaredEntry[] {
  if (typeof value === 'string')
    return [{ subpath, condition: conditions.join('.') || 'default', target: normalise(value) }];
  if (Array.isArray(value))
    return value.flatMap((item) => exportsEntries(item, subpath, conditions));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key.startsWith('.')
      ? exportsEntries(inner, key, conditions)
      : exportsEntries(inner, subpath, [...conditions, key]),
  );
}

function binEntries(bin: unknown, name: string): DeclaredEntry[] {
  const bins = typeof bin === 'string' ? { [name.replace(/^@[^/]+\//, '')]: bin } : bin;
  if (!isRecord(bins)) return [];
  return Object.entries(bins).flatMap(([command, target]) =>
    typeof target === 'string'
      ? [{ subpath: `bin:${command}`, condition: 'bin', target: normalise(target) }]
      : [],
  );
}

/**
 * Lists the ways into a package: `exports` with all subpaths and conditions, `main` (Node's default
 * `index.js` where neither is given), `module`, `types`, `browser` and `bin`.
 */
export function declaredEntries(manifest: Record<string, unknown>): DeclaredEntry[] {
  const exported = exportsEntries(manifest['exports'], '.', []);
  const fields = ['main', 'module', 'types', 'typings', 'browser'].flatMap((field) => {
    const target = manifest[field];
    if (typeof target !== 'string') return [];
    const condition = field === 'typings' ? 'types' : field;
    return [{ subpath: '.', condition, target: normalise(target) || 'index.js' }];
  });
  const implied =
    exported.length === 0 && !fields.some((entry) => entry.condition === 'main')
      ? [{ subpath: '.', condition: IMPLIED, target: 'index.js' }]
      : [];
  const name = typeof manifest['name'] === 'string' ? manifest['name'] : 'package';
  return [...exported, ...fields, ...implied, ...binEntries(manifest['bin'], name)];
}
