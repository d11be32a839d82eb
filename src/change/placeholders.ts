import { extname } from 'node:path';

/** Prose, where a hash or a star begins no comment. */
const PROSE = new Set(['.md', '.mdx', '.markdown', '.txt', '.rst', '.adoc', '.html', '.htm']);
/** In these, dots alone between parentheses are a parameter list that goes on. */
const VARIADIC = new Set(['.c', '.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.m', '.mm']);

const DOTS = /\.{3,}|…/;
const PARTS =
  '(?:code|file|function|class|method|module|component|script|body|logic|program|source|block|implementation|content|contents|import|export|field|propert(?:y|ie)|prop|test|case|handler|route|helper|line|statement|declaration|definition|member|constant|variable|element|entr(?:y|ie)|item|option|stuff|part|thing)(?:s|es)?';
const STAYS =
  '(?:(?:is|are|was|were|remains?|stays?|left|kept|continues?|goes|go|comes|as|here|unchanged|unmodified|untouched|intact|omitted|skipped|elided|hidden|removed|truncated|the|same|before|above|below|it|original(?:ly)?|for|brevity|clarity|not|shown)(?: |$))+';
const VERBS = '(?:add|put|insert|write|paste|place|implement|include|copy|keep|fill in)';

const GOES = '(?:(?:goes|comes|belongs|continues|stays|remains) )?';

/** What a comment says, whole, where code was left out; marks and dots around it are taken off. */
const SAYS = [
  `(?:the |and )*(?:rest|remainder|remaining part) (?:of )?(?:the |this |your |my |our )?(?:existing |original |old )?(?:\\w+ )?${PARTS} ?(?:${STAYS})?`,
  `(?!same as above$)(?:the |and |all )*(?:rest|existing|remaining|remainder|previous|original|other|current|same|everything|nothing|code|body|implementation|logic|lines?|content|all|no)(?: \\w+){0,3} (?:unchanged|unmodified|untouched|omitted|skipped|elided|truncated|as before|as above|the same|same as before|not shown|as is)(?: (?:here|above|below|for now|for (?:brevity|clarity)))?`,
  `(?:the )?(?:existing|remaining|rest of|original|previous|same) (?:\\w+ )?(?:code|implementation|logic|body)(?: ${STAYS})?`,
  `unchanged (?:here|above|below|code|lines?)`,
  `(?:same as before|as before|omitted)(?: (?:here|above|below|code|lines?))?`,
  `no (?:other |further |more )?changes? (?:here|above|below|needed|required)`,
  `(?:\\w+ ){0,3}(?:omitted|removed|skipped|shortened|truncated|abbreviated|elided|hidden|snipped|left out|cut)(?: (?:here|out))? for (?:brevity|clarity|simplicity|space|conciseness)`,
  `\\d+ (?:more |other |unchanged |remaining )*lines?(?: of code)?(?: (?:are|were|was|is))? (?:omitted|unchanged|skipped|truncated|hidden|removed|elided|not shown)`,
  `(?:your|my|more|actual|real|some|rest of|additional|existing|original|same|remaining|own|todo|main)(?: \\w+){0,2} (?:code|implementation|logic|content|body) ${GOES}here`,
  `(?:the )?(?:\\w+ )?(?:\\w+ing )?(?:implementation|logic) ${GOES}here`,
  `(?:the )?(?:(?:\\w+ )?\\w+ing )?code ${GOES}here`,
  `(?:\\w+ ){0,2}(?:code|content|body) (?:goes|comes|belongs|continues|stays|remains) here`,
  `todo ${VERBS} (?:\\w+ ){1,5}here`,
  `${VERBS} (?=(?:\\w+ )*(?:code|logic|rest|existing|implementation|your|handling)\\b)(?:\\w+ ){1,5}here`,
  `(?:todo )?implement(?:ation)?(?: (?:me|this|it|here|later|the rest|of the rest))`,
  `(?:output |content |file |code |text |remaining )?(?:truncated|snip(?:ped)?|clipped)`,
].map((said) => new RegExp(`^(?:${said})$`, 'i'));

/** With dots beside it, less is enough. */
const SAYS_WITH_DOTS = [
  ...SAYS,
  new RegExp(
    `^(?:the |and |all |any |some )*(?:rest|existing|remaining|remainder|previous|original|other|more|same|additional|similar)(?: \\w+){0,2}(?: ${PARTS})?(?: ${STAYS})?$`,
    'i',
  ),
  /^(?:no|nothing|everything|current|same)(?: \w+){0,3} changed?s?$/i,
  /^(?:same as above|code|body|implementation|logic|imports?|etc|and so on|unchanged|omitted|skipped|same|todo)$/i,
];

