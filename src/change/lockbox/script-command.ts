import { basename } from 'node:path';
import type { Meaning } from './runner-keys.js';

const GATES =
  /^(?:pre|post)?(?:test|tests|spec|unit|e2e|integration|lint|types?|typecheck|type-check|tsc|check|verify|validate|coverage|ci|build|compile)(?:$|[:._-])/;

/** Programs that find `./a` as a.js or a/index.js, and those that take a path as it is. */
const SCRIPT_INTERPRETERS =
  /^(?:node|nodejs|tsx|ts-node(?:-esm)?|babel-node|swc-node|vite-node|esno|bun|deno)$/;
const OTHER_INTERPRETERS = /^(?:python3?|sh|bash|zsh|ruby|php)$/;
const RUNNERS =
  /^(?:_?mocha|ts-mocha|electron-mocha|jest|vitest|nyc|c8|ava|tap|tape|uvu|lab|jasmine|cucumber(?:-js)?|playwright|cypress|karma)$/;
const COMPILERS = /^(?:tsc|vue-tsc|ttsc|tspc|tsc-alias|ngc|svelte-check|typedoc|tslint|eslint)$/;
/** Programs of which `-c` is something else than a configuration. */
const OTHER_C =
  /^(?:e?grep|rg|git|gzip|bzip2|xz|zstd|tar|cat|wc|uniq|cp|cut|head|tail|concurrently)$/;

const LOADED =
  /^(?:-r|--require|--import|--loader|--experimental-loader|--preload|--env-file|--test-reporter|--test-global-setup)$/;
const CONFIG = /^(?:-c|--config|--rcfile)$/;
const PROJECT = /^(?:-p|--project)$/;

const SUBCOMMAND = /^(?:run|test|watch|exec|x)$/;
const SCRIPT = /^\.{0,2}\/|\.(?:[cm]?[jt]sx?|sh|py|rb|php)$/;

interface NamedByCommand {
  meaning: Extract<Meaning, 'file' | 'glob'>;
  value: string;
}

function isInterpreter(program: string): boolean {
  return SCRIPT_INTERPRETERS.test(program) || OTHER_INTERPRETERS.test(program);
}

/** The name of a program without its folder and extension, as in `node_modules/mocha/bin/mocha.js`. */
function programOf(word: string): string {
  return basename(word).replace(/\.[cm]?js$/, '');
}

function isProgram(name: string): boolean {
  return isInterpreter(name) || RUNNERS.test(name) || COMPILERS.test(name);
}

/** The file that an option of a program names; undefined where it names none. */
function namedByOption(option: string, value: string, program: string): string | undefined {
  if (LOADED.test(option))
    return SCRIPT_INTERPRETERS.test(program) || RUNNERS.test(program) ? value : undefined;
  if (PROJECT.test(option)) {
    if (!COMPILERS.test(program)) return undefined;
    return /\.json$/i.test(value) ? value : `${value.replace(/\/+$/, '')}/tsconfig.json`;
  }
  const isConfig = option !== '-c' || (!isInterpreter(program) && !OTHER_C.test(program));
  return isConfig && /\.\w+$/.test(value) ? value : undefined;
}

/** What a command runs itself: with `--test` all its operands are globs. */
function run(operands: string[], isTest: boolean): NamedByCommand[] {
  const at = operands.findIndex((word) => isInterpreter(word));
  const [first = ''] = operands;
  if (at === -1) return SCRIPT.test(first) ? [{ meaning: 'glob', value: first }] : [];
  const files = operands.slice(at + 1).filter((word) => !SUBCOMMAND.test(word));
  const isFile = !isTest && SCRIPT_INTERPRETERS.test(operands[at] ?? '');
  const meaning = isFile ? 'file' : 'glob';
  return files.slice(0, isTest ? undefined : 1).map((value) => ({ meaning, value }));
}

function ofCommand(words: string[]): NamedByCommand[] {
  const named: NamedByCommand[] = [];
  const operands: string[] = [];
  let program = '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [option = '', attached] = word.split('=', 2);
    if (LOADED.test(option) || CONFIG.test(option) || PROJECT.test(option)) {
      const value = attached ?? words[at + 1] ?? '';
      const file = namedByOption(option, value, program);
      if (file !== undefined) named.push({ meaning: 'file', value: file });
      if (file !== undefined && attached === undefined) at += 1;
    } else if (!option.startsWith('-') && !/^\w+=/.test(word)) {
      operands.push(word);
      const name = programOf(word);
      if (isProgram(name) || (program === '' && OTHER_C.test(name))) program = name;
      // What follows the script of an interpreter is for the script.
      else if (isInterpreter(program) && SCRIPT.test(word) && !words.includes('--test'))
        program = '';
    }
  }
  return [...named, ...run(operands, words.includes('--test'))];
}

/** Files of the project that a package script with this name runs to test, check or build it. */
export function namedByScript(name: string, command: string): NamedByCommand[] {
  if (!GATES.test(name)) return [];
  return command.split(/&&|\|\|?|;/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    return ofCommand(words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')));
  });
}
