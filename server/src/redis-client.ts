import { Redis, type RedisOptions } from 'ioredis';
import { guardStream, WireFault } from './guarded-stream.ts';

/** How long a server waits for Redis, and when it reports that it is away, in milliseconds. */
export type RedisTimes = {
  /** An answer that takes longer means that nobody is there. */
  readonly answerMs: number;
  /** How long it waits before it tries to connect again. */
  readonly retryMs: number;
  /** One question for new events waits so long for some, and is given up after `deadMs`. */
  readonly waitMs: number;
  readonly deadMs: number;
  /** From the first packet of a connection until it is ready to be asked. */
  readonly readyMs: number;
  /** See presence.ts. */
  readonly graceMs: number;
  readonly quietMs: number;
  readonly everyMs: number;
};

export type RedisClientOptions = RedisOptions &
  Partial<Pick<RedisTimes, 'readyMs'>> & {
    /** No answer is larger. */
    readonly maxReplyBytes?: number;
  };

const MAX_REPLY_BYTES = 64 * 1024 * 1024;
const READY_MS = 10_000;
/** Of one answer: texts, numbers and lists. */
const MAX_VALUES = 1_000_000;
const MAX_DEPTH = 16;
const MAX_LINE_CHARACTERS = 64 * 1024;
/** What ioredis says of an answer to nothing. */
const UNASKED = /^Command queue state error/;

/**
 * A connection to Redis that is bounded in time until it is ready, and in bytes always. Whatever speaks something else,
 * or answers what nobody asked, is left, and tried again like one that is away.
 */
export function createRedisClient(
  url: string,
  { maxReplyBytes = MAX_REPLY_BYTES, readyMs = READY_MS, ...options }: RedisClientOptions,
): Redis {
  const client = new Redis(url, options);
  let deadline: NodeJS.Timeout | undefined;
  client.on('connecting', () => {
    clearTimeout(deadline);
    deadline = setTimeout(() => client.disconnect(true), readyMs).unref();
  });
  client.on('connect', () => void guardStream(client.stream, createRedisFrames(maxReplyBytes)));
  client.on('ready', () => clearTimeout(deadline));
  client.on('end', () => clearTimeout(deadline));
  client.on('error', (error: Error) => {
    if (UNASKED.test(error.message)) client.stream.destroy(new WireFault('foreign', 'it answers what nobody asked'));
  });
  return client;
}

type FrameReader = {
  readonly maxReplyBytes: number;
  line: string;
  /** Bytes of the present text that are still to come. */
  text: number;
  bytes: number;
  values: number;
  /** Elements that the lists around are still without. */
  lists: number[];
};

/**
 * The answers of one connection to Redis, by their lengths: what the driver would keep without a bound, and the lists
 * of which it makes room for as many elements as are announced. @throws WireFault
 */
export function createRedisFrames(maxReplyBytes: number): (chunk: Buffer) => void {
  const reader: FrameReader = {
    maxReplyBytes,
    line: '',
    text: 0,
    bytes: 0,
    values: 0,
    lists: [],
  };
  return (chunk) => take(reader, chunk);
}

function take(reader: FrameReader, chunk: Buffer): void {
  let at = 0;
  while (at < chunk.length) {
    const step = Math.min(reader.text, chunk.length - at);
    reader.text -= step;
    at += step;
    if (step > 0 && reader.text === 0) ended(reader);
    if (reader.text > 0 || at === chunk.length) return;
    const end = chunk.indexOf(10, at);
    const part = chunk.subarray(at, end < 0 ? chunk.length : end + 1);
    reader.line += part.toString('latin1');
    at += part.length;
    count(reader, part.length);
    if (reader.line.length > MAX_LINE_CHARACTERS) throw new WireFault('foreign', 'a line without an end');
    if (!/^[+\-:$*]/.test(reader.line)) throw new WireFault('foreign', 'what it sends is no answer');
    if (end < 0) return;
    read(reader, reader.line.slice(0, 1), reader.line.slice(1));
    reader.line = '';
  }
}

function read(reader: FrameReader, type: string, rest: string): void {
  reader.values += 1;
  if (reader.values > MAX_VALUES) throw tooMuch(reader);
  if (type === '+' || type === '-' || type === ':') return ended(reader);
  if (!/^(-1|\d{1,10})\r\n$/.test(rest)) throw new WireFault('foreign', 'a length that is none');
  const length = Number(rest);
  if (length < 0 || (type === '*' && length === 0)) return ended(reader);
  if (type === '$') {
    reader.text = length + 2;
    return count(reader, reader.text);
  }
  if (length > MAX_VALUES) throw tooMuch(reader);
  reader.lists.push(length);
  if (reader.lists.length > MAX_DEPTH) throw new WireFault('foreign', 'lists in lists in lists');
}

/** One value is whole; so is the list whose last one it is. */
function ended(reader: FrameReader): void {
  for (;;) {
    const left = reader.lists.pop();
    if (left === undefined) break;
    if (left > 1) return void reader.lists.push(left - 1);
  }
  reader.lists = [];
  reader.bytes = 0;
  reader.values = 0;
}

function count(reader: FrameReader, more: number): void {
  reader.bytes += more;
  if (reader.bytes > reader.maxReplyBytes) throw tooMuch(reader);
}

function tooMuch(reader: FrameReader): WireFault {
  return new WireFault('large', `an answer of more than ${reader.maxReplyBytes} bytes`, reader.maxReplyBytes);
}
