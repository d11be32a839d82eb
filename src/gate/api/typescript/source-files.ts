const CODE = /\.[cm]?[jt]sx?$/;
const DECLARATION = /\.d\.([^./]+\.)?[cm]?ts$/;
const UNSHIPPED_FOLDER =
  /(^|\/)(tests?|specs?|__tests__|__mocks__|fixtures|__fixtures__|e2e|cypress|bench|benchmarks?|examples?)\//i;
const TEST_NAME =
  /(^|\/)test\.[cm]?[jt]sx?$|[._-](test|tests|spec|bench|test-d)\.[cm]?[jt]sx?$|(^|\/)test[-_][^/]*$/i;

/** Whether a path has an extension that the TypeScript compiler reads as code. */
export function isCode(path: string): boolean {
  return CODE.test(path);
}

/** Whether a path is a declaration file (`.d.ts` and its kin). */
export function isDeclaration(path: string): boolean {
  return DECLARATION.test(path);
}

/** Whether a path is, by its folder or name, a test, fixture, benchmark or example. */
export function isUnshipped(path: string): boolean {
  return UNSHIPPED_FOLDER.test(path) || TEST_NAME.test(path);
}

/** Whether a path is a tool's configuration file (`*.config.*`, dotfiles). */
export function isConfiguration(path: string): boolean {
  return /\.config\.[^/]+$|(^|\/)\.[^/]+$/.test(path);
}
