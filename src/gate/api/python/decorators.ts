import type { SyntaxNode } from '@lezer/common';
import { tokensIn } from '../syntax/source.js';
import { expressionText, typeText } from './text.js';
import type { TextContext } from './signature.js';

/** Decorators that leave a function as callable as it was. */
const NEUTRAL =
  /(^|\.)(override|final|wraps|lru_cache|cache|deprecated|no_type_check|typechecked|overload)$/;
const SHAPED_BY_ARGUMENTS = /(^|\.)(dataclass|define|frozen|mutable|attrs|s|total_ordering)$/;

/** The dotted name of a decorator, as the world knows it. */
export function decoratorName(node: SyntaxNode, { module, scope }: TextContext): string {
  const tokens = tokensIn(module.source, node).slice(1);
  const end = tokens.findIndex(({ text }) => text === '(');
  return typeText(end === -1 ? tokens : tokens.slice(0, end), module, scope);
}

/**
 * The decorators that shape what a user sees, ` @name` each in their order. Private ones are how a
 * module is made, and arguments are shown where they decide on the signature.
 */
export function decoratorsText(nodes: readonly SyntaxNode[], context: TextContext): string {
  const texts = nodes.flatMap((node) => {
    const name = decoratorName(node, context);
    const last = name.split('.').at(-1) ?? name;
    if (NEUTRAL.test(name) || last.startsWith('_')) return [];
    const tokens = tokensIn(context.module.source, node).slice(1);
    const open = tokens.findIndex(({ text }) => text === '(');
    const given = open !== -1 && SHAPED_BY_ARGUMENTS.test(name) ? tokens.slice(open) : [];
    return [` @${name}${expressionText(given)}`];
  });
  return texts.join('');
}
