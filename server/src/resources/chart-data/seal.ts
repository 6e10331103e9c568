import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { envelope } from '../../chart-data/shape.ts';
import { preferredEncoding } from '../../http/compress.ts';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

type Encoding = 'br' | 'gzip';
export type Sealed = { readonly body: Buffer; readonly encoding: Encoding | null };
type Forms = { readonly bodies: ReadonlyMap<string, Sealed>; readonly bytes: number };

export type Sealer = {
  /** The body as it goes over the wire. An answer that is given again is neither put together nor compressed again. */
  readonly seal: (answers: readonly Buffer[], accept: string | undefined) => Promise<Sealed>;
  /** Memory of kept bodies and of the answers that they belong to. */
  readonly bytes: () => number;
};

/** @param maxBytes  Budget of the bodies that are kept, with the answers that they keep alive. */
export function createSealer({ maxBytes }: { readonly maxBytes: number }): Sealer {
  const kept = new LRUCache<Buffer, Forms>({ maxSize: Math.max(1, maxBytes), maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)) });
  /** Most answers are given once: only the second time says that one is worth keeping. */
  const given = new WeakSet<Buffer>();
  const underWay = new WeakMap<Buffer, Map<string, Promise<Sealed>>>();

  const keep = (answer: Buffer, name: string, sealed: Sealed): void => {
    const present = kept.peek(answer);
    const bodies = new Map([...(present?.bodies ?? []), [name, sealed] as const]);
    const bytes = (present?.bytes ?? answer.byteLength) + sealed.body.byteLength;
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

async function make(answers: readonly Buffer[], encoding: Encoding | null): Promise<Sealed> {
  const plain = envelope(answers);
  // Small answers fit one packet anyhow.
  if (encoding === null || plain.length < 1400) return { body: plain, encoding: null };
  const body = encoding === 'br' ? await brotlied(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }) : await gzipped(plain, { level: 4 });
  return { body, encoding };
}
