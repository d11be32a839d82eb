import type { SyntaxNode } from '@lezer/common';
import { tokensIn } from '../syntax/source.js';
import { child } from '../syntax/tree.js';
import { attributed, isPublic } from './read-crate.js';
import { indexOfMark, splitAt, typeText, type RustContext } from './text.js';

/** A field; one without a name of its own is called by its place. */
export interface RustField {
  name: string;
  type: string;
  isPublic: boolean;
}

/** The fields in the braces or parentheses of a struct, union or variant. */
export function fieldsOf(list: SyntaxNode, context: RustContext): RustField[] {
  const { source } = context.module;
  if (list.name === 'FieldDeclarationList')
    return attributed(source, list)
      .filter(({ node }) => node.name === 'FieldDeclaration')
      .map(({ node }) => {
        const tokens = tokensIn(source, node);
        const type = typeText(tokens.slice(indexOfMark(tokens, ':') + 1), context);
        const named = child(node, 'FieldIdentifier');
        const name = named === undefined ? '' : source.text.slice(named.from, named.to);
        return { name, type, isPublic: isPublic(source, node) };
      });
  const inner = tokensIn(source, list).slice(1, -1);
  return splitAt(inner, ',').map((part, index) => {
    const attribute = part[0]?.text === '#' ? part.findIndex(({ text }) => text === ']') + 1 : 0;
    const tokens = part.slice(attribute);
    const open = tokens[0]?.text === 'pub';
    const narrow =
      open && tokens[1]?.text === '(' && /^(crate|super|self|in)$/.test(tokens[2]?.text ?? '');
    const skip = narrow ? tokens.findIndex(({ text }) => text === ')') + 1 : open ? 1 : 0;
    const type = typeText(tokens.slice(skip), context);
    return { name: `${index}`, type, isPublic: open && !narrow };
  });
}
