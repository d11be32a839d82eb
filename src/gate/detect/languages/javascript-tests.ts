import { filesMatching } from '../../test-files.js';
import { RUNNERS } from '../../runners/index.js';
import { asRecord } from '../../json.js';
import type { Detection } from '../detection.js';
import { configuration, type Project } from '../language.js';
import { within } from '../paths.js';
import { hasTestScript } from './javascript-projects.js';
import { bySigns, type Sign } from './javascript-signs.js';
import type { Suggestion } from '../suggestions.js';

const SIGNS: readonly Sign[] = [
  { argv: ['vitest'], file: /^vitest\.(?:config|workspace)\./ },
  { argv: ['jest'], file: /^jest\.config\./, key: 'jest' },
  { argv: ['mocha'], file: /^\.mocharc\./, key: 'mocha' },
  { argv: ['ava'], file: /^ava\.config\./, key: 'ava' },
  { argv: ['tap'], file: /^\.taprc$/, key: 'tap' },
  { argv: ['playwright', 'test'], file: /^playwright\.config\./ },
];
const MOST_FILES = 200;

async function nodeTest({ repo }: Detection, { dir }: Project): Promise<Suggestion[]> {
  const patterns = RUNNERS['node:test'].testFilePatterns.map((glob) => within(dir, glob));
  for (const file of filesMatching(patterns, repo.files).slice(0, MOST_FILES)) {
    const imports = /['"]node:test['"]/.test(await repo.read(file)) && /\.[cm]?js$/.test(file);
    if (imports) return [configuration(`node:test in ${file}`, ['node', '--test'], dir)];
  }
  return [];
}

/** Runners that a package's configuration, else its test files, else its dependencies name. */
export async function configuredTests(
  detection: Detection,
  project: Project,
): Promise<Suggestion[]> {
  const { repo, packages } = detection;
  const { dir } = project;
  const raw = packages.at(dir)?.raw ?? {};
  const names = repo.namesIn(dir);
  const byConfig = bySigns(detection, project, SIGNS);
  const vite = names.find((name) => /^vite\.config\./.test(name));
  if (vite !== undefined && /\btest\s*:/.test(await repo.read(within(dir, vite))))
    byConfig.push(configuration(within(dir, vite), ['vitest'], dir));
  if (byConfig.length > 0) return byConfig;
  const own = await nodeTest(detection, project);
  if (own.length > 0) return own;
  // A dependency says which runner there is, not how the project's own script starts it.
  if (hasTestScript(packages.at(dir))) return [];
  const dev = asRecord(raw.devDependencies);
  return SIGNS.filter(({ argv: [tool = ''] }) => tool in dev).map(({ argv }) => {
    const source = `${within(dir, 'package.json')} devDependency "${argv[0] ?? ''}"`;
    return configuration(source, argv, dir);
  });
}
