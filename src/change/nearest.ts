import { lineKey } from './difference.js';
import { fromByteString } from './text.js';

/** No more of a long old text is compared. */
const MOST_LINES = 200;

/** A place must reach this part of what a unique equal line counts, or share as many of its words. */
const LEAST_SCORE = 0.4;

function best(scores: Map<number, number>): number[] {
  let most = 0;
  for (const score of scores.values()) most = Math.max(most, score);
  if (most < LEAST_SCORE) return [];
  return [...scores].filter(([, score]) => score > most - 1e-9).map(([start]) => start);
}

/** Rare lines say more about a place than common ones: each counts one over its number in the file. */
function byLines(lines: string[], wanted: string[]): number[] {
  const places = new Map<string, number[]>(wanted.map((line) => [lineKey(line), []]));
  for (const [at, line] of lines.entries()) places.get(lineKey(line))?.push(at);
  const scores = new Map<number, number>();
  for (const [offset, line] of wanted.entries()) {
    const key = lineKey(line);
    const known = key === '' ? [] : (places.get(key) ?? []);
    for (const at of known) {
      const score = (lines[at] === line ? 1 : 0.5) / known.length;
      scores.set(at - offset, (scores.get(at - offset) ?? 0) + score);
    }
  }
  return best(scores);
}

function words(line: string): string[] {
  return [...new Set(fromByteString(line).match(/[\p{L}_$][\p{L}\d_$]*|\d+/gu) ?? [])];
}

/** Where no whole line is known, the lines that share most words with the one that has most. */
function byWords(lines: string[], wanted: string[]): number[] {
  const richest = wanted
    .map((line, offset) => ({ offset, wanted: words(line) }))
    .reduce((a, b) => (b.wanted.length > a.wanted.length ? b : a), { offset: 0, wanted: [] });
  const scores = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const have = new Set(words(line));
    const shared = richest.wanted.filter((word) => have.has(word)).length;
    if (shared > 0) scores.set(at - richest.offset, shared / richest.wanted.length);
  }
  return best(scores);
}

/**
 * Starts of the places in the file that come nearest to the wanted lines, all with the same score
 * and in order; they may begin above the file. None where nothing is like them.
 */
export function nearest(lines: string[], wanted: string[]): number[] {
  const some = wanted.slice(0, MOST_LINES);
  const found = byLines(lines, some);
  return (found.length > 0 ? found : byWords(lines, some)).sort((a, b) => a - b);
}
