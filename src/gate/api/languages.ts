import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GO_LISTER } from './go.js';
import { JAVA_LISTER } from './java.js';
import { unlistedFiles, unlistedLine, type LanguageLister, type Texts } from './language.js';
import type { ApiListing, ListingInput } from './listing.js';
import { PYTHON_LISTER } from './python.js';
import { RUST_LISTER } from './rust.js';
import { listTypeScript } from './typescript.js';

const LISTERS: readonly LanguageLister[] = [PYTHON_LISTER, GO_LISTER, RUST_LISTER, JAVA_LISTER];
const NOTHING = 'no sources of TypeScript, JavaScript, Python, Go, Rust or Java';

/** Told what kept one language from being listed; the others still are. */
export type OnFault = (error: unknown) => void;

/** The files that are there: git also lists what was deleted and links to folders. */
function readTexts(workspace: string, files: readonly string[]): Texts {
  const present = files.filter((file) =>
    statSync(join(workspace, file), { throwIfNoEntry: false })?.isFile(),
  );
  return new Map(present.map((file) => [file, readFileSync(join(workspace, file), 'utf8')]));
}

/** Lists one language, or says in a line of the listing that it cannot be listed. */
function guarded(name: string, onFault: OnFault, list: () => ApiListing): ApiListing {
  try {
    return list();
  } catch (error) {
    onFault(error);
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const line = unlistedLine(name, why.split('\n')[0] ?? why, why);
    return { kind: 'listed', symbols: [line] };
  }
}

function listWith(lister: LanguageLister, { workspace, files }: ListingInput): ApiListing {
  const { isSource, isManifest, list } = lister;
  const texts = readTexts(
    workspace,
    files.filter((file) => isSource(file) || isManifest(file)),
  );
  if (![...texts.keys()].some(isSource)) return { kind: 'manifest-only', why: NOTHING };
  return { kind: 'listed', symbols: list(texts) };
}

/**
 * Lists the public API of a workspace in all languages that it has, sorted. `manifest-only` when it
 * has none of them, or none that can be listed. Blocks for a second or more.
 */
export function listLanguages(input: ListingInput, onFault: OnFault): ApiListing {
  const listings = [
    guarded('typescript', onFault, () => listTypeScript(input)),
    ...LISTERS.map((lister) =>
      guarded(lister.name.toLowerCase(), onFault, () => listWith(lister, input)),
    ),
  ];
  const listed = listings.flatMap((one) => (one.kind === 'listed' ? [one.symbols] : []));
  if (listed.length === 0) return { kind: 'manifest-only', why: NOTHING };
  const symbols = listed.flat().sort();
  const unlisted = unlistedFiles(symbols);
  // An empty listing is one, too: a program without a library has no API.
  if (unlisted.length > 0 && unlisted.length === symbols.length)
    return { kind: 'manifest-only', why: unlisted.join('; ') };
  return { kind: 'listed', symbols };
}
