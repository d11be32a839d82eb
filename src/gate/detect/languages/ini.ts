const SECTION = /^\[([^\]]+)\]\s*$/;
const KEY = /^([^\s=:#;][^=:]*?)\s*[=:]\s*(.*)$/;

/** Keys of one section of an INI file as Python's configparser reads it; null: no such section. */
export function iniSection(text: string, name: string): Map<string, string> | null {
  let isIn = false;
  let found: Map<string, string> | null = null;
  let key = '';
  for (const line of text.split(/\r?\n/)) {
    const [, section] = SECTION.exec(line) ?? [];
    if (section !== undefined) {
      isIn = section.trim() === name;
      if (isIn) found ??= new Map();
      key = '';
    } else if (isIn && found !== null && !/^\s*[#;]/.test(line)) {
      const [, start, value = ''] = KEY.exec(line) ?? [];
      if (start !== undefined) found.set((key = start), value.trim());
      else if (key !== '' && /^\s+\S/.test(line))
        found.set(key, `${found.get(key) ?? ''}\n${line.trim()}`.trim());
    }
  }
  return found;
}
