import type { LanguageId } from './languages.js';
import type { Leaf } from './resolve.js';
import type { Suggestion } from './suggestions.js';
import type { TestGroup } from './test-groups.js';

/** A package, module or crate with tests of its own. */
export interface Project {
  /** Empty: the repository's root. */
  dir: string;
  name: string;
  /** Why the run needs it although it owns no file in scope; empty: it owns some. */
  why: string;
}

/** The projects of one language. */
export interface Projects {
  /** Those that own files in scope and those that depend on them, dependencies first. */
  wanted: Project[];
  /** Folders of all of them. */
  dirs: ReadonlySet<string>;
  /** What they are called there, in the plural: packages, modules. */
  word: string;
}

/** A command as it runs on this machine, or why it cannot. */
export type Adapted =
  { kind: 'ok'; argv: string[]; note?: string } | { kind: 'missing'; message: string };

/** What detection knows of a language. */
export interface Language {
  id: LanguageId;
  /** Where it looks beside instructions, CI files and targets. */
  looksAt: string;
  /** Those that own some files, and those that depend on them. */
  projects(files: readonly string[]): Promise<Projects>;
  /** Test commands that configuration and test files speak for. */
  configured(project: Project): Promise<Suggestion[]>;
  /** Whether the tests of the root run those of a project too. */
  covers(root: TestGroup, project: Project): Promise<boolean>;
  /** A test command with this machine's programs and the flags that it needs. */
  adaptTests(leaf: Leaf, project: Project): Promise<Adapted>;
  /** Why no test of a project can run here, whatever the command; null: nothing is known. */
  obstacle(project: Project): Promise<string | null>;
  /** Checks that configuration files of tools speak for. */
  checks(project: Project): Promise<Suggestion[]>;
  adaptCheck(leaf: Leaf): Promise<Adapted>;
}

/** A suggestion of configuration: one command, no names on the way. */
export function configuration(source: string, argv: string[], dir: string): Suggestion {
  const leaf: Leaf = { argv, cwd: dir, via: [], ignoresFailure: false };
  return {
    authority: 'configuration',
    source,
    label: '',
    own: [],
    dir,
    flaw: null,
    resolved: { kind: 'ok', leaves: [leaf] },
  };
}
