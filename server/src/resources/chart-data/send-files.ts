import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import type { LineFormat } from '../../chart-data/values/line-formats.ts';
import { xlsx } from '../../chart-data/format/xlsx.ts';
import { zip } from '../../chart-data/format/zip.ts';

const containers: Readonly<
  Record<LineFormat, { readonly type: string; readonly wrap: (lines: AsyncIterable<Buffer>) => AsyncIterable<Buffer> }>
> = {
  csv: { type: 'text/csv; charset=utf-8', wrap: (lines) => lines },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', wrap: (lines) => xlsx(lines) },
};

/**
 * One query as a file, several as a ZIP of them, one after the other: a query that waited half read would keep its
 * connection from the rest. An error before the first rows is still answered as an error.
 */
export async function sendFiles(
  reply: FastifyReply,
  format: LineFormat,
  downloads: readonly AsyncGenerator<Buffer, void>[],
  now: Date,
) {
  const [first, ...rest] = downloads;
  if (!first) throw new AppError('empty_query', {});
  const { type, wrap } = containers[format];
  const started = [await primed(first), ...rest];
  const isSingle = rest.length === 0;
  const name = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_');
  const body = isSingle
    ? wrap(started[0] ?? first)
    : zip(started.map((chunks, index) => ({ name: `query_${index + 1}.${format}`, chunks: wrap(chunks) })));
  const stream = Readable.from(body, { objectMode: false });
  // A generator that was never read ends nothing that it would read: whoever leaves now leaves the queries behind.
  stream.once('close', () => {
    for (const one of downloads) one.return(undefined).catch(() => undefined);
  });
  return reply
    .header('content-type', isSingle ? type : 'application/zip')
    .header('content-disposition', `attachment; filename=${name}.${isSingle ? format : 'zip'}`)
    .send(stream);
}

async function primed(chunks: AsyncGenerator<Buffer, void>): Promise<AsyncIterable<Buffer>> {
  const first = await chunks.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  })();
}
