/**
 * The public API of Rust as its text declares it: what users of the library crates of a workspace
 * reach through modules and re-exports, with the impls of those types. Crates with only a `main.rs`
 * have none.
 */
import { readSources, type LanguageLister, type Texts } from './language.js';
import { cratesOf, isRust, isRustManifest } from './rust/crates.js';
import { RUST_GRAMMAR } from './rust/grammar.js';
import { readCrate } from './rust/read-crate.js';
import { RustLister } from './rust/symbols.js';

function list(texts: Texts): string[] {
  const { sources, unlisted } = readSources(texts, isRust, 'rust', RUST_GRAMMAR);
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const symbols = cratesOf(texts).flatMap((crate) => {
    const root = byPath.get(crate.root);
    if (root === undefined) return [];
    return new RustLister(
      crate,
      readCrate(root, (path) => byPath.get(path)),
    ).list();
  });
  return [...unlisted, ...symbols];
}

/** Lists the public API of Rust. */
export const RUST_LISTER: LanguageLister = {
  name: 'Rust',
  isSource: isRust,
  isManifest: isRustManifest,
  list,
};
