import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bytesOf, type Chunks } from '../../chart-data/values/chunks.ts';
import { brotliOptions, gzipOptions, preferredEncoding, type Encoding } from '../../http/compress.ts';

const MOST_AT_ONCE = 1_048_576;

/** Lines that are sent as they come, compressed one by one, so that none waits for the next. */
export function sendLines(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  lines: AsyncIterable<Chunks>,
): FastifyReply {
  void reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .header('vary', 'accept-encoding')
    // Proxies that wait for the end of an answer would undo what this is for.
    .header('x-accel-buffering', 'no');
  const bytes = Readable.from(chunksOf(lines), { objectMode: false });
  const encoding = preferredEncoding(headers['accept-encoding']);
  if (encoding === null) return reply.send(bytes);
  // Whoever leaves ends both.
  const packed = pipeline(bytes, packer(encoding), () => undefined);
  return reply.header('content-encoding', encoding).send(packed);
}

function packer(encoding: Encoding) {
  return encoding === 'br'
    ? createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH });
}

/** A line in one write, as each is flushed. */
async function* chunksOf(lines: AsyncIterable<Chunks>): AsyncGenerator<Buffer, void> {
  for await (const line of lines) {
    if (bytesOf(line) > MOST_AT_ONCE) yield* line;
    else yield Buffer.concat([...line]);
  }
}
