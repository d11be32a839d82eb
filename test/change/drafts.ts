import type { Draft } from '../../src/change/draft.js';

type Text = string | null;

function make(path: string, texts: [Text, Text], encoding: BufferEncoding, mode: string): Draft {
  const [before = null, after = null] = texts.map((text) =>
    text === null ? null : { bytes: Buffer.from(text, encoding), mode },
  );
  return { path, before, after };
}

/** A file of a change with these texts before and after it; null where there is none. */
export function draft(path: string, before: Text, after: Text): Draft {
  return make(path, [before, after], 'utf8', '100644');
}

/** The same of byte strings. */
export function byteDraft(path: string, before: Text, after: Text, mode = '100644'): Draft {
  return make(path, [before, after], 'latin1', mode);
}
