/**
 * Whether an error carries this `code`, such as `ENOENT`; by shape, since an error of another realm
 * is no `Error` here.
 */
export function hasCode(error: unknown, code: string | number): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
