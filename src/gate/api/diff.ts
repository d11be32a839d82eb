/** What differs between two API listings; `changed` pairs the old line with the new one. */
export interface ApiDiff {
  removed: string[];
  added: string[];
  changed: [string, string][];
}

/** `entry kind path` of a line `entry kind path: signature`. */
function keyOf(line: string): string {
  const colon = line.indexOf(': ');
  return colon === -1 ? line : line.slice(0, colon);
}

function byKey(lines: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const key = keyOf(line);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/**
 * Compares two listings of the same lister as multisets of lines: a symbol (entry, kind and path)
 * with another signature is `changed`, one without a partner is `removed` or `added`. All sorted.
 */
export function diffApi(before: readonly string[], after: readonly string[]): ApiDiff {
  const old = byKey(before);
  const now = byKey(after);
  const diff: ApiDiff = { removed: [], added: [], changed: [] };
  for (const key of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const gone = without(old.get(key) ?? [], now.get(key) ?? []).sort();
    const come = without(now.get(key) ?? [], old.get(key) ?? []).sort();
    gone.forEach((line, index) => {
      const partner = come[index];
      if (partner === undefined) diff.removed.push(line);
      else diff.changed.push([line, partner]);
    });
    diff.added.push(...come.slice(gone.length));
  }
  return diff;
}
