import { bindAll } from '../../../bind-all.ts';
import { WireFault } from '../../../guarded-stream.ts';

/** What a server may send until more is allowed. */
export type Allowance = {
  readonly bytes: number;
  readonly rows: number;
  /** More of it is a result that is too large, and not a server that has gone astray. */
  readonly isResult: boolean;
};
export type PostgresqlFrames = {
  /** Look at bytes before the driver does. @throws WireFault */
  readonly take: (chunk: Buffer) => void;
  readonly allow: (allowance: Allowance) => void;
  /** Bytes since more was allowed. */
  readonly taken: () => number;
};

/** Until the server is ready: parameters, a welcome. */
const HANDSHAKE: Allowance = { bytes: 256 * 1024, rows: 0, isResult: false };
/** A statement of our own. */
export const COMMAND: Allowance = { bytes: 8 * 1024 * 1024, rows: 100_000, isResult: false };
/** A message that is no row. The description of the widest row takes a fifth of it. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** PostgreSQL itself has 1664. */
const MAX_COLUMNS = 8192;
const UNREADABLE_ROW = 'a row that cannot be read';
/** Type byte and length. */
const HEADER_BYTES = 5;
const code = (letter: string): number => letter.charCodeAt(0);
const [ROW, DESCRIPTION, COMPLAINT, NOTICE] = [code('D'), code('T'), code('E'), code('N')];
/** What answers what this server asks; no COPY is among it. */
const known = new Set(Array.from('123ACDEIKNRSTZnst', code));
/** Messages that the driver reads by what is in them, and not by their length: they are read before it. */
const shapes: ReadonlyMap<number, (body: Buffer) => boolean> = new Map([
  [DESCRIPTION, isDescription],
  [COMPLAINT, isComplaint],
  [NOTICE, isComplaint],
]);

type FrameReader = {
  allowed: Allowance;
  left: number;
  rows: number;
  /** Bytes that wait for so many that something can be said of them. */
  waiting: Buffer[];
  waitingBytes: number;
  wanted: number;
  /** Of the row that is going by: bytes of the present cell, cells behind it, bytes behind it. */
  cell: number;
  cells: number;
  rest: number;
};

/**
 * The messages of one PostgreSQL connection, by their lengths. A message that is announced to be larger than what is
 * allowed is refused at its announcement. The driver would keep all of it; it would also look for ever for the end of a
 * complaint without one, and make cells out of lengths that lie.
 */
export function createPostgresqlFrames(): PostgresqlFrames {
  let { bytes: left, rows } = HANDSHAKE;
  const reader: FrameReader = {
    allowed: HANDSHAKE,
    left,
    rows,
    waiting: [],
    waitingBytes: 0,
    wanted: 1,
    cell: 0,
    cells: 0,
    rest: 0,
  };
  return bindAll(reader, { take, allow, taken });
}

function take(reader: FrameReader, chunk: Buffer): void {
  reader.left -= chunk.length;
  if (reader.left < 0) throw tooMuch(reader);
  if (reader.waitingBytes + chunk.length < reader.wanted) return keep(reader, chunk, reader.wanted);
  const bytes = reader.waitingBytes === 0 ? chunk : Buffer.concat([...reader.waiting, chunk]);
  reader.waiting = [];
  reader.waitingBytes = 0;
  read(reader, bytes);
}

function keep(reader: FrameReader, part: Buffer, until: number): void {
  // A copy: a part of a large chunk would hold all of it.
  if (part.length > 0) reader.waiting.push(Buffer.from(part));
  reader.waitingBytes += part.length;
  reader.wanted = until;
}

