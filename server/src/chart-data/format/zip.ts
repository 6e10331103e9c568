import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = { readonly name: string; readonly chunks: AsyncIterable<Buffer> };

/** The first moment that archives know: an archive of the same rows has the same bytes, in whatever zone it is made. */
const always = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/**
 * A ZIP archive as it grows. The next entry is asked for when the one before it was read to its end, so that entries
 * may depend on what was read.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const rest = entries[Symbol.iterator]();
  const file = new ZipFile();
  const output = file.outputStream.pipe(new PassThrough());
  let source: Readable | null = null;
  const addNext = (): void => {
    const next = rest.next();
    if (next.done === true) return file.end();
    file.addReadStreamLazy(next.value.name, always, (pump) => {
      // Counted in bytes: as objects, sixteen chunks of any size would be read ahead, in one tick of the event loop.
      source = Readable.from(next.value.chunks, { objectMode: false });
      source.once('end', addNext).once('error', (error) => output.destroy(error));
      pump(null, source);
    });
  };
  file.on('error', (error: Error) => output.destroy(error));
  addNext();
  try {
    yield* output;
  } finally {
    // A reader that leaves ends what is packed as well, with the query under it.
    (source as Readable | null)?.destroy();
  }
}
