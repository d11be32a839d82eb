import { TextDecoder } from 'node:util';

const ESCAPES: Record<string, number> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** The prefixes of the old and the new side. */
const OLD = /^a[\\/]/;
const NEW = /^b[\\/]/;

/** Decodes a name that starts with a quote as git writes it; undefined where that is impossible. */
export function unquote(text: string): { name: string; rest: string } | undefined {
  const match = /^"((?:[^"\\]|\\.)*)"/s.exec(text);
  const quoted = match?.[1];
  if (match === null || quoted === undefined) return undefined;
  const bytes: Buffer[] = [];
  for (const [token] of quoted.matchAll(/\\[0-7]{3}|\\.|[^\\]+/gs)) {
    if (!token.startsWith('\\')) bytes.push(Buffer.from(token));
    else if (token.length === 4)
      bytes.push(Buffer.from([Number.parseInt(token.slice(1), 8) & 255]));
    else {
      const code = ESCAPES[token.slice(1)];
      if (code === undefined) return undefined;
      bytes.push(Buffer.from([code]));
    }
  }
  try {
    const name = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(bytes));
    return { name, rest: text.slice(match[0].length) };
  } catch {
    return undefined;
  }
}

/** The name in a `---`, `+++` or `rename` line: decoded, without a time stamp behind a tab. */
export function nameIn(text: string): string | undefined {
  if (!text.startsWith('"')) return text.split('\t')[0];
  const parsed = unquote(text);
  return parsed === undefined || parsed.rest.trim() !== '' ? undefined : parsed.name;
}

/** The two names of a `diff --git` line; undefined where blanks leave more than one reading. */
export function gitNames(text: string): [string, string] | undefined {
  if (text.startsWith('"')) {
    const first = unquote(text);
    const second = first === undefined ? undefined : nameIn(first.rest.replace(/^ /, ''));
    return first === undefined || second === undefined ? undefined : [first.name, second];
  }
  const half = (text.length - 1) / 2;
  const [left, right] = [text.slice(0, half), text.slice(half + 1)];
  if (text[half] === ' ' && left.replace(OLD, '') === right.replace(NEW, '')) return [left, right];
  const words = text.split(' ');
  const [first, last] = words;
  return words.length === 2 && first !== undefined && last !== undefined
    ? [first, last]
    : undefined;
}

/**
 * Takes `a/` and `b/` (or `a\` and `b\`) off, only when both sides have theirs; `/dev/null` goes
 * with either.
 */
export function withoutPrefixes(before: string, after: string): [string, string] {
  const old = before === '/dev/null' || OLD.test(before);
  const fresh = after === '/dev/null' || NEW.test(after);
  if (!old || !fresh) return [before, after];
  return [before.replace(OLD, ''), after.replace(NEW, '')];
}
