import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { bytesOf, type Pieces } from '../../chart-data/pieces.ts';
import { envelope } from '../../chart-data/shape.ts';
import {
  brotliOptions,
  compressed,
  gzipOptions,
  preferredEncoding,
  THRESHOLD_BYTES,
  type Encoding,
} from '../../http/compress.ts';

export type Sealed = { readonly body: Pieces; readonly encoding: Encoding | null };
type Forms = { readonly bodies: ReadonlyMap<string, Sealed>; readonly bytes: number };

export type Sealer = {
  /** The body as it goes over the wire. An answer that is given again is neither put together nor compressed again. */
  readonly seal: (answers: readonly Pieces[], accept: string | undefined) => Promise<Sealed>;
  /** Memory of kept bodies and of the answers that they belong to. */
  readonly bytes: () => number;
};

/** @param maxBytes  Budget of the bodies that are kept, with the answers that they keep alive. */
export function createSealer({ maxBytes }: { readonly maxBytes: number }): Sealer {
  const kept = new LRUCache<Pieces, Forms>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
  });
  /** Most answers are given once: only the second time says that one is worth keeping. */
  const given = new WeakSet<Pieces>();
  const underWay = new WeakMap<Pieces, Map<string, Promise<Sealed>>>();

  const keep = (answer: Pieces, name: string, sealed: Sealed): void => {
    const present = kept.peek(answer);
    const bodies = new Map([...(present?.bodies ?? []), [name, sealed] as const]);
    const bytes = (present?.bytes ?? bytesOf(answer)) + bytesOf(sealed.body);
    kept.set(answer, { bodies, bytes }, { size: bytes });
  };

  return {
    seal: (answers, accept) => {
      const encoding = preferredEncoding(accept);
      const [answer] = answers;
      if (answers.length !== 1 || !answer) return make(answers, encoding);
      const name = encoding ?? 'plain';
      const ready = kept.get(answer)?.bodies.get(name);
      if (ready) return Promise.resolve(ready);
      const begun = underWay.get(answer) ?? new Map<string, Promise<Sealed>>();
      const present = begun.get(name);
      if (present) return present;
      const isKnown = given.has(answer);
      given.add(answer);
      const sealing = make(answers, encoding);
      begun.set(name, sealing);
      underWay.set(answer, begun);
      const done = () => void begun.delete(name);
      sealing.then((sealed) => {
        done();
        if (isKnown) keep(answer, name, sealed);
      }, done);
      return sealing;
    },
    bytes: () => kept.calculatedSize,
  };
}

async function make(answers: readonly Pieces[], encoding: Encoding | null): Promise<Sealed> {
  const plain = envelope(answers);
  const [whole] = plain;
  if (encoding === null || (plain.length === 1 && whole && whole.length < THRESHOLD_BYTES))
    return { body: plain, encoding: null };
  if (plain.length === 1 && whole) return { body: [await compressed(whole, encoding)], encoding };
  const body: Buffer[] = [];
  await pipeline(
    plain,
    encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) body.push(piece);
    },
  );
  return { body, encoding };
}