const LINE_COMMENT = /^(?:\/\/+!?|#+(?![![\w])|--|;+|%+|<!--|"""|'''|REM )\s*(.*)$/;
const BLOCK_COMMENT = /\/\*+(.*?)(?:\*+\/|$)|<!--(.*?)(?:-->|$)/g;
const BLOCK_GOES_ON = /^\*(?!\/)\s*(.*)$/;
const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const BRACKETED = /^[[(<{]+(.*?)[\])>}]+[;,.]?$/;
/** A body that is nothing but this comment, which alone on a line may say something of the code below. */
const BODY = /\{\s*\/\*+\s*(?:unchanged|same as above)\W*\*\/\s*\}/i;
const CUT_OFF = /(?:\.{3,}|…)\s*[[(<](?:\w+ ){0,3}(?:truncated|omitted|snip(?:ped)?|cut)[\])>]$/i;

/** The words of a comment, and whether dots stand before or behind them. */
function wordsOf(text: string): { words: string; dotted: boolean } {
  const words = text
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
    .replace(/[\s:,;.…()[\]'’"-]+/g, ' ');
  const [before = '', after = ''] = [/^[^\p{L}\d]*/u, /[^\p{L}\d]*$/u].map(
    (pattern) => pattern.exec(text)?.[0],
  );
  return { words: words.trim(), dotted: DOTS.test(before) || DOTS.test(after) };
}

function commentLeavesOut(text: string): boolean {
  const { words, dotted } = wordsOf(text);
  if (words === '') return dotted && !/["'`]/.test(text);
  return (dotted ? SAYS_WITH_DOTS : SAYS).some((said) => said.test(words));
}

function comments(line: string, prose: boolean): string[] {
  const code = line.replace(STRINGS, '""');
  const blocks = [...code.matchAll(BLOCK_COMMENT)].map(([, star, html]) => star ?? html ?? '');
  const whole = prose ? undefined : LINE_COMMENT.exec(line)?.[1];
  return whole === undefined ? blocks : [whole, ...blocks];
}

/** Behind code on the same line, only dots tell a comment that leaves out from one that explains. */
function trailing(line: string): string[] {
  const code = line.replace(STRINGS, '""');
  const found = /[^\s:](?:\s*\/\/|\s+#)\s*((?:\.{3,}|…).*)$/.exec(code)?.[1];
  return found === undefined ? [] : [found];
}

/** Lines of a language that say nothing of what stands around a line of dots. */
export function passedOver(path: string): RegExp {
  return /^\.pyi?$/i.test(extname(path)) ? /^\s*(?:#.*)?$/ : /^\s*$/;
}

/** What the lines around a line of dots make of it. */
export interface Neighbours {
  above: string | undefined;
  below: string | undefined;
}

function dotsAreCode(extension: string, { above = '', below = '' }: Neighbours): boolean {
  if (extension === '.pyi' || extension === '.yml' || extension === '.yaml') return true;
  if (extension === '.py') return /(?::|"""|''')(?:\s*#.*)?$/.test(above.trimEnd());
  return VARIADIC.has(extension) && above.trimEnd().endsWith(',') && below.trim().startsWith(')');
}

/**
 * Whether a line stands for code that was left out: dots alone, a comment that says so, or such
 * words in brackets. `path` tells the language, `around` gives the nearest lines that
 * are not passed over.
 */
export function isPlaceholder(line: string, path: string, around: Neighbours): boolean {
  const extension = extname(path).toLowerCase();
  const text = line.trim();
  if (/^(?:\.{3,}|…)[;,]?$/.test(text)) return !dotsAreCode(extension, around);
  const prose = PROSE.has(extension);
  if ([...comments(text, prose), ...(prose ? [] : trailing(text))].some(commentLeavesOut))
    return true;
  const inBlock = prose ? undefined : BLOCK_GOES_ON.exec(text)?.[1];
  if (inBlock !== undefined) return wordsOf(inBlock).words !== '' && commentLeavesOut(inBlock);
  const code = text.replace(STRINGS, '""');
  if (CUT_OFF.test(code) || BODY.test(code)) return true;
  const bracketed = BRACKETED.exec(text)?.[1];
  const dotted = /^(?:\.{3,}|…)\s+\S|\S\s+(?:\.{3,}|…)$/.test(text);
  const { words } = wordsOf(text);
  if (bracketed !== undefined && !words.includes(' '))
    return /^(?:truncated|snip(?:ped)?)$/i.test(words);
  return (bracketed !== undefined || dotted) && words.includes(' ') && commentLeavesOut(text);
}
