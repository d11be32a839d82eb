import { asRecord } from '../../json.js';
import type { Detection } from '../detection.js';
import { configuration, type Project } from '../language.js';
import { within } from '../paths.js';
import type { Suggestion } from '../suggestions.js';

interface Signs {
  argv: string[];
  file: RegExp;
  key?: string;
}

const SIGNS: readonly Signs[] = [
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
export function configuredChecks({ repo, packages }: Detection, { dir }: Project): Suggestion[] {
  const raw = packages.at(dir)?.raw ?? {};
  const names = repo.namesIn(dir);
  const found = SIGNS.flatMap(({ argv, file, key }) => {
    const name = names.find((one) => file.test(one));
    if (name !== undefined) return [configuration(within(dir, name), argv, dir)];
    if (key === undefined || !(key in raw)) return [];
    return [configuration(`${within(dir, 'package.json')} key "${key}"`, argv, dir)];
  });
  if (names.includes('tsconfig.json')) {
    const dependencies = { ...asRecord(raw.dependencies), ...asRecord(raw.devDependencies) };
    const special = COMPILERS.find(([dependency]) => dependency in dependencies);
    const argv = special?.[1] ?? ['tsc', '--noEmit'];
    found.push(configuration(within(dir, 'tsconfig.json'), argv, dir));
  }
  return found;
}
