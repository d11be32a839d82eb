/** A word of a command line; `glob` when the shell would expand it. */
export interface Word {
  text: string;
  glob: boolean;
}

export type Commands = { kind: 'ok'; commands: Word[][] } | { kind: 'refused'; found: string };

interface Scan {
  commands: Word[][];
  word: Word | null;
}

/** A redirection that changes nothing but where output is seen. */
const UNSEEN = /^(?:&>|[12]?>)\s*(?:\/dev\/null|&[12])(?=\s|&&|$)/;
const SHELL_SYNTAX = /^(?:\|\||&|[|;<>`()]|\$[\w({@*#?!$-])/;

function quoted(line: string, start: number, quote: string): { text: string; end: number } | null {
  let text = '';
  for (let index = start; index < line.length; index++) {
    const char = line[index] ?? '';
    if (char === quote) return { text, end: index };
    if (quote === '"' && char === '\\' && /["\\$`]/.test(line[index + 1] ?? '')) index++;
    else if (quote === '"' && /^(?:`|\$[\w({])/.test(line.slice(index))) return null;
    text += line[index] ?? '';
  }
  return null;
}

function endWord(scan: Scan): void {
  if (scan.word !== null) scan.commands.at(-1)?.push(scan.word);
  scan.word = null;
}

function add(scan: Scan, text: string, glob = false): void {
  scan.word ??= { text: '', glob: false };
  scan.word = { text: scan.word.text + text, glob: scan.word.glob || glob };
}

/**
 * Splits a script into the commands that `&&` joins, each into its words, as `sh` would. All other
 * shell syntax, but for output that goes to `/dev/null`, is refused: its text is a suggestion found in a repository, never run by a shell.
 */
export function splitCommands(line: string): Commands {
  const scan: Scan = { commands: [[]], word: null };
  for (let index = 0; index < line.length; index++) {
    const char = line[index] ?? '';
    const rest = line.slice(index);
    if (char === '"' || char === "'") {
      const part = quoted(line, index + 1, char);
      if (part === null) return { kind: 'refused', found: char };
      add(scan, part.text);
      index = part.end;
    } else if (rest.startsWith('&&')) {
      endWord(scan);
      scan.commands.push([]);
      index++;
    } else if (char === '#' && scan.word === null) {
      break;
    } else if ((scan.word === null || /[>&]/.test(char)) && UNSEEN.test(rest)) {
      endWord(scan);
      index += (UNSEEN.exec(rest)?.[0].length ?? 1) - 1;
    } else if (SHELL_SYNTAX.test(rest)) {
      return { kind: 'refused', found: SHELL_SYNTAX.exec(rest)?.[0] ?? char };
    } else if (/\s/.test(char)) {
      endWord(scan);
    } else if (char === '\\') {
      add(scan, line[index + 1] ?? '');
      index++;
    } else {
      add(scan, char, /[*?[]/.test(char));
    }
  }
  endWord(scan);
  const commands = scan.commands.filter((words) => words.length > 0);
  return { kind: 'ok', commands };
}
