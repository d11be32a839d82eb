import { posix } from 'node:path';
import { parse } from 'smol-toml';
import type { Texts } from '../language.js';

/** A library crate: the name by which it is imported and the file in which it begins. */
export interface RustCrate {
  name: string;
  root: string;
  isProcMacro: boolean;
}

const UNSHIPPED = /(^|\/)(tests|benches|examples|fuzz|xtask|target|vendor)\//;

/** Whether a path is a Rust file that a library may consist of. */
export function isRust(path: string): boolean {
  return path.endsWith('.rs') && !UNSHIPPED.test(path) && posix.basename(path) !== 'build.rs';
}

/** Whether a path is that of a package's manifest. */
export function isRustManifest(path: string): boolean {
  return posix.basename(path) === 'Cargo.toml' && !UNSHIPPED.test(path);
}

type Table = Record<string, unknown>;

function table(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function crateOf(path: string, manifest: string, texts: Texts): RustCrate[] {
  const folder = posix.dirname(path);
  const { package: own, lib } = parse(manifest);
  const library = table(lib);
  const name = text(library['name']) ?? text(table(own)['name']);
  const root = posix.join(folder, text(library['path']) ?? 'src/lib.rs');
  if (name === undefined || !texts.has(root)) return [];
  const isProcMacro = library['proc-macro'] === true || library['proc_macro'] === true;
  return [{ name: name.replaceAll('-', '_'), root, isProcMacro }];
}

/** The library crates of a workspace. Throws on a `Cargo.toml` that is not TOML. */
export function cratesOf(texts: Texts): RustCrate[] {
  const manifests = [...texts].filter(([path]) => isRustManifest(path));
  if (manifests.length > 0)
    return manifests.flatMap(([path, manifest]) => crateOf(path, manifest, texts));
  const root = 'src/lib.rs';
  return texts.has(root) ? [{ name: 'crate', root, isProcMacro: false }] : [];
}
