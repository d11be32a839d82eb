import type { SyntaxNode } from '@lezer/common';
import { plain } from '../syntax/plain.js';
import { tokensIn } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import { fieldsOf } from './fields.js';
import { functionText } from './functions.js';
import { genericsOf } from './generics.js';
import { attributed, nameOf, type RustItem } from './read-crate.js';
import { variantsOf, type RustScope } from './scope.js';
import { boundsText, indexOfMark, typeText, type RustContext } from './text.js';

/** A line of a listing without its crate; `path` is relative to the item, `''` for itself. */
export interface RustLine {
  kind: string;
  path: string;
  signature: string;
}

const SHOWN_ATTRIBUTE = /^(non_exhaustive|repr\(|proc_macro)/;

function attributesText({ attributes }: RustItem): string {
  return attributes
    .filter((text) => SHOWN_ATTRIBUTE.test(text))
    .sort()
    .map((text) => `#[${text}] `)
    .join('');
}

function structLines(item: RustItem, outer: RustContext): RustLine[] {
  const { parameters, where, context } = genericsOf(item.node, outer);
  const list = child(item.node, 'FieldDeclarationList', 'OrderedFieldDeclarationList');
  const fields = list === undefined ? [] : fieldsOf(list, context);
  const shape = list === undefined ? '' : list.name === 'FieldDeclarationList' ? ' {}' : ' ()';
  // With a field that is not public, nobody else can write a literal of it.
  const closed = fields.some((field) => !field.isPublic) ? ' ..' : shape;
  const head = `${attributesText(item)}${item.kind}${parameters}${closed}${where}`;
  return [
    { kind: 'struct', path: '', signature: head },
    ...fields
      .filter((field) => field.isPublic)
      .map(({ name, type }) => ({ kind: 'field', path: name, signature: type })),
  ];
}

function variantText(variant: RustItem, context: RustContext): string {
  const list = child(variant.node, 'FieldDeclarationList', 'OrderedFieldDeclarationList');
  const fields = list === undefined ? [] : fieldsOf(list, context);
  const tokens = tokensIn(context.module.source, variant.node);
  const equals = indexOfMark(tokens, '=');
  const value = equals === -1 ? '' : ` = ${plain(tokens.slice(equals + 1))}`;
  if (list?.name === 'FieldDeclarationList') {
    const texts = fields.map(({ name, type }) => `${name}: ${type}`).sort();
    return `${attributesText(variant)}{${texts.join(', ')}}${value}`;
  }
  const types = fields.map(({ type }) => type).join(', ');
  return `${attributesText(variant)}${list === undefined ? '' : `(${types})`}${value}`;
}

function enumLines(item: RustItem, outer: RustContext): RustLine[] {
  const { parameters, where, context } = genericsOf(item.node, outer);
  const head = `${attributesText(item)}${parameters}${where}`;
  return [
    { kind: 'enum', path: '', signature: head },
    ...variantsOf(item).map((variant, index) => ({
      ...{ kind: 'variant', path: variant.name },
      signature: `${index} ${variantText(variant, context)}`,
    })),
  ];
}

function boundsOf(node: SyntaxNode, context: RustContext): string {
  const list = child(node, 'TraitBounds');
  if (list === undefined) return '';
  const bounds = boundsText(tokensIn(context.module.source, list).slice(1), context);
  return bounds.length === 0 ? '' : `: ${bounds.sort().join(' + ')}`;
}

/** `T` of `NAME: T = …`, and the value where it is a literal. */
function valueText(node: SyntaxNode, context: RustContext): string {
  const { source } = context.module;
  const tokens = tokensIn(source, node).filter(({ text }) => text !== ';');
  const equals = indexOfMark(tokens, '=');
  const colon = indexOfMark(tokens, ':');
  const type = typeText(tokens.slice(colon + 1, equals === -1 ? undefined : equals), context);
  const value = equals === -1 ? [] : tokens.slice(equals + 1);
  const [first] = value;
  const literal =
    value.length === 1 &&
    first !== undefined &&
    (first.kind !== 'word' || /^(true|false)$/.test(first.text));
  if (literal) return `${type} = ${first.text}`;
  const meaning =
    value.length === 1 && first ? context.scope.resolve(context.module, [first.text]) : undefined;
  const [named] = meaning?.kind === 'items' ? meaning.items : [];
  if (named?.kind === 'const' && named.node !== node) {
    const inner = valueText(named.node, { ...context, module: named.home });
    const at = inner.indexOf(' = ');
    return at === -1 ? type : `${type}${inner.slice(at)}`;
  }
  return type;
}

function typeLine(node: SyntaxNode, outer: RustContext): string {
  const { parameters, where, context } = genericsOf(node, outer);
  const tokens = tokensIn(context.module.source, node).filter(({ text }) => text !== ';');
  const equals = indexOfMark(tokens, '=');
  const end = tokens.findIndex(({ text }) => text === 'where');
  const value = equals === -1 ? [] : tokens.slice(equals + 1, end > equals ? end : undefined);
  const type = value.length === 0 ? '' : ` = ${typeText(value, context)}`;
  return `${parameters}${boundsOf(node, context)}${type}${where}`;
}

/** The associated function, type or constant of a trait or impl. */
export function associatedLine(node: SyntaxNode, context: RustContext): RustLine | undefined {
  const path = nameOf(context.module.source, node);
  if (node.name === 'FunctionItem')
    return { kind: 'method', path, signature: functionText(node, context) };
  if (node.name === 'ConstItem')
    return { kind: 'const', path, signature: valueText(node, context) };
  const isType = node.name === 'TypeItem' || node.name === 'AssociatedType';
  return isType ? { kind: 'type', path, signature: typeLine(node, context) } : undefined;
}

function isProvided(node: SyntaxNode, { module }: RustContext): boolean {
  if (node.name === 'FunctionItem') return child(node, 'Block') !== undefined;
  return node.name === 'ConstItem' && indexOfMark(tokensIn(module.source, node), '=') !== -1;
}

function traitLines(item: RustItem, outer: RustContext): RustLine[] {
  const { parameters, where, context } = genericsOf(item.node, outer);
  const { source } = item.home;
  const marks = children(item.node, 'unsafe', 'auto').map(({ name }) => `${name} `);
  const head = `${marks.join('')}${parameters}${boundsOf(item.node, context)}${where}`;
  const body = child(item.node, 'DeclarationList');
  const entries = body === undefined ? [] : attributed(source, body);
  return [
    { kind: 'trait', path: '', signature: head },
    ...entries.flatMap(({ node }): RustLine[] => {
      const inner = associatedLine(node, context);
      if (inner === undefined) return [];
      const mark = isProvided(node, context) ? 'provided ' : '';
      return [{ ...inner, signature: `${mark}${inner.signature}` }];
    }),
  ];
}

/** The patterns that a macro accepts; what it expands to is its body. */
function macroText({ node, home }: RustItem): string {
  const rules = children(node, 'MacroRule').map((rule) => {
    const pattern = rule.firstChild;
    return pattern === null ? '' : plain(tokensIn(home.source, pattern));
  });
  return rules.join('; ');
}

/** The lines of an item itself; impls of types come from elsewhere. */
export function itemLines(item: RustItem, scope: RustScope): RustLine[] {
  const context: RustContext = { module: item.home, scope, generics: new Map() };
  const { kind, node } = item;
  if (kind === 'struct' || kind === 'union') return structLines(item, context);
  if (kind === 'enum') return enumLines(item, context);
  if (kind === 'trait') return traitLines(item, context);
  if (kind === 'variant') return [{ kind, path: '', signature: variantText(item, context) }];
  if (kind === 'macro') return [{ kind, path: '', signature: macroText(item) }];
  const mutable = child(node, 'mut') === undefined ? '' : 'mut ';
  const texts: Record<string, () => string> = {
    fn: () => `${attributesText(item)}${functionText(node, context)}`,
    type: () => typeLine(node, context),
    const: () => valueText(node, context),
    static: () => `${mutable}${valueText(node, context).split(' = ')[0] ?? ''}`,
    mod: () => '',
  };
  return [{ kind, path: '', signature: texts[kind]?.() ?? '' }];
}
