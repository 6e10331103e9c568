/** Bytes in chunks, in their order: big ones are sent and preserved as they are, not copied into one. */
export type Chunks = readonly Buffer[];

const CHUNK_BYTES = 1024 * 1024;
/** Text is turned into bytes in portions of so many characters, so that none of it lives for long. */
const PORTION = 16_384;
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const BYTES_PER_UNIT = 3;
/** A chunk that is less full than this part of it is copied to memory of its own size. */
const FULL = 0.9;

/** Gathers text as UTF-8. What is added at once ends between two characters. */
export function createChunkWriter(): { readonly add: (text: string) => void; readonly end: () => Chunks } {
  const chunks: Buffer[] = [];
  let waiting = '';
  let open: Buffer | null = null;
  let used = 0;
  const close = (): void => {
    // Where rows are long, their room may be three times what they take: what is left over would be retained along with
    // them.
    if (open && used > 0)
      chunks.push(used < open.length * FULL ? Buffer.from(open.subarray(0, used)) : open.subarray(0, used));
    open = null;
    used = 0;
  };
  const flush = (): void => {
    const most = waiting.length * BYTES_PER_UNIT;
    if (most > CHUNK_BYTES) {
      close();
      chunks.push(Buffer.from(waiting));
    } else {
      if (open && used + most > open.length) close();
      open ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
      used += open.write(waiting, used);
    }
    waiting = '';
  };
  return {
    add: (text) => {
      waiting += text;
      if (waiting.length >= PORTION) flush();
    },
    end: () => {
      if (!open) return waiting === '' && chunks.length > 0 ? chunks : [...chunks, Buffer.from(waiting)];
      flush();
      close();
      return chunks;
    },
  };
}

export function bytesOf(chunks: Chunks): number {
  return chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
}

/** All of them as text, for readers on the server. */
export function textOf(chunks: Chunks): string {
  return Buffer.concat(chunks).toString();
}

/** Small chunks as one, which is cheaper to keep and to send; big ones as they are. */
export function compact(chunks: Chunks): Chunks {
  return chunks.length > 1 && bytesOf(chunks) <= CHUNK_BYTES / 16 ? [Buffer.concat(chunks)] : chunks;
}
