import { asList, asRecord, asText } from '../json.js';
import type { Part } from './entries.js';
import { yamlRecord } from './packages.js';
import type { RawTarget } from './task-files.js';

function partOf(command: unknown, dir: string): Part {
  const { cmd, task, ignore_error: ignored } = asRecord(command);
  if (task !== undefined) return { sibling: asText(task) };
  const text = (asText(command) || asText(cmd)).trim();
  const line = dir === '' ? text : `cd ${dir} && ${text}`;
  // A template is written as a shell's expansion, so that it is refused like one.
  return { line: line.replaceAll('{{', '${'), ignoresFailure: ignored === true };
}

const dependency = (value: unknown): Part => ({
  sibling: asText(value) || asText(asRecord(value).task),
});

function targetOf(name: string, value: unknown): RawTarget {
  const task = asRecord(value);
  const commands = Array.isArray(value) ? value : asList(task.cmds);
  const single = asText(value) || task.cmd;
  const own = single === undefined || single === '' ? commands : [single];
  const parts = own.map((command) => partOf(command, asText(task.dir)));
  return { name, parts: [...asList(task.deps).map(dependency), ...parts] };
}

/** Tasks of a Taskfile with their dependencies. */
export function parseTaskfile(text: string): RawTarget[] {
  const { tasks } = yamlRecord(text);
  return Object.entries(asRecord(tasks)).map(([name, value]) => targetOf(name, value));
}
