import { posix } from 'node:path';

const SOURCE_SET = /(^|\/)src\/([^/]+)\/java\d*\//;
const UNSHIPPED_SET = /test|^it$|jmh|bench|example|sample|demo/i;
const UNSHIPPED_FOLDER =
  /^(tests?|it|docs?|examples?|samples?|demos?|bench(marks?)?|jmh|build|target)$/i;

/** Whether a path is a Java file that is no test by its source set. */
export function isJava(path: string): boolean {
  if (!path.endsWith('.java') || posix.basename(path) === 'package-info.java') return false;
  const set = SOURCE_SET.exec(path)?.[2];
  return set === undefined || !UNSHIPPED_SET.test(set);
}

/** The folder that holds the packages of a file, which lies in one of them. */
export function sourceRoot(path: string, packageName: string): string {
  const depth = packageName === '' ? 0 : packageName.split('.').length;
  const folders = posix.dirname(path).split('/');
  return folders.slice(0, Math.max(0, folders.length - depth)).join('/');
}

/** Whether a source root is one of tests, examples or builds. */
export function isUnshipped(root: string): boolean {
  return root.split('/').some((folder) => UNSHIPPED_FOLDER.test(folder));
}
