const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Verbs of code that finds something out: it must have a result. */
const QUERIES = words(
  'build calculate check choose collect compute count create derive detect determine estimate ' +
    'extract fetch find gather get infer load look make measure parse pick read resolve select sum total',
);

/** Verbs of code that throws or stays silent. */
const CHECKS = words('assert reject validate verify');

/** Verbs of code that changes something. */
const EFFECTS = words(
  'add adjust alter append apply assign attach clean clear clone close compose convert copy decode delete ' +
    'detach disable drop emit enable encode ensure escape exclude expand fill filter flush format generate ' +
    'include initialize inject insert install join log mark merge move normalize notify open override ' +
    'populate prepare preserve print process publish push register remove rename render replace reset ' +
    'restore save schedule send serialize set setup show sort split start stop store strip swap toggle ' +
    'trigger trim truncate unescape update wrap write',
);

const ARTICLES = words('the a an');
const MAX_WORDS = 6;

/** The function that a one-line comment describes. */
export interface CommentName {
  kind: 'query' | 'check' | 'effect';
  /** The comment's words, verb first. */
  words: string[];
  /** The words in camelCase, articles left out. */
  name: string;
}

/** Reads a `//` comment that begins with a verb and says one thing; undefined for any other. */
export function nameFromComment(comment: string): CommentName | undefined {
  const text = comment.replace(/^\/\/\s*/, '').replace(/[.:]?\s*$/, '');
  if (!/^[A-Za-z][a-z]*(?: [A-Za-z0-9]+)+$/.test(text)) return undefined;
  const all = text.split(' ');
  const [verb = '', ...rest] = all.map((word) => word.toLowerCase());
  const kind = kindOf(verb);
  if (
    kind === undefined ||
    all.length > MAX_WORDS ||
    rest.some((word) => /^(?:if|and)$/.test(word))
  )
    return undefined;
  const kept = all.slice(1).filter((word) => !ARTICLES.has(word.toLowerCase()));
  if (kept.length === 0) return undefined;
  const name = verb + kept.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return { kind, words: [verb, ...kept], name };
}

function kindOf(verb: string): CommentName['kind'] | undefined {
  if (QUERIES.has(verb)) return 'query';
  if (CHECKS.has(verb)) return 'check';
  return EFFECTS.has(verb) ? 'effect' : undefined;
}

/** Whether one of the words, plural or not, is part of one of the camelCase names. */
export function namesOneOf(spoken: readonly string[], names: readonly string[]): boolean {
  const known = names.flatMap((name) => wordsIn(name));
  return spoken
    .flatMap((word) => wordsIn(word))
    .some((word) => known.some((name) => name === word || isShortFor(word, name)));
}

/** Whether a word is a clear beginning of a name, as `path` is of `pathname`. */
function isShortFor(word: string, name: string): boolean {
  return word.length >= 4 && name.startsWith(word);
}

function wordsIn(name: string): string[] {
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return parts.map((part) => stem(part.toLowerCase()));
}

/** A word without the ending of its plural: `prices` and `price`, `queries` and `query` are one. */
function stem(word: string): string {
  return word
    .replace(/(?<!s)s$/, '')
    .replace(/e$/, '')
    .replace(/y$/, 'i');
}
