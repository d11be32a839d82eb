import { extname } from 'node:path';
import { nodesNamed } from '../syntax.js';

/** Examples from a prompt on, with the lines that answer it, while those meet `answer`. */
function promptExamples(text: string, prompt: RegExp, answer = /\S/): string[] {
  const examples: string[] = [];
  let example: string[] | undefined;
  let depth = 0;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trimEnd();
    const starts = prompt.test(line);
    if (example !== undefined && (starts || !answer.test(line))) {
      examples.push(example.join('\n'));
      example = undefined;
    }
    if (starts) {
      example = [];
      depth = line.search(/\S/);
    }
    example?.push(line.slice(Math.min(depth, line.search(/\S/))));
  }
  if (example !== undefined) examples.push(example.join('\n'));
  return examples;
}

const RUST_FENCE =
  /^(?:rust|should_panic|no_run|compile_fail|ignore[\w-]*|edition\d+|test_harness|standalone\w*|E\d+|[,\s{}.=])*$/;

/** Code in a documentation comment: fenced as Rust, or indented by four blanks after an empty line. */
function fencedCode(lines: string[]): string[] {
  const blocks: string[] = [];
  let block: string[] | undefined;
  let fence = '';
  let before = '';
  for (const line of lines) {
    const open = /^\s{0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (block !== undefined) {
      block.push(line.trimEnd());
      if (line.trim() === fence) {
        if (RUST_FENCE.test(block[0]?.slice(fence.length).trim() ?? ''))
          blocks.push(block.join('\n'));
        block = undefined;
      }
    } else if (open !== null) {
      fence = open[1] ?? '';
      block = [line.trim()];
    } else if (/^ {4,}\S/.test(line) && (before.trim() === '' || /^ {4,}/.test(before)))
      blocks.push(line.trim());
    before = line;
  }
  return blocks;
}

function rustDocTests(text: string): string[] {
  const runs: string[][] = [[]];
  let inBlock = false;
  for (const raw of text.split(/\r?\n/)) {
    const line = /^\s*\/\/[/!](?!\/)\s?(.*)$/.exec(raw)?.[1];
    const opens = !inBlock && /^\s*\/\*[*!](?![*/])/.test(raw);
    if (opens || inBlock) {
      if (opens) runs.push([]);
      inBlock = !raw.includes('*/');
      runs.at(-1)?.push(raw.replace(/^\s*(?:\/\*[*!]|\*(?!\/))\s?/, '').replace(/\*\/.*$/, ''));
    } else if (line !== undefined) runs.at(-1)?.push(line);
    else if ((runs.at(-1)?.length ?? 0) > 0) runs.push([]);
  }
  return runs.flatMap(fencedCode);
}

function pythonDocTests(path: string, text: string): string[] {
  const strings = nodesNamed(path, text, new Set(['String'])) ?? [];
  return strings.flatMap(({ from, to }) => {
    const inner = text.slice(from, to).replace(/^\w*("""|'''|"|')([^]*)\1$/, '$2');
    return promptExamples(inner, /^\s*>>> /);
  });
}

/** Tests in the documentation of a source file, each without what its first line is indented by. */
export function docTests(path: string, text: string): string[] {
  const ending = extname(path).toLowerCase();
  if (ending === '.rs') return rustDocTests(text);
  if (ending === '.py' || ending === '.pyi') return pythonDocTests(path, text);
  if (['.rst', '.md', '.txt'].includes(ending)) return promptExamples(text, /^\s*>>> /);
  if (ending === '.hs') return promptExamples(text, /^\s*--\s*>>> /, /^\s*--\s*\S/);
  if (ending !== '.ex' && ending !== '.exs') return [];
  return promptExamples(text, /^\s*iex(?:\(\d+\))?> /, /^\s*(?!"""|''')\S/);
}
