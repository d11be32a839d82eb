import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import { tokenise, type Damage, type Lexed, type Lexicon, type Token } from './tokens.js';

/** A part of a text, end exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** What the parser reads in place of a part of the text, never longer than it; `''` blanks it. */
export interface Stand extends Range {
  text: string;
}

/** How the declarations of a language are read. */
export interface Grammar {
  parser: Parser;
  lexicon: Lexicon;
  /**
   * The parts that say nothing of declarations (bodies of functions), and those on which the
   * parser, made for editors, stumbles.
   */
  stands: (lexed: Lexed, text: string) => Stand[];
}

/** A file whose declarations could be read: offsets in `root` and `lexed` are those of `text`. */
export interface Source {
  kind: 'source';
  path: string;
  text: string;
  lexed: Lexed;
  root: SyntaxNode;
}

function withStands(text: string, stands: readonly Stand[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, text: stand } of stands) {
    parts.push(text.slice(done, from), stand, ' '.repeat(to - from - stand.length));
    done = to;
  }
  return parts.join('') + text.slice(done);
}

function firstError(tree: Tree): number | undefined {
  let at: number | undefined;
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) at ??= from;
      return at === undefined;
    },
  });
  return at;
}

/** Reads the declarations of a file, or says where (as an offset) it is damaged. */
export function readSource(path: string, text: string, grammar: Grammar): Source | Damage {
  const lexed = tokenise(text, grammar.lexicon);
  if (lexed.kind === 'damaged') return lexed;
  const tree = grammar.parser.parse(withStands(text, grammar.stands(lexed, text)));
  const at = firstError(tree);
  if (at !== undefined) return { kind: 'damaged', at };
  return { kind: 'source', path, text, lexed, root: tree.topNode };
}

function indexFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.from ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The tokens within a part of a source. */
export function tokensIn({ lexed: { tokens } }: Source, { from, to }: Range): Token[] {
  return tokens.slice(indexFrom(tokens, from), indexFrom(tokens, to));
}
