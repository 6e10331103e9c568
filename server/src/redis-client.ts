import { Redis, type RedisOptions } from 'ioredis';
import { guardStream, WireFault } from './guarded-stream.ts';

export type RedisClientOptions = RedisOptions & {
  /** No answer is larger. */
  readonly maxReplyBytes?: number;
  /** From the first packet until it is ready to be asked. */
  readonly readyMs?: number;
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

/**
 * The answers of one connection to Redis, by their lengths: what the driver would keep without a bound, and the lists
 * of which it makes room for as many elements as are announced. @throws WireFault
 */
export function createRedisFrames(maxReplyBytes: number): (chunk: Buffer) => void {
  let line = '';
  /** Bytes of the present text that are still to come. */
  let text = 0;
  let bytes = 0;
  let values = 0;
  /** Elements that the lists around are still without. */
  let lists: number[] = [];

  function take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      const step = Math.min(text, chunk.length - at);
      text -= step;
      at += step;
      if (step > 0 && text === 0) ended();
      if (text > 0 || at === chunk.length) return;
      const end = chunk.indexOf(10, at);
      const part = chunk.subarray(at, end < 0 ? chunk.length : end + 1);
      line += part.toString('latin1');
      at += part.length;
      count(part.length);
      if (line.length > MAX_LINE_CHARACTERS) throw new WireFault('foreign', 'a line without an end');
      if (!/^[+\-:$*]/.test(line)) throw new WireFault('foreign', 'what it sends is no answer');
      if (end < 0) return;
      read(line.slice(0, 1), line.slice(1));
      line = '';
    }
  }

  function read(type: string, rest: string): void {
    values += 1;
    if (values > MAX_VALUES) throw tooMuch();
    if (type === '+' || type === '-' || type === ':') return ended();
    if (!/^(-1|\d{1,10})\r\n$/.test(rest)) throw new WireFault('foreign', 'a length that is none');
    const length = Number(rest);
    if (length < 0 || (type === '*' && length === 0)) return ended();
    if (type === '$') {
      text = length + 2;
      return count(text);
    }
    if (length > MAX_VALUES) throw tooMuch();
    lists.push(length);
    if (lists.length > MAX_DEPTH) throw new WireFault('foreign', 'lists in lists in lists');
  }

  /** One value is whole; so is the list whose last one it is. */
  function ended(): void {
    for (;;) {
      const left = lists.pop();
      if (left === undefined) break;
      if (left > 1) return void lists.push(left - 1);
    }
    lists = [];
    bytes = 0;
    values = 0;
  }

  function count(more: number): void {
    bytes += more;
    if (bytes > maxReplyBytes) throw tooMuch();
  }

  function tooMuch(): WireFault {
    return new WireFault('large', `an answer of more than ${maxReplyBytes} bytes`, maxReplyBytes);
  }

  return take;
}
