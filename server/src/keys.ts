import { hkdfSync } from 'node:crypto';

/** What the one secret key is used for. Each use has a key of its own, so that none can be played against another. */
export type KeyPurpose =
  | 'access tokens'
  | 'guest tokens'
  | 'event channels'
  | 'anonymous sessions'
  | 'connection secrets'
  | 'backup check'
  | 'metadata check'
  | 'shared results'
  | 'installation';

/** A 32-byte key for one purpose. The same secret gives the same key at every start. */
export function deriveKey(secretKey: string, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, 'tessera', purpose, 32));
}
