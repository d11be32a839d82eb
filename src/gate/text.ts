const ESCAPE = String.fromCharCode(27);
const ANSI = new RegExp(`${ESCAPE}(?:\\[[0-9;?]*[A-Za-z]|\\][^\\u0007]*\\u0007|[()][A-Z0-9])`, 'g');

const range = (first: number, last: number): string =>
  `${String.fromCharCode(first)}-${String.fromCharCode(last)}`;
/** Control characters but tab and line feed. */
const CONTROLS = new RegExp(`[${range(0, 8)}${range(11, 31)}]`, 'g');

/** Text without terminal codes and control characters; line ends become `\n`. */
export function plainText(text: string): string {
  return text.replace(ANSI, '').replace(/\r\n?/g, '\n').replace(CONTROLS, '');
}

/** Replaces every known way to write the workspace's path by nothing: paths become relative. */
export function withoutWorkspace(text: string, workspace: string): string {
  return text
    .replaceAll(`file://${workspace}/`, '')
    .replaceAll(`${workspace}/`, '')
    .replaceAll(workspace, '.');
}

const PATH_END = /[\s'"`,;:)\]}]/;

/** Replaces every path in a folder of ours, which is another one in each run. */
export function withoutFolder(text: string, folder: string): string {
  const [before = '', ...rest] = text.split(folder);
  const after = rest.map((part) => {
    const end = part.search(PATH_END);
    return end === -1 ? '' : part.slice(end);
  });
  return [before, ...after].join('<tmp>');
}

const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [\w ]+ \d\d:\d\d:\d\d [\w+]+(?: \([^)]*\))?/g, '<time>'],
  [/(?:\/private)?(?:\/var\/folders|\/var\/tmp|\/tmp)\/[^\s'"`,;:)\]}]+/g, '<tmp>'],
  [/\b(localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0):\d{2,5}\b/g, '$1:<port>'],
  [/\b\d+(?:\.\d+)?\s?(?:ns|[μµ]s|ms|s|sec|seconds|minutes)\b/g, '<duration>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?(?![\d:])/g, '<time>'],
  [/\b1\d{9}(?:\d{3})?\b/g, '<time>'],
  [/\b0x[0-9a-f]{6,16}\b/gi, '<address>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}\b/gi, '<hex>'],
];

/** Masks what differs from run to run: times, temporary paths, uuids, hashes, addresses, ports. */
export function maskVolatile(text: string): string {
  return VOLATILE.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}
