import type { RawTarget } from './task-files.js';

const RECIPE = /^@?([A-Za-z_][\w-]*)((?:\s+[^:]*)?):(?!=)\s*(.*?)\s*$/;

/** Recipes of a justfile; one with parameters or a shebang keeps what a shell would have to read. */
export function parseJustfile(text: string): RawTarget[] {
  const targets: RawTarget[] = [];
  let current: RawTarget | null = null;
  for (const line of text.replace(/[ \t]*\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
    if (/^\s+\S/.test(line)) {
      const [, prefix = '', command = ''] = /^\s*([@-]*)\s*(.*)$/.exec(line) ?? [];
      // `{{…}}` is just's own expansion: written as a shell's, it is refused like one.
      const plain = command.replaceAll('{{', '${');
      if (!plain.startsWith('#') || plain.startsWith('#!'))
        current?.parts.push({
          line: plain.startsWith('#!') ? '<script>' : plain,
          ignoresFailure: prefix.includes('-'),
        });
      continue;
    }
    const [, name, , dependencies = ''] = RECIPE.exec(line) ?? [];
    if (name === undefined) {
      if (line.trim() !== '') current = null;
      continue;
    }
    const before = dependencies.replace(/\s*#.*$/, '').split(/\s+/);
    current = { name, parts: before.filter(Boolean).map((sibling) => ({ sibling })) };
    targets.push(current);
  }
  return targets;
}
