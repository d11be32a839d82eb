import type { Setting } from './config-script.js';

const QUOTED = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g;

function strings(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? '');
}

/** Strings of a TOML file: `key = "text"` and lists of texts, below the name of their table. */
export function readToml(text: string): Setting[] {
  const settings: Setting[] = [];
  let table: string[] = [];
  let key: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?/.exec(line)?.[1];
    const pair = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(line);
    if (key === undefined && header !== undefined) table = header.replaceAll('"', '').split('.');
    else if (key === undefined && pair !== null) {
      const [, name = '', value = ''] = pair;
      const below = [...table, ...name.split('.')];
      settings.push(...strings(value).map((found) => ({ key: below, value: found })));
      if (value.startsWith('[') && !value.includes(']')) key = below;
    } else if (key !== undefined) {
      const below = key;
      settings.push(...strings(line).map((found) => ({ key: below, value: found })));
      if (line.includes(']')) key = undefined;
    }
  }
  return settings;
}

/** Words of an INI file, below the name of their section; further lines of a value are indented. */
export function readIni(text: string): Setting[] {
  const settings: Setting[] = [];
  let section = '';
  let key = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const pair = /^([\w-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (header !== undefined) [section, key] = [header, ''];
    else if (pair !== null) key = pair[1] ?? '';
    else if (!/^\s/.test(line)) key = '';
    if (key === '') continue;
    const words = (pair?.[2] ?? line).split(/[\s,]+/).filter((word) => word !== '');
    settings.push(...words.map((value) => ({ key: [section, key], value })));
  }
  return settings;
}

/** Texts of a YAML file with no more than `key: text` and lists of texts, as runners have them. */
export function readFlatYaml(text: string): Setting[] {
  const settings: Setting[] = [];
  let key = '';
  const clean = (value: string): string[] => {
    const bare = value.replace(/\s+#.*$/, '').trim();
    const items = /^\[(.*)\]$/.exec(bare)?.[1]?.split(',') ?? [bare];
    return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2')).filter(Boolean);
  };
  for (const line of text.split(/\r?\n/)) {
    const pair = /^([\w-]+)\s*:(?:\s+(.*))?$/.exec(line);
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (pair !== null) key = pair[1] ?? '';
    const value = item ?? pair?.[2] ?? '';
    if (key !== '') settings.push(...clean(value).map((found) => ({ key: [key], value: found })));
  }
  return settings;
}
