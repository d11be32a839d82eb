import { asRecord, asText } from '../json.js';

type Inputs = (name: string, otherwise?: string) => string;

/** What published actions run: the command line that one would write instead. */
const ACTIONS: readonly (readonly [action: RegExp, line: (input: Inputs) => string])[] = [
  [/^golangci\/golangci-lint-action$/, (input) => `golangci-lint run ${input('args')}`],
  [
    /^(?:astral-sh|chartboost)\/ruff-action$/,
    (input) => `ruff ${input('args', 'check')} ${input('src')}`,
  ],
  [/^psf\/black$/, (input) => `black ${input('options', '--check')} ${input('src', '.')}`],
  [/^actions-rs\/cargo$/, cargoLine],
  [
    /^gradle\/(?:gradle-build-action|actions\/setup-gradle)$/,
    (input) => (input('arguments') === '' ? '' : `./gradlew ${input('arguments')}`),
  ],
];

function cargoLine(input: Inputs): string {
  const toolchain = input('toolchain');
  return `cargo ${toolchain === '' ? '' : `+${toolchain}`} ${input('command')} ${input('args')}`;
}

/** The command line of a workflow step that runs a known action, and its folder; null: it runs none. */
export function actionLine(step: Record<string, unknown>): { line: string; cwd: string } | null {
  const [name = ''] = asText(step.uses).split('@');
  const found = ACTIONS.find(([action]) => action.test(name));
  if (found === undefined) return null;
  const given = asRecord(step.with);
  const line = found[1]((key, otherwise = '') => asText(given[key]).trim() || otherwise);
  if (line === '') return null;
  return { line: line.replace(/\s+/g, ' ').trim(), cwd: asText(given['working-directory']) };
}
