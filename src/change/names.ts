import type { Operation } from './model.js';

/**
 * The path that a name of the model's stands for: a tracked file of exactly that name, else with
 * slashes for backslashes and without "." segments. Whether it may be touched is decided on that.
 */
export function resolveName(name: string, tracked: ReadonlyMap<string, unknown>): string {
  if (tracked.has(name)) return name;
  const segments = name.replace(/\\{1,2}/g, '/').split('/');
  return segments.filter((segment) => segment !== '.').join('/');
}

/** Operations with their names resolved, on both sides of a rename. */
export function resolveNames(
  operations: Operation[],
  tracked: ReadonlyMap<string, unknown>,
): Operation[] {
  return operations.map((operation) =>
    operation.kind === 'rename'
      ? {
          ...operation,
          from: resolveName(operation.from, tracked),
          to: resolveName(operation.to, tracked),
        }
      : { ...operation, path: resolveName(operation.path, tracked) },
  );
}
