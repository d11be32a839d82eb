import { asRecord } from '../../json.js';
import type { Detection } from '../detection.js';
import { configuration, type Project } from '../language.js';
import { within } from '../paths.js';
import { bySigns, type Sign } from './javascript-signs.js';
import type { Suggestion } from '../suggestions.js';

const SIGNS: readonly Sign[] = [
  { argv: ['eslint', '.'], file: /^(?:eslint\.config\.|\.eslintrc)/, key: 'eslintConfig' },
  { argv: ['biome', 'check', '.'], file: /^biome\.jsonc?$/ },
  { argv: ['oxlint'], file: /^\.oxlintrc\.jsonc?$/ },
  {
    argv: ['prettier', '--check', '.'],
    file: /^(?:\.prettierrc|prettier\.config\.)/,
    key: 'prettier',
  },
];
const COMPILERS: readonly (readonly [dependency: string, argv: string[]])[] = [
  ['vue-tsc', ['vue-tsc', '--noEmit']],
  ['svelte-check', ['svelte-check']],
];

/** Linters, formatters and type checkers that a package configures. */
export function configuredChecks(detection: Detection, project: Project): Suggestion[] {
  const { repo, packages } = detection;
  const { dir } = project;
  const raw = packages.at(dir)?.raw ?? {};
  const names = repo.namesIn(dir);
  const found = bySigns(detection, project, SIGNS);
  if (names.includes('tsconfig.json')) {
    const dependencies = { ...asRecord(raw.dependencies), ...asRecord(raw.devDependencies) };
    const special = COMPILERS.find(([dependency]) => dependency in dependencies);
    const argv = special?.[1] ?? ['tsc', '--noEmit'];
    found.push(configuration(within(dir, 'tsconfig.json'), argv, dir));
  }
  return found;
}
