import { createHash } from 'node:crypto';
import { line } from '../language.js';
import { plain } from '../syntax/plain.js';
import { tokensIn } from '../syntax/source.js';
import type { RustCrate } from './crates.js';
import { exportsOf } from './exports.js';
import { derivedLines, implLines, modulesBelow } from './impls.js';
import { itemLines, type RustLine } from './items.js';
import type { RustItem, RustModule } from './read-crate.js';
import { RustScope } from './scope.js';

const DECLARES = /\b(pub|impl)\b/;
const SHOWN_LENGTH = 120;

/** A text, or what tells it from others where it is long. */
function short(text: string): string {
  if (text.length <= SHOWN_LENGTH) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${text.slice(0, SHOWN_LENGTH)}… ${hash}`;
}

/** Collects the lines of one library crate. */
export class RustLister {
  private readonly lines: string[] = [];
  private readonly scope = new RustScope();
  /** Where users find an item, by what tells it from others. */
  private readonly paths = new Map<RustItem['node'], Set<string>>();
  private readonly visited = new Map<RustModule, Set<string>>();

  constructor(
    private readonly crate: RustCrate,
    private readonly root: RustModule,
  ) {}

  /** Lists what users of the crate can reach. */
  list(): string[] {
    const modules = modulesBelow(this.root);
    if (!this.crate.isProcMacro) this.module(this.root, '', []);
    this.macros(modules);
    for (const item of modules.flatMap(({ impls }) => impls)) this.impl(item);
    this.calls(modules);
    return this.lines;
  }

  private add({ kind, path, signature }: RustLine, at: string): void {
    const full = [at, path].filter((part) => part !== '').join('::');
    this.lines.push(line(`rust:${this.crate.name}`, kind, full, signature));
  }

  private module(module: RustModule, prefix: string, open: RustModule[]): void {
    const seen = this.visited.get(module) ?? new Set<string>();
    if (open.includes(module) || seen.has(prefix)) return;
    this.visited.set(module, seen.add(prefix));
    for (const { name, meaning } of exportsOf(module, this.scope)) {
      const at = prefix === '' ? name : `${prefix}::${name}`;
      if (meaning.kind === 'external')
        this.add({ kind: 'reexport', path: '', signature: meaning.path }, at);
      else this.item(meaning.item, at, [...open, module]);
    }
  }

  private item(item: RustItem, at: string, open: RustModule[]): void {
    if (item.kind === 'macro') return;
    const known = this.paths.get(item.node) ?? new Set<string>();
    if (known.has(at)) return;
    this.paths.set(item.node, known.add(at));
    for (const one of itemLines(item, this.scope)) this.add(one, at);
    for (const one of derivedLines(item)) this.add(one, at);
    if (item.inner !== undefined) this.module(item.inner, at, open);
  }

  /** Exported macros stand at the root, wherever they are written. */
  private macros(modules: readonly RustModule[]): void {
    const procedural = this.crate.isProcMacro;
    for (const item of modules.flatMap(({ items }) => items)) {
      const exported = item.attributes.some((text) => text.startsWith('macro_export'));
      const proc = procedural && item.attributes.some((text) => text.startsWith('proc_macro'));
      if (exported || proc)
        for (const one of itemLines(item, this.scope)) this.add(one, `${item.name}!`);
    }
  }

  private impl(item: RustItem): void {
    const { type, trait, lines } = implLines(item, this.scope);
    const hidden = (one: RustItem | undefined): boolean =>
      one !== undefined && !this.paths.has(one.node);
    if (hidden(type) || hidden(trait)) return;
    const paths = type === undefined ? [''] : [...(this.paths.get(type.node) ?? [])];
    for (const at of paths) for (const one of lines) this.add(one, at || '<other>');
  }

  /** What a macro declares cannot be seen: its invocation stands for it, with its definition. */
  private calls(modules: readonly RustModule[]): void {
    const bodies = new Map<string, string[]>();
    for (const { kind, name, home, node } of modules.flatMap(({ items }) => items))
      if (kind === 'macro')
        bodies.set(name, [...(bodies.get(name) ?? []), plain(tokensIn(home.source, node))]);
    const used = new Set<string>();
    for (const { source, calls } of modules)
      for (const node of calls) {
        const text = plain(tokensIn(source, node));
        const name = /^([\w:]+)!/.exec(text)?.[1]?.split('::').at(-1) ?? '';
        if (![text, ...(bodies.get(name) ?? [])].some((one) => DECLARES.test(one))) continue;
        this.add({ kind: 'macro-call', path: '', signature: short(text) }, `${name}!`);
        used.add(name);
      }
    for (const name of used)
      for (const body of bodies.get(name) ?? [])
        this.add({ kind: 'macro-body', path: '', signature: short(body) }, `${name}!`);
  }
}
