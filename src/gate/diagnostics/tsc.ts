import { linesOf, readAll, type Finding, type Tool } from './tool.js';

const LINE = /^(?:(?<file>.+?)\(\d+,\d+\): )?error (?<code>TS\d+): (?<message>.*)$/;

function findingOf(line: string): Finding[] {
  const groups = LINE.exec(line)?.groups;
  if (groups === undefined) return [];
  const { file = '', code = '', message = '' } = groups;
  return [{ file, severity: 'error', rule: code, message }];
}

/** Faults of configuration or syntax, after which the compiler looks at no type. */
function precedesTypes({ file, rule }: Finding): boolean {
  return file === '' || file.endsWith('.json') || /^TS1[01]\d\d$/.test(rule);
}

/** `tsc`, also with `-b`, and `vue-tsc`; of two `--pretty` the last counts. */
export const tsc: Tool = {
  recognise: ({ tool }) => tool === 'tsc' || tool === 'vue-tsc',
  report: 'log',
  args: (args) => [...args, '--pretty', 'false'],
  read: (output) => {
    const findings = linesOf(output.log).flatMap(findingOf);
    const reading = readAll(output, findings);
    const [first] = findings;
    if (reading.kind === 'failed' || first === undefined || !findings.every(precedesTypes))
      return reading;
    return { ...reading, stopped: `it stopped before the types: ${first.rule} ${first.message}` };
  },
};
