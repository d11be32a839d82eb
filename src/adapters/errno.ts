/**
 * Whether an error carries this `code`, such as `ENOENT`; by shape, since an error of another realm
 * is no `Error` here.
 */
export function hasCode(error: unknown, code: string | number): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** The system's refusals to write that the same attempt meets again. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EISDIR', 'ENOTDIR', 'ENOTSUP'];

/** Whether a file could not be written for a reason that a person has to take away. */
export function isUnwritable(error: unknown): error is Error {
  return UNWRITABLE.some((code) => hasCode(error, code));
}

/** Whether the system forbade a look or a write. */
export function isRefusedAccess(error: unknown): error is Error {
  return hasCode(error, 'EACCES') || hasCode(error, 'EPERM');
}
