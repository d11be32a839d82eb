import { plain } from '../syntax/plain.js';
import { tokenise, type Token } from '../syntax/tokens.js';
import { PYTHON } from '../syntax/lexicons.js';
import type { PythonModule } from './read-module.js';
import type { PythonScope } from './scope.js';

const SIMPLE_STRING = /^([bB]?)'([^'"\\\n]*)'$/;
const NAME = /^[A-Za-z_][\w.]*$/;

/** Quotes as `"` where nothing in the string depends on them. */
function oneQuote({ text }: Token): string {
  const simple = SIMPLE_STRING.exec(text);
  return simple === null ? text : `${simple[1] ?? ''}"${simple[2] ?? ''}"`;
}

/** An expression in one form. */
export function expressionText(tokens: readonly Token[]): string {
  return plain(tokens, oneQuote);
}

function word(text: string, like: Token): Token {
  return { ...like, kind: 'word', text };
}

/** The name by which the world knows what a dotted name means in a module. */
function qualified(chain: string[], module: PythonModule, scope: PythonScope): string {
  const [first = '', ...rest] = chain;
  const [meaning] = scope.meanings(module, first);
  if (meaning?.kind === 'external')
    return [meaning.path, ...rest].join('.').replace(/^typing_extensions\./, 'typing.');
  if (meaning?.kind === 'module') return rest.at(-1) ?? first;
  return chain.join('.');
}

function unquoted(tokens: readonly Token[]): Token[] {
  const literal = tokens.some(({ text }) => text === 'Literal' || text === 'Annotated');
  return tokens.flatMap((token) => {
    if (token.kind !== 'string' || literal) return [token];
    const inner = token.text.slice(1, -1);
    if (tokens.length > 1 && !NAME.test(inner)) return [token];
    const lexed = tokenise(inner, PYTHON);
    return lexed.kind === 'lexed' ? lexed.tokens : [token];
  });
}

/**
 * A type in one form: names as the world knows them, whatever alias an import gave them, and forward
 * references without their quotes.
 */
export function typeText(
  tokens: readonly Token[],
  module: PythonModule,
  scope: PythonScope,
): string {
  const source = unquoted(tokens);
  const result: Token[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const token = source[at];
    if (token === undefined) break;
    if (token.kind !== 'word') {
      result.push(token);
      continue;
    }
    const chain = [token.text];
    for (; source[at + 1]?.text === '.' && source[at + 2]?.kind === 'word'; at += 2)
      chain.push(source[at + 2]?.text ?? '');
    result.push(word(qualified(chain, module, scope), token));
  }
  return plain(result, oneQuote);
}

function isLiteral(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  const value = first?.text === '-' ? second : first;
  const single = tokens.length === (first?.text === '-' ? 2 : 1);
  const constant = ['None', 'True', 'False', '...'].includes(value?.text ?? '');
  return single && (constant || value?.kind === 'string' || value?.kind === 'number');
}

/**
 * A default value in one form. A name that stands for a literal, or a private one that stands for
 * anything, counts as what it stands for: giving a value a name is no change.
 */
export function defaultText(
  tokens: readonly Token[],
  module: PythonModule,
  scope: PythonScope,
): string {
  const [only] = tokens;
  if (only?.kind === 'word' && tokens.length === 1) {
    const [meaning, another] = scope.meanings(module, only.text);
    if (meaning?.kind === 'declared' && another === undefined) {
      const { binding } = meaning;
      const named = binding.kind === 'value' && binding.value.length > 0;
      if (named && (isLiteral(binding.value) || only.text.startsWith('_')))
        return expressionText(binding.value);
    }
  }
  return expressionText(tokens);
}
