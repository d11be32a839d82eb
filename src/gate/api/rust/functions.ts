import type { SyntaxNode } from '@lezer/common';
import { tokensIn } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import { genericsOf } from './generics.js';
import { indexOfMark, splitAt, typeText, type RustContext } from './text.js';

function qualifiers(node: SyntaxNode, { module }: RustContext): string {
  const visibility = child(node, 'Vis');
  const fn = child(node, 'fn');
  const from = visibility?.to ?? node.from;
  const tokens = tokensIn(module.source, { from, to: fn?.from ?? from });
  return tokens.map(({ text }) => `${text} `).join('');
}

function parameterTexts(node: SyntaxNode, context: RustContext): string[] {
  const list = child(node, 'ParamList');
  if (list === undefined) return [];
  const tokens = tokensIn(context.module.source, list).slice(1, -1);
  return splitAt(tokens, ',').map((part) => {
    const bare = part.filter(({ text }, at) => !(text === 'mut' && part[at + 1]?.text === 'self'));
    const colon = indexOfMark(part, ':');
    const receiver = bare.some(({ text }) => text === 'self') && colon === -1;
    // `mut self` binds another way, `&mut self` is another type.
    if (receiver) return typeText(part[0]?.text === 'mut' ? bare : part, context);
    const self = colon !== -1 && part.slice(0, colon).some(({ text }) => text === 'self');
    const type = typeText(colon === -1 ? part : part.slice(colon + 1), context);
    return self ? `self: ${type}` : type;
  });
}

/** `const unsafe <$0>(&self, $0) -> u8 where $0: Copy` of a function; parameters by type alone. */
export function functionText(node: SyntaxNode, outer: RustContext): string {
  const { parameters, where, context } = genericsOf(node, outer);
  const list = child(node, 'ParamList');
  const ends = children(node, 'WhereClause', 'Block').map(({ from }) => from);
  const range = { from: list?.to ?? node.from, to: Math.min(node.to, ...ends) };
  const result = tokensIn(context.module.source, range).filter(({ text }) => text !== ';');
  const returns = result.length === 0 ? '' : ` ${typeText(result, context)}`;
  const given = parameterTexts(node, context).join(', ');
  return `${qualifiers(node, context)}${parameters}(${given})${returns}${where}`;
}