function read(reader: FrameReader, bytes: Buffer): void {
  let at = 0;
  for (;;) {
    const step = Math.min(reader.cell, bytes.length - at);
    reader.cell -= step;
    at += step;
    const here = bytes.length - at;
    if (reader.cell > 0) return keep(reader, bytes.subarray(at), 1);
    const needs = reader.cells > 0 ? 4 : HEADER_BYTES;
    if (here < needs) return keep(reader, bytes.subarray(at), needs);
    if (reader.cells > 0) {
      readCell(reader, bytes.readInt32BE(at));
      at += 4;
      continue;
    }
    const length = bytes.readUInt32BE(at + 1);
    const type = bytes[at] ?? 0;
    const whole = HEADER_BYTES - 4 + length;
    if (!known.has(type) || length < 4) throw new WireFault('foreign', 'a message of no known kind');
    if (whole - here > reader.left) throw tooMuch(reader);
    if (type === ROW) {
      if (here < HEADER_BYTES + 2) return keep(reader, bytes.subarray(at), HEADER_BYTES + 2);
      const count = bytes.readInt16BE(at + HEADER_BYTES);
      readRow(reader, length, count);
      at += HEADER_BYTES + 2;
      // Most rows are here as a whole.
      if (whole <= here) at = readCells(reader, bytes, at, count, at + reader.rest);
      continue;
    }
    if (whole > MAX_MESSAGE_BYTES) throw new WireFault('foreign', `a message of ${length} bytes`);
    const isShaped = shapes.get(type);
    if (isShaped && here < whole) return keep(reader, bytes.subarray(at), whole);
    if (isShaped && !isShaped(bytes.subarray(at + HEADER_BYTES, at + whole)))
      throw new WireFault('foreign', 'a message that cannot be read');
    if (isShaped) at += whole;
    else {
      at += HEADER_BYTES;
      reader.cell = length - 4;
    }
  }
}

function readRow(reader: FrameReader, length: number, count: number): void {
  reader.rows -= 1;
  if (reader.rows < 0) throw new WireFault('foreign', 'rows that nobody asked for');
  reader.rest = length - 4 - 2;
  reader.cells = count;
  if (count < 0 || count > MAX_COLUMNS || count * 4 > reader.rest || (count === 0 && reader.rest > 0))
    throw new WireFault('foreign', UNREADABLE_ROW);
}

function readCells(reader: FrameReader, bytes: Buffer, from: number, count: number, end: number): number {
  let at = from;
  for (let index = 0; index < count; index += 1) {
    if (at + 4 > end) throw new WireFault('foreign', UNREADABLE_ROW);
    const length = bytes.readInt32BE(at);
    if (length < -1) throw new WireFault('foreign', UNREADABLE_ROW);
    at += length > 0 ? length + 4 : 4;
  }
  if (at !== end) throw new WireFault('foreign', UNREADABLE_ROW);
  reader.cells = 0;
  return end;
}

function readCell(reader: FrameReader, length: number): void {
  reader.cells -= 1;
  reader.cell = Math.max(0, length);
  reader.rest -= 4 + reader.cell;
  if (length < -1 || reader.rest < reader.cells * 4 || (reader.cells === 0 && reader.rest !== 0))
    throw new WireFault('foreign', UNREADABLE_ROW);
}

function tooMuch(reader: FrameReader): WireFault {
  return new WireFault(
    reader.allowed.isResult ? 'large' : 'foreign',
    `more than ${reader.allowed.bytes} bytes`,
    reader.allowed.bytes,
  );
}

function allow(reader: FrameReader, allowance: Allowance) {
  reader.allowed = allowance;
  ({ bytes: reader.left, rows: reader.rows } = allowance);
}

function taken(reader: FrameReader) {
  return reader.allowed.bytes - reader.left;
}

/** Pairs of a letter and a text that ends with a zero, and a zero behind them. */
function isComplaint(body: Buffer): boolean {
  let at = 0;
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1);
    if (end < 0) return false;
    at = end + 1;
  }
  return at === body.length - 1;
}

/** A count, and for each column a name that ends with a zero and 18 bytes about it. */
function isDescription(body: Buffer): boolean {
  if (body.length < 2) return false;
  const count = body.readInt16BE(0);
  if (count < 0 || count > MAX_COLUMNS) return false;
  let at = 2;
  for (let column = 0; column < count; column += 1) {
    const end = body.indexOf(0, at);
    if (end < 0) return false;
    at = end + 19;
  }
  return at === body.length;
}
