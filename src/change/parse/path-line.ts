/**
 * The path that a line consists of: in backticks, bold, a heading or bare, with or without a colon
 * behind it; undefined where the line says anything else. Only backticks make a path of a text with
 * blanks, or of a word without a dot or slash.
 */
export function pathIn(line: string): string | undefined {
  let text = line.trim().replace(/^#{1,6}\s+/, '');
  text = text.replace(/:$/, '');
  if (text.length > 4 && text.startsWith('**') && text.endsWith('**')) text = text.slice(2, -2);
  text = text.replace(/:$/, '');
  const quoted = /^`([^`]+)`$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  return /^[^\s`*]+$/.test(text) && isPathLike(text) ? text : undefined;
}

/** Whether a text can be nothing but a path: no blanks, and a dot or a slash in it. */
export function isPathLike(text: string): boolean {
  return /^\S*[./\\]\S*$/.test(text);
}
