import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type BrotliOptions, type ZlibOptions } from 'node:zlib';
import type { App } from './app-types.ts';

export type Encoding = 'br' | 'gzip';

/** Smaller answers fit one packet anyhow. */
export const THRESHOLD_BYTES = 1400;
export const gzipOptions: ZlibOptions = { level: 4 };
/** The quality at which brotli is as fast as gzip and a little smaller. */
export const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const compressible = /^(?:text\/|application\/(?:json|javascript|xml|x-ndjson)|image\/svg\+xml)/;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Compress whole answers on the thread pool. Streams are left alone: their readers want the first rows at once. */
export function registerCompression(app: App): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < THRESHOLD_BYTES) return payload;
    if (reply.hasHeader('content-encoding') || !compressible.test(String(reply.getHeader('content-type') ?? '')))
      return payload;
    const encoding = preferredEncoding(request.headers['accept-encoding']);
    void reply.header('vary', 'accept-encoding');
    if (encoding === null) return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressed(payload, encoding);
  });
}

/** A whole answer, compressed on the thread pool. */
export function compressed(whole: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotlied(whole, brotliOptions) : gzipped(whole, gzipOptions);
}

/** The best encoding that the client takes; null for none. */
export function preferredEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const accepted = new Set(
    header
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => !/;\s*q=0(?:\.0*)?$/.test(entry))
      .map((entry) => entry.split(';', 1)[0]),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : null;
}
