import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { App } from './app-types.ts';

/** Smaller answers fit one packet anyhow. */
const THRESHOLD_BYTES = 1400;
const GZIP_LEVEL = 4;
/** Quality at which brotli is as fast as gzip and a little smaller. */
const BROTLI_QUALITY = 3;
const compressible = /^(?:text\/|application\/(?:json|javascript|xml|x-ndjson)|image\/svg\+xml)/;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Compress whole answers on the thread pool. Streams are left alone: their readers want the first rows at once. */
export function registerCompression(app: App): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < THRESHOLD_BYTES) return payload;
    if (reply.hasHeader('content-encoding') || !compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    const encoding = preferredEncoding(request.headers['accept-encoding']);
    void reply.header('vary', 'accept-encoding');
    if (encoding === null) return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return encoding === 'br'
      ? brotlied(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : gzipped(payload, { level: GZIP_LEVEL });
  });
}

/** The best encoding that the client takes; null for none. */
export function preferredEncoding(header: string | undefined): 'br' | 'gzip' | null {
  if (header === undefined) return null;
  const accepted = new Set(header.split(',').map((entry) => entry.trim().toLowerCase()).filter((entry) => !/;\s*q=0(?:\.0*)?$/.test(entry)).map((entry) => entry.split(';', 1)[0]));
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : null;
}
