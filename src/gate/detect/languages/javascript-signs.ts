import type { Detection } from '../detection.js';
import { configuration, type Project } from '../language.js';
import { within } from '../paths.js';
import type { Suggestion } from '../suggestions.js';

/** By what a package says that it uses a tool, and the command for it. */
export interface Sign {
  argv: string[];
  /** Name of a configuration file. */
  file: RegExp;
  /** Key of `package.json` under which the configuration may stand instead. */
  key?: string;
}

/** The commands of those tools that a package configures, in the order of the signs. */
export function bySigns(
  { repo, packages }: Detection,
  { dir }: Project,
  signs: readonly Sign[],
): Suggestion[] {
  const raw = packages.at(dir)?.raw ?? {};
  const names = repo.namesIn(dir);
  return signs.flatMap(({ argv, file, key }) => {
    const name = names.find((one) => file.test(one));
    if (name !== undefined) return [configuration(within(dir, name), argv, dir)];
    if (key === undefined || !(key in raw)) return [];
    return [configuration(`${within(dir, 'package.json')} key "${key}"`, argv, dir)];
  });
}
