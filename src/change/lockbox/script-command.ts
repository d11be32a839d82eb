import type { Meaning } from './runner-keys.js';

const GATES =
  /^(?:pre|post)?(?:test|tests|spec|unit|e2e|integration|lint|types?|typecheck|type-check|tsc|check|verify|validate|coverage|ci|build|compile)(?:$|[:._-])/;
const INTERPRETERS =
  /^(?:node|nodejs|tsx|ts-node|babel-node|swc-node|vite-node|esno|bun|deno|python3?|sh|bash|zsh|ruby|php)$/;
const FILE_OPTIONS =
  /^(?:-r|--require|--import|--loader|--experimental-loader|-c|--config|-p|--project|--rcfile|--test-reporter|--test-global-setup|--preload|--env-file)$/;

interface NamedByCommand {
  meaning: Extract<Meaning, 'file' | 'glob'>;
  value: string;
}

function ofCommand(words: string[]): NamedByCommand[] {
  const named: NamedByCommand[] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [option = '', attached] = (words[at] ?? '').split('=', 2);
    if (FILE_OPTIONS.test(option)) {
      const value = attached ?? words[(at += 1)];
      if (value !== undefined) named.push({ meaning: 'file', value });
    } else if (!option.startsWith('-') && option !== 'run') operands.push(words[at] ?? '');
  }
  const program = operands.findIndex((word) => INTERPRETERS.test(word));
  const isTest = words.includes('--test');
  const files = isTest ? operands.slice(program + 1) : operands.slice(program + 1, program + 2);
  if (program === -1 && !/^\.{0,2}\/|\.(?:sh|[cm]?js|py)$/.test(operands[0] ?? '')) return named;
  const meaning = isTest ? 'glob' : 'file';
  return [...named, ...files.map((value) => ({ meaning, value }) as const)];
}

/** Files of the project that a package script with this name runs to test, check or build it. */
export function namedByScript(name: string, command: string): NamedByCommand[] {
  if (!GATES.test(name)) return [];
  return command.split(/&&|\|\|?|;/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    return ofCommand(words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')));
  });
}
