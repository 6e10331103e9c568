import { WireFault } from '../../../guarded-stream.ts';

/**
 * What a server may send until more is allowed. `isResult`: more of it is a result that is too large, and not a server
 * that has gone astray.
 */
export type Allowance = { readonly bytes: number; readonly isResult: boolean };
export type MysqlFrames = {
  /** Look at bytes before the driver does. @throws WireFault */
  readonly take: (chunk: Buffer) => void;
  readonly allow: (allowance: Allowance) => void;
};

/** Until the session is set up. */
const HANDSHAKE: Allowance = { bytes: 256 * 1024, isResult: false };
/** A statement of our own. */
export const COMMAND: Allowance = { bytes: 1024 * 1024, isResult: false };
/** The columns of a statement, of which there are 4096 at most. */
export const DESCRIPTION: Allowance = { bytes: 8 * 1024 * 1024, isResult: false };
/** Length and number. */
const HEADER_BYTES = 4;
/** Every command begins to count anew, and the client's own packets count too. */
const MAX_STRAYS = 32;

/**
 * The packets of one connection to MySQL or MariaDB, by their lengths. A packet that is announced to be larger than
 * what is allowed is refused at its announcement; the driver would keep all of it, and would write a line about every
 * packet out of order.
 */
export function createMysqlFrames(): MysqlFrames {
  let allowed = HANDSHAKE;
  let left = HANDSHAKE.bytes;
  let body = 0;
  let header: Buffer = Buffer.alloc(0);
  let number = 0;
  let strays = 0;

  function take(chunk: Buffer): void {
    left -= chunk.length;
    if (left < 0) throw tooMuch();
    let at = 0;
    while (at < chunk.length) {
      const step = Math.min(body, chunk.length - at);
      body -= step;
      at += step;
      if (at === chunk.length) return;
      const more = chunk.subarray(at, at + HEADER_BYTES - header.length);
      header = header.length === 0 ? more : Buffer.concat([header, more]);
      at += more.length;
      // A few bytes must not retain the whole chunk.
      if (header.length < HEADER_BYTES) return void (header = Buffer.from(header));
      readHeader(chunk.length - at);
    }
  }

  function readHeader(here: number): void {
    body = header.readUIntLE(0, 3);
    if (body - here > left) throw tooMuch();
    const told = header[3] ?? 0;
    if (told !== number) strays += 1;
    if (strays > MAX_STRAYS) throw new WireFault('foreign', 'packets out of order');
    number = (told + 1) % 256;
    header = Buffer.alloc(0);
  }

  function tooMuch(): WireFault {
    return new WireFault(allowed.isResult ? 'large' : 'foreign', `more than ${allowed.bytes} bytes`, allowed.bytes);
  }

  return {
    take,
    allow: (allowance) => {
      if (!allowance.isResult) strays = 0;
      allowed = allowance;
      left = allowance.bytes;
    },
  };
}
