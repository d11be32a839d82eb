import type { SyntaxNode } from '@lezer/common';
import { tokensIn } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import { textOf, type GoPackage, type Placed } from './package.js';
import {
  isExported,
  rangeText,
  signatureText,
  typeParameters,
  typeText,
  genericsOf,
  type Generics,
} from './text.js';

/** Something that users reach through a value of a type. */
export interface GoMember {
  kind: 'field' | 'method' | 'embeds';
  name: string;
  signature: string;
}

const MAX_DEPTH = 6;

/** A name that is embedded, with the type arguments left out. */
function embeddedName(text: string): string {
  return (text.split('[')[0] ?? text).replace(/^\*/, '').split('.').at(-1) ?? text;
}

interface Field {
  names: string[];
  type: string;
  tag: string;
}

function fieldOf(placed: Placed, node: SyntaxNode, generics: Generics): Field {
  const names = children(node, 'FieldName');
  const tag = child(node, 'String');
  const range = { from: names.at(-1)?.to ?? node.from, to: tag?.from ?? node.to };
  return {
    names: names.map((name) => textOf(placed.file, name)),
    type: typeText(placed, range, generics, node),
    tag: tag === undefined ? '' : ` ${textOf(placed.file, tag)}`,
  };
}

/** Reads the members of the types of one package, promoted ones too. */
export class MemberReader {
  constructor(private readonly of: GoPackage) {}

  /** What users reach through a value of a type; what is nearer hides what is promoted. */
  members(name: string, depth = 0): GoMember[] {
    const own = (this.of.types.get(name) ?? []).flatMap((placed) => this.declared(placed, depth));
    const methods = (this.of.methods.get(name) ?? []).flatMap((placed) => this.method(placed));
    const near = new Set([...own, ...methods].map((member) => member.name));
    const promoted = this.embedded(name)
      .filter(() => depth < MAX_DEPTH)
      .flatMap((inner) => this.members(inner, depth + 1))
      .filter((member) => !near.has(member.name));
    return [...own, ...methods, ...promoted];
  }

  private declared(placed: Placed, depth: number): GoMember[] {
    const { generics } = typeParameters(placed, placed.node);
    const struct = child(placed.node, 'StructType');
    const fields = struct === undefined ? undefined : child(struct, 'StructBody');
    if (fields !== undefined)
      return children(fields, 'FieldDecl').flatMap((node) => this.field(placed, node, generics));
    const type = child(placed.node, 'InterfaceType');
    const body = type === undefined ? undefined : child(type, 'InterfaceBody');
    return body === undefined ? [] : this.interface(placed, body, generics, depth);
  }

  private field(placed: Placed, node: SyntaxNode, generics: Generics): GoMember[] {
    const { names, type, tag } = fieldOf(placed, node, generics);
    if (names.length > 0)
      return names
        .filter(isExported)
        .map((name) => ({ kind: 'field', name, signature: `${type}${tag}` }));
    const name = embeddedName(type);
    return isExported(name) ? [{ kind: 'field', name, signature: `embedded ${type}${tag}` }] : [];
  }

  private interface(
    placed: Placed,
    body: SyntaxNode,
    generics: Generics,
    depth: number,
  ): GoMember[] {
    return children(body).flatMap((node): GoMember[] => {
      if (node.name === 'MethodElem') {
        const named = child(node, 'FieldName');
        const name = named === undefined ? '' : textOf(placed.file, named);
        const signature = signatureText(placed, node, generics);
        return isExported(name) ? [{ kind: 'method', name, signature }] : [];
      }
      if (node.firstChild === null && node.name !== 'TypeName') return [];
      const text = rangeText(placed, node, generics);
      if (isExported(embeddedName(text)) || !this.of.types.has(text) || depth > MAX_DEPTH)
        return [{ kind: 'embeds', name: text, signature: '' }];
      return this.members(text, depth + 1);
    });
  }

  private method(placed: Placed): GoMember[] {
    const [receiver] = children(placed.node, 'Parameters');
    const named = child(placed.node, 'FieldName');
    const name = named === undefined ? '' : textOf(placed.file, named);
    if (receiver === undefined || !isExported(name)) return [];
    const tokens = tokensIn(placed.file.source, receiver);
    const open = tokens.findIndex(({ text }) => text === '[');
    const names = open === -1 ? [] : tokens.slice(open).filter(({ kind }) => kind === 'word');
    const generics = genericsOf(names.map(({ text }) => text));
    const pointer = tokens.some(({ text }) => text === '*') ? '(*) ' : '';
    const signature = `${pointer}${signatureText(placed, placed.node, generics)}`;
    return [{ kind: 'method', name, signature }];
  }

  /** The package's own types that a type embeds. */
  private embedded(name: string): string[] {
    return (this.of.types.get(name) ?? []).flatMap((placed) => {
      const struct = child(placed.node, 'StructType');
      const body = struct === undefined ? undefined : child(struct, 'StructBody');
      return (body === undefined ? [] : children(body, 'FieldDecl'))
        .map((node) => fieldOf(placed, node, new Map()))
        .filter(({ names, type }) => names.length === 0 && this.of.types.has(embeddedName(type)))
        .map(({ type }) => embeddedName(type));
    });
  }
}
