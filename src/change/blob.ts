import { createHash } from 'node:crypto';

/** Name that git gives to these bytes, in the object format of `like` (an id of 40 or 64 digits). */
export function blobId(bytes: Uint8Array, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

/** The bytes with CRLF line ends turned to LF, as git's `text` attribute does on the way in. */
export function withLf(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
