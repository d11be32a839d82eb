import { withoutOptions } from '../invocation.js';
import { asRecord, asText, parseJson } from '../json.js';
import { failed, linesOf, NO_FILE, readAll, type Finding, type Tool } from './tool.js';

function findingOf(line: string): Finding[] {
  const json = /^\d+ (\{.*\})$/.exec(line)?.[1];
  if (json === undefined) return [];
  const { type, filename, message, code } = asRecord(parseJson(json));
  const rule = typeof code === 'number' ? `TS${code}` : asText(code);
  return [
    {
      file: asText(filename),
      severity: asText(type).toLowerCase(),
      rule,
      message: asText(message),
    },
  ];
}

/** svelte-check 3 and 4; its last line says how many files it looked at. */
export const svelteCheck: Tool = {
  recognise: ({ tool }) => tool === 'svelte-check',
  report: 'log',
  args: (args) => [...withoutOptions(args, ['--output=']), '--output', 'machine-verbose'],
  read: (output) => {
    const lines = linesOf(output.log);
    const files = lines.flatMap((line) => /^\d+ COMPLETED (\d+) FILES\b/.exec(line)?.[1] ?? []);
    if (files.length === 0) return failed(`it exited with ${output.code} before it was done`);
    if (files.includes('0')) return failed(NO_FILE);
    return readAll(output, lines.flatMap(findingOf));
  },
};
