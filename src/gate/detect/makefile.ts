import type { RawTarget } from './task-files.js';

const RULE = /^([^\s:=#][^:=#]*?)\s*::?(?!=)\s*([^=#;]*?)\s*(?:#.*)?$/;
const ASSIGNMENT = /^(?:export\s+)?([\w.-]+)\s*(?:\?|::?|\+)?=\s*(.*?)\s*$/;
const REFERENCE = /\$[({]([\w.-]+)[)}]/g;
const DEEPEST = 8;

type Variables = ReadonlyMap<string, string>;

/** Plain variables put in; `$(shell …)` and what is not set stay, and make a line unusable. */
function expanded(text: string, variables: Variables, depth = 0): string {
  if (depth > DEEPEST) return text;
  return text.replace(REFERENCE, (whole, name: string) => {
    const value = name === 'MAKE' ? 'make' : variables.get(name);
    return value === undefined ? whole : expanded(value, variables, depth + 1);
  });
}

function variablesOf(lines: readonly string[]): Variables {
  const variables = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined && !variables.has(name)) variables.set(name, value);
  }
  return variables;
}

/** Targets of a Makefile with their prerequisites and recipe lines; read, never run. */
export function parseMakefile(text: string): RawTarget[] {
  const lines = text.replace(/[ \t]*\\\r?\n[ \t]*/g, ' ').split(/\r?\n/);
  const variables = variablesOf(lines.filter((line) => !line.startsWith('\t')));
  const targets = new Map<string, RawTarget>();
  let current: RawTarget[] = [];
  for (const line of lines) {
    if (line.startsWith('\t')) {
      const [, prefix = '', command = ''] = /^\s*([@+-]*)\s*(.*)$/.exec(line) ?? [];
      if (command === '' || command.startsWith('#')) continue;
      const part = {
        line: expanded(command, variables).replaceAll('$$', '$'),
        ignoresFailure: prefix.includes('-'),
      };
      for (const target of current) target.parts.push(part);
      continue;
    }
    if (line.trim() === '' || /^\s*#/.test(line)) continue;
    const rule = ASSIGNMENT.test(line) ? null : RULE.exec(line);
    current = [];
    if (rule === null) continue;
    const [, names = '', prerequisites = ''] = rule;
    const before = expanded(prerequisites, variables)
      .split(/\s+/)
      .filter((word) => word !== '' && word !== '|');
    for (const name of expanded(names, variables).split(/\s+/)) {
      const target = targets.get(name) ?? { name, parts: [] };
      target.parts.push(...before.map((sibling) => ({ sibling })));
      targets.set(name, target);
      current.push(target);
    }
  }
  return [...targets.values()];
}
