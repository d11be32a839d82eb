/** A compiler's `outDir` with the folder that it mirrors, both relative to the package. */
export interface OutputLayout {
  outDir: string;
  rootDir: string;
}

const BUILT_EXTENSION = /(\.d\.[cm]?ts|(\.(min|umd|global|esm|cjs))?\.[cm]?jsx?|\.[cm]?tsx?)$/;
const SOURCE_EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const OUTPUT_FOLDER =
  /^(dist|lib|build|out|output|esm|cjs|es|umd|types|typings|release)\/((esm|cjs|es|umd|node|browser|types|src|source)\/)?/;
const SOURCE_FOLDERS = ['src/', 'source/', 'lib/', ''];

function underSource(target: string, layouts: readonly OutputLayout[]): string[] {
  const byLayout = layouts.flatMap(({ outDir, rootDir }) => {
    if (outDir === '' || !target.startsWith(`${outDir}/`)) return [];
    const rest = target.slice(outDir.length + 1);
    return [rootDir === '' ? rest : `${rootDir}/${rest}`];
  });
  const output = OUTPUT_FOLDER.exec(target);
  const rest = output === null ? undefined : target.slice(output[0].length);
  const byConvention = rest === undefined ? [] : SOURCE_FOLDERS.map((folder) => folder + rest);
  return [...byLayout, ...byConvention];
}

/**
 * Where the source of a built file may stand, best guess first: by the compiler's `outDir` and
 * `rootDir`, then by convention (`dist/x.js` is `src/x.ts`). A `*` in the target stays as it is.
 */
export function sourceCandidates(target: string, layouts: readonly OutputLayout[]): string[] {
  const candidates = underSource(target, layouts).flatMap((path) => {
    const stem = path.replace(BUILT_EXTENSION, '');
    return [
      ...SOURCE_EXTENSIONS.map((extension) => stem + extension),
      ...SOURCE_EXTENSIONS.map((extension) => `${stem}/index${extension}`),
    ];
  });
  return [...new Set(candidates)].filter((path) => path !== target);
}

/** Extensionless and folder forms that Node's `main` allows, the target itself first. */
export function nodeForms(target: string): string[] {
  return [
    target,
    ...['.js', '.json', '.cjs', '.mjs'].map((extension) => target + extension),
    `${target}/index.js`,
  ];
}

/** Where the source of `.` or `./sub` stands by custom when its target says nothing. */
export function customarySources(subpath: string): string[] {
  const names = subpath === '.' ? ['index', 'main', 'mod'] : [subpath.slice(2)];
  return ['src/', 'source/', 'lib/', ''].flatMap((folder) =>
    names.flatMap((name) =>
      SOURCE_EXTENSIONS.flatMap((extension) => [
        `${folder}${name}${extension}`,
        `${folder}${name}/index${extension}`,
      ]),
    ),
  );
}
