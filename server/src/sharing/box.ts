import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** Packs what leaves this server: compressed, unreadable for others, and worthless under another name. */
export type Box = {
  readonly close: (bytes: Buffer, name: string) => Promise<Buffer>;
  /** Null for whatever this installation has not closed under that name, changed bytes included. */
  readonly open: (closed: Buffer, name: string) => Promise<Buffer | null>;
};

const VERSION = 'tessera box 1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** So much is worked on before it yields to others on the event loop. */
const SLICE = 1 << 20;
/** Nothing that was packed here opens to more. */
const MAX_BYTES = 1 << 30;

/** AES-256-GCM over raw deflate. @param key 32 bytes of this installation's secret */
export function createBox(key: Uint8Array): Box {
  const about = (name: string) => Buffer.from(`${VERSION} ${name}`);
  return {
    close: async (bytes, name) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(about(name));
      const packed = await deflated(bytes, { level: 1 });
      const parts: Buffer[] = [];
      for (const slice of slicesOf(packed)) {
        if (parts.length > 0) await setImmediate();
        parts.push(cipher.update(slice));
      }
      parts.push(cipher.final());
      return Buffer.concat([iv, cipher.getAuthTag(), ...parts]);
    },

    open: async (closed, name) => {
      if (closed.length < IV_BYTES + TAG_BYTES) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, closed.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(about(name));
        decipher.setAuthTag(closed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const parts: Buffer[] = [];
        for (const slice of slicesOf(closed.subarray(IV_BYTES + TAG_BYTES))) {
          if (parts.length > 0) await setImmediate();
          parts.push(decipher.update(slice));
        }
        parts.push(decipher.final());
        return await inflated(Buffer.concat(parts), { maxOutputLength: MAX_BYTES });
      } catch {
        return null;
      }
    },
  };
}

function* slicesOf(bytes: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}
