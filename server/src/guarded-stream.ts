import type { Duplex } from 'node:stream';

/** What a server sent that no driver may see: `foreign` is not its protocol, `large` is more than was allowed. */
export class WireFault extends Error {
  override readonly name = 'WireFault';
  readonly kind: 'foreign' | 'large';
  /** How many bytes were allowed, of `large`. */
  readonly bytes: number;
  constructor(kind: WireFault['kind'], reason: string, bytes = 0) {
    super(reason);
    this.kind = kind;
    this.bytes = bytes;
  }
}

/**
 * Check what a server sends before its driver does. Drivers keep what they have not understood, without a bound, and
 * some throw or never return on what no server would send. A chunk that is refused reaches nobody, and the connection
 * is destroyed; so it is when the driver throws, which would otherwise end this process.
 *
 * @param check  Throws a WireFault.
 */
export function guardStream<Stream extends Duplex>(stream: Stream, check: (chunk: Buffer) => void): Stream {
  const emit = stream.emit.bind(stream) as (event: string | symbol, ...values: readonly unknown[]) => boolean;
  stream.emit = (event: string | symbol, ...values: readonly unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...values);
    if (stream.destroyed) return false;
    return guarded(stream, () => {
      check(values[0] as Buffer);
      return emit(event, ...values);
    });
  };
  return stream;
}

/** Run what reads from a stream; the stream is destroyed when it throws. */
export function guarded(stream: Duplex, read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    stream.destroy(
      error instanceof WireFault
        ? error
        : new WireFault('foreign', error instanceof Error ? error.message : String(error)),
    );
    return false;
  }
}

/** Why a guarded stream was destroyed; null where it was for another reason, or was not. */
export function faultOf(stream: Duplex): WireFault | null {
  return stream.errored instanceof WireFault ? stream.errored : null;
}
