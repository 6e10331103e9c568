import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { bytesOf, type Pieces } from '../../chart-data/pieces.ts';
import { envelope } from '../../chart-data/shape.ts';
import { preferredEncoding } from '../../http/compress.ts';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

type Encoding = 'br' | 'gzip';
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
  const kept = new LRUCache<Pieces, Forms>({ maxSize: Math.max(1, maxBytes), maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)) });
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
  // Small answers fit one packet anyhow.
  if (encoding === null || (plain.length === 1 && whole && whole.length < 1400)) return { body: plain, encoding: null };
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
  const zip = { level: 4 };
  if (plain.length === 1 && whole) return { body: [await (encoding === 'br' ? brotlied(whole, brotli) : gzipped(whole, zip))], encoding };
  const body: Buffer[] = [];
  await pipeline(plain, encoding === 'br' ? createBrotliCompress(brotli) : createGzip(zip), async (packed: AsyncIterable<Buffer>) => {
    for await (const piece of packed) body.push(piece);
  });
  return { body, encoding };
}
