/**
 * The readings of a text to try, best first: without its BOM, and, where it holds `\n` pairs but no
 * line end at all, with one level of JSON escaping undone.
 */
export function readings(text: string): string[] {
  const plain = text.replace(/^\ufeff/, '');
  if (/[\r\n]/.test(plain) || !plain.includes('\\n')) return [plain];
  for (const json of [plain, `"${plain}"`]) {
    const inner = jsonString(json);
    if (inner !== undefined) return [inner, plain];
  }
  return [plain];
}

function jsonString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
