import { sha256 } from '../adapters/content-store.js';
import type { Settings } from '../core/protocol.js';

/**
 * The pinned constraints for a prompt or a ledger write (G7): those given, unless they are missing
 * or altered, in which case the run's settings have the word.
 */
export function reassertPinned(
  request: { pinned: string[]; pinnedHash: string },
  settings: Settings,
): string[] {
  const given = sha256(JSON.stringify(request.pinned));
  return given === request.pinnedHash ? request.pinned : settings.pinned;
}
