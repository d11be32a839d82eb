import { folderOf, foldersUp, within } from './paths.js';
import type { QuotedLines } from './quoted-lines.js';
import type { Repository } from './repository.js';

const NAMES: readonly string[] = ['CLAUDE.md', 'AGENTS.md'];
const FENCE = /^\s*(`{3,}|~{3,})\s*([\w-]*)/;
const SHELLS: ReadonlySet<string> = new Set([
  ...[
    '',
    'bash',
    'sh',
    'shell',
    'zsh',
    'console',
    'terminal',
    'text',
    'shellsession',
    'shell-session',
  ],
]);
const ADVICE_AGAINST = /\b(?:never|not|don['’]t|avoid|instead of|rather than)\b/i;
/** The name of a tool in a sentence, not a command to run. */
const MENTION = /^(?:\S+|node --test)$/;
const INLINE = /(?<!`)`([^`]+)`(?!`)/g;

/** Commands of a text of instructions: only what stands in shell fences and between back-ticks. */
export function quotedCommands(text: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let fence: { mark: string; isShell: boolean } | null = null;
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    const [, mark, language = ''] = FENCE.exec(content) ?? [];
    if (mark !== undefined) {
      if (fence === null) fence = { mark, isShell: SHELLS.has(language.toLowerCase()) };
      else if (mark.startsWith(fence.mark)) fence = null;
      continue;
    }
    const line = index + 1;
    if (fence !== null) {
      const command = content.trim().replace(/^[$>%]\s+/, '');
      if (fence.isShell && command !== '') found.push({ line, text: command });
      continue;
    }
    if (ADVICE_AGAINST.test(content)) continue;
    for (const [, command = ''] of content.matchAll(INLINE))
      if (!MENTION.test(command.trim())) found.push({ line, text: command.trim() });
  }
  return found;
}

/** What CLAUDE.md and AGENTS.md say of some folders and those that hold them, nearest first. */
export async function instructions(
  repo: Repository,
  dirs: readonly string[],
): Promise<QuotedLines[]> {
  const depth = (dir: string): number => (dir === '' ? 0 : dir.split('/').length);
  const folders = [...new Set(dirs.flatMap(foldersUp))].sort((a, b) => depth(b) - depth(a));
  const files = folders
    .flatMap((dir) => NAMES.map((name) => within(dir, name)))
    .filter((path) => repo.has(path));
  const lists = await Promise.all(
    files.map(async (file) =>
      quotedCommands(await repo.read(file)).map(({ line, text }) => ({
        source: `${file} line ${line}`,
        label: '',
        lines: [text],
        cwd: folderOf(file),
        flaw: null,
      })),
    ),
  );
  return lists.flat();
}
