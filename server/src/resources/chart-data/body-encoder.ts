import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { bytesOf, type Chunks } from '../../chart-data/values/chunks.ts';
import { envelope } from '../../chart-data/format/shape.ts';
import {
  brotliOptions,
  compressed,
  gzipOptions,
  preferredEncoding,
  THRESHOLD_BYTES,
  type Encoding,
} from '../../http/compress.ts';

export type EncodedBody = { readonly body: Chunks; readonly encoding: Encoding | null };
type Forms = { readonly bodies: ReadonlyMap<string, EncodedBody>; readonly bytes: number };

export type BodyEncoder = {
  /** The body as it goes over the wire. An answer that is given again is neither put together nor compressed again. */
  readonly encode: (answers: readonly Chunks[], accept: string | undefined) => Promise<EncodedBody>;
  /** Memory of cached bodies and of the answers that they belong to. */
  readonly bytes: () => number;
};

/** @param maxBytes  Budget of the bodies that are cached, with the answers that they reference. */
export function createBodyEncoder({ maxBytes }: { readonly maxBytes: number }): BodyEncoder {
  const kept = new LRUCache<Chunks, Forms>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
  });
  /** Most answers are given once: only the second time says that one is worth keeping. */
  const given = new WeakSet<Chunks>();
  const underWay = new WeakMap<Chunks, Map<string, Promise<EncodedBody>>>();

  const keep = (answer: Chunks, name: string, encoded: EncodedBody): void => {
    const present = kept.peek(answer);
    const bodies = new Map([...(present?.bodies ?? []), [name, encoded] as const]);
    const bytes = (present?.bytes ?? bytesOf(answer)) + bytesOf(encoded.body);
    kept.set(answer, { bodies, bytes }, { size: bytes });
  };

  return {
    encode: (answers, accept) => {
      const encoding = preferredEncoding(accept);
      const [answer] = answers;
      if (answers.length !== 1 || !answer) return make(answers, encoding);
      const name = encoding ?? 'plain';
      const ready = kept.get(answer)?.bodies.get(name);
      if (ready) return Promise.resolve(ready);
      const begun = underWay.get(answer) ?? new Map<string, Promise<EncodedBody>>();
      const present = begun.get(name);
      if (present) return present;
      const isKnown = given.has(answer);
      given.add(answer);
      const encodingBody = make(answers, encoding);
      begun.set(name, encodingBody);
      underWay.set(answer, begun);
      const done = () => void begun.delete(name);
      encodingBody.then((encoded) => {
        done();
        if (isKnown) keep(answer, name, encoded);
      }, done);
      return encodingBody;
    },
    bytes: () => kept.calculatedSize,
  };
}

async function make(answers: readonly Chunks[], encoding: Encoding | null): Promise<EncodedBody> {
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
      for await (const chunk of packed) body.push(chunk);
    },
  );
  return { body, encoding };
}
