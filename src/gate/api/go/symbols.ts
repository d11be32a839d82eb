import type { SyntaxNode } from '@lezer/common';
import { line } from '../language.js';
import { tokensIn } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import { MemberReader } from './members.js';
import { textOf, type GoPackage, type Placed, type ValueSpec } from './package.js';
import {
  constantText,
  isExported,
  rangeText,
  signatureText,
  tokensText,
  typeParameters,
  typeText,
} from './text.js';

const NO_GENERICS = new Map<string, string>();

function exported<T>(map: ReadonlyMap<string, T[]>): [string, T][] {
  return [...map]
    .filter(([name]) => isExported(name))
    .flatMap(([name, all]) => all.map((one): [string, T] => [name, one]));
}

/** What the type of a literal is called by the language. */
function literalType(token: Token): string {
  if (token.kind === 'string') return token.text.startsWith("'") ? 'rune' : 'string';
  if (token.kind === 'number') return /^0[xX]|^[^.eE]+$/.test(token.text) ? 'int' : 'float64';
  return token.text === 'true' || token.text === 'false' ? 'bool' : 'value';
}

/** The type that the initial value of a variable shows, or `value`. */
function inferredType(spec: ValueSpec): string {
  const { value, file } = spec;
  const literal = child(spec.node, 'FunctionLiteral');
  const [first] = value;
  if (first === undefined) return 'value';
  if (first.text === 'func' && literal !== undefined)
    return `func${signatureText(spec, literal, NO_GENERICS)}`;
  if (value.length === 1) return literalType(first);
  const brace = value.findIndex(({ text }) => text === '{');
  const paren = value.findIndex(({ text }) => text === '(');
  if (brace > 0 && (paren === -1 || brace < paren))
    return tokensText(value.slice(0, brace), file, NO_GENERICS).replace(/^&/, '*');
  if (first.text !== 'make' && first.text !== 'new') return 'value';
  const end = value.findIndex(({ text }) => text === ',');
  const type = tokensText(value.slice(2, end === -1 ? -1 : end), file, NO_GENERICS);
  return first.text === 'new' ? `*${type}` : type;
}

/** Collects the lines of one package. */
export class GoLister {
  private readonly lines: string[] = [];
  private readonly reached = new Set<string>();
  private readonly reader: MemberReader;

  constructor(private readonly of: GoPackage) {
    this.reader = new MemberReader(of);
  }

  /** Lists what importers of the package can use, and of its other types what they can reach. */
  list(): string[] {
    for (const [name, placed] of exported(this.of.functions)) this.function(name, placed);
    for (const [name, spec] of exported(this.of.constants)) {
      const value = constantText(spec.value, spec.iota, spec.file, this.of);
      const type = tokensText(spec.type, spec.file, NO_GENERICS);
      this.add('const', name, `${type} = ${value}`);
    }
    for (const [name, spec] of exported(this.of.variables)) {
      const type = tokensText(spec.type, spec.file, NO_GENERICS);
      this.add('var', name, type === '' ? inferredType(spec) : type);
    }
    for (const name of this.of.types.keys()) if (isExported(name)) this.reached.add(name);
    // A set is iterated over what is added to it meanwhile, too.
    for (const name of this.reached) this.type(name);
    return this.lines;
  }

  private add(kind: string, path: string, signature: string): void {
    this.lines.push(line(`go:${this.of.path}`, kind, path, signature));
    for (const [, name = ''] of signature.matchAll(/(?<![\w./$"`])([A-Za-z_]\w*)/g))
      if (this.of.types.has(name)) this.reached.add(name);
  }

  private function(name: string, placed: Placed): void {
    const { text, generics } = typeParameters(placed, placed.node);
    this.add('func', name, `${text}${signatureText(placed, placed.node, generics)}`);
  }

  private type(name: string): void {
    for (const placed of this.of.types.get(name) ?? []) this.add('type', name, this.head(placed));
    for (const { kind, name: member, signature } of this.reader.members(name))
      this.add(kind, `${name}.${member}`, signature);
  }

  private head(placed: Placed): string {
    const { node, file } = placed;
    const { text, generics } = typeParameters(placed, node);
    if (child(node, 'StructType') !== undefined) return `${text}struct`;
    const type = child(node, 'InterfaceType');
    if (type !== undefined) return `${text}interface${this.sealed(placed, type)}`;
    const name = child(node, 'DefName');
    const list = child(node, 'TypeParams');
    const range = { from: list?.to ?? name?.to ?? node.from, to: node.to };
    const alias = tokensIn(file.source, range)[0]?.text === '=';
    return `${text}${alias ? rangeText(placed, range, generics) : typeText(placed, range, generics)}`;
  }

  /** An interface with a method that is not exported cannot be implemented elsewhere. */
  private sealed({ file }: Placed, type: SyntaxNode): string {
    const body = child(type, 'InterfaceBody');
    const names = (body === undefined ? [] : children(body, 'MethodElem')).flatMap((node) =>
      children(node, 'FieldName').map((name) => textOf(file, name)),
    );
    return names.every(isExported) ? '' : ', sealed';
  }
}
