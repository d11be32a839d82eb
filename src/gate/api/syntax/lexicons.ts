import { lexicon } from './tokens.js';

const COMMENT = /\/\/.*|\/\*[^]*?\*\//;
const WORD = /[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/;

/** How the tokens of Go look. */
export const GO = lexicon({
  comment: COMMENT,
  string: /"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])+'/,
  word: WORD,
  number: /\.?\d(?:[eEpP][+-]|[\w.])*/,
  mark: /<-|:=|\.\.\.|&&|\|\||[=!<>]=|<<|>>|&\^/,
});

/** How the tokens of Java look. */
export const JAVA = lexicon({
  comment: COMMENT,
  string: /"""(?:\\[^]|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/,
  word: /[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*/,
  number: /\.?\d(?:[eEpP][+-]|[\w.])*/,
  mark: /->|::|\.\.\.|&&|\|\||[=!<>]=|<</,
});

const RAW_STRING = [3, 2, 1, 0]
  .map((hashes) => '#'.repeat(hashes))
  .map((hashes) => `[bc]?r${hashes}"[^]*?"${hashes}`)
  .join('|');
const RUST_STRING =
  /[bc]?"(?:\\[^]|[^"\\])*"|b?'(?:\\(?:u\{[^}]*\}|x[\da-fA-F]{2}|.)|[\ud800-\udbff][\udc00-\udfff]|[^\\'\n])'/;

/** How the tokens of Rust look; a lifetime is a word. */
export const RUST = lexicon(
  {
    comment: COMMENT,
    string: new RegExp(`${RAW_STRING}|${RUST_STRING.source}`),
    word: /(?:'|r#)?[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/,
    number: /\d(?:[eE][+-](?=\d)|\w)*(?:\.\d(?:[eE][+-]|\w)*)?/,
    mark: /->|=>|::|\.\.=|\.\.\.?|&&|\|\||[=!<>]=/,
  },
  true,
);

/** How the tokens of Python look; a string's prefix belongs to it. */
export const PYTHON = lexicon({
  comment: /#.*/,
  string:
    /[rRbBuUfFtT]{0,2}(?:"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')/,
  word: WORD,
  number: /\.?\d(?:[eE][+-]|[\w.])*/,
  mark: /->|:=|\.\.\.|\*\*|\/\/|[=!<>]=|<<|>>/,
});
