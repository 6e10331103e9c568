/** Bytes in pieces, in their order: big ones are sent and kept as they are, not copied into one. */
export type Pieces = readonly Buffer[];

const PIECE_BYTES = 1024 * 1024;
/** Text is turned into bytes in portions of so many characters, so that none of it lives for long. */
const PORTION = 16_384;
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const BYTES_PER_UNIT = 3;
/** A piece that is less full than this part of it is copied to memory of its own size. */
const FULL = 0.9;

/** Gathers text as UTF-8. What is added at once ends between two characters. */
export function createPieceWriter(): { readonly add: (text: string) => void; readonly end: () => Pieces } {
  const pieces: Buffer[] = [];
  let waiting = '';
  let open: Buffer | null = null;
  let used = 0;
  const close = (): void => {
    // Where rows are long, their room may be three times what they take: what is left over would be kept along with
    // them.
    if (open && used > 0)
      pieces.push(used < open.length * FULL ? Buffer.from(open.subarray(0, used)) : open.subarray(0, used));
    open = null;
    used = 0;
  };
  const flush = (): void => {
    const most = waiting.length * BYTES_PER_UNIT;
    if (most > PIECE_BYTES) {
      close();
      pieces.push(Buffer.from(waiting));
    } else {
      if (open && used + most > open.length) close();
      open ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
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
      if (!open) return waiting === '' && pieces.length > 0 ? pieces : [...pieces, Buffer.from(waiting)];
      flush();
      close();
      return pieces;
    },
  };
}

export function bytesOf(pieces: Pieces): number {
  return pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
}

/** All of them as text, for readers on the server. */
export function textOf(pieces: Pieces): string {
  return Buffer.concat(pieces).toString();
}

/** Small pieces as one, which is cheaper to keep and to send; big ones as they are. */
export function compact(pieces: Pieces): Pieces {
  return pieces.length > 1 && bytesOf(pieces) <= PIECE_BYTES / 16 ? [Buffer.concat(pieces)] : pieces;
}
