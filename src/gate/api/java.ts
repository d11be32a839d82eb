/**
 * The public API of Java as its text declares it: public and protected members of types that users
 * can name; where a `module-info` stands beside the packages, of the packages that it exports.
 */
import { isJava, isUnshipped, sourceRoot } from './java/files.js';
import { JAVA_GRAMMAR } from './java/grammar.js';
import { JavaScope } from './java/scope.js';
import { exportedPackages, fileLines, moduleLines } from './java/symbols.js';
import { readFile } from './java/types.js';
import { readSources, type LanguageLister, type Texts } from './language.js';

function list(texts: Texts): string[] {
  const { sources, unlisted } = readSources(texts, isJava, 'java', JAVA_GRAMMAR);
  const files = sources
    .map(readFile)
    .filter(({ source, packageName }) => !isUnshipped(sourceRoot(source.path, packageName)));
  const scope = new JavaScope(files);
  const exported = new Map(
    files
      .filter(({ module }) => module !== undefined)
      .map((file) => [sourceRoot(file.source.path, ''), new Set(exportedPackages(file))]),
  );
  const symbols = files.flatMap((file) => {
    const packages = exported.get(sourceRoot(file.source.path, file.packageName));
    const seen = packages === undefined || packages.has(file.packageName);
    return [...moduleLines(file), ...(seen ? fileLines(file, scope) : [])];
  });
  return [...unlisted, ...symbols];
}

/** Lists the public API of Java. */
export const JAVA_LISTER: LanguageLister = {
  name: 'Java',
  isSource: isJava,
  isManifest: () => false,
  list,
};
