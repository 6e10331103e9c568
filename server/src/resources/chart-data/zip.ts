import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = { readonly name: string; readonly chunks: AsyncIterable<Buffer> };

/** A ZIP archive as it grows; nothing is buffered, so sizes follow each entry (flag 3). Entries stay below 4 GiB. */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const start = offset;
    const local = localHeader(name);
    offset += local.length;
    yield local;
    const sums = { crc: 0, size: 0 };
    let packed = 0;
    // Counted in bytes: as objects, sixteen chunks of any size would be read ahead, in one tick of the event loop.
    const source = Readable.from(measured(entry.chunks, sums), { objectMode: false });
    const deflate = createDeflateRaw();
    source.on('error', (error) => deflate.destroy(error));
    try {
      for await (const chunk of source.pipe(deflate) as AsyncIterable<Buffer>) {
        packed += chunk.length;
        offset += chunk.length;
        yield chunk;
      }
    } finally {
      // A reader that leaves ends what is packed as well, with the query under it.
      source.destroy();
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSums(descriptor, 4, sums.crc, packed, sums.size);
    offset += descriptor.length;
    yield descriptor;
    directory.push(centralHeader(name, start, sums.crc, packed, sums.size));
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([central, end]);
}

async function* measured(
  chunks: AsyncIterable<Buffer>,
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    sums.crc = crc32(chunk, sums.crc);
    sums.size += chunk.length;
    yield chunk;
  }
}

/** Version 2.0, deflate, names in UTF-8, sums behind the data. */
function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeTraits(header, 4);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader(name: Buffer, start: number, crc: number, packed: number, size: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  writeTraits(header, 6);
  writeSums(header, 16, crc, packed, size);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(start, 42);
  return Buffer.concat([header, name]);
}

function writeTraits(header: Buffer, at: number): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(0x0808, at + 2);
  header.writeUInt16LE(8, at + 4);
  // 1 January 1980: an archive of the same rows has the same bytes.
  header.writeUInt16LE(0x0021, at + 8);
}

function writeSums(header: Buffer, at: number, crc: number, packed: number, size: number): void {
  header.writeUInt32LE(crc, at);
  header.writeUInt32LE(packed, at + 4);
  header.writeUInt32LE(size, at + 8);
}
