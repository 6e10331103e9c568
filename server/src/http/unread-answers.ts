import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Gauge } from '../gauge.ts';
import type { App } from './app-types.ts';

/** Smaller answers fit into the buffers of the system, and leave with their first write. */
const COUNTED_BYTES = 64 * 1024;
/** A client that takes nothing of its answer for so long is gone, or means harm. */
const STALLED_MS = 30_000;

/** Bytes of answers that are made and not yet taken by their clients, over the whole process. */
export type UnreadAnswers = {
  /** @returns gives the room back, once. @throws AppError unavailable where all of it is taken */
  readonly hold: (bytes: number) => () => void;
  readonly bytes: () => number;
};

/** @param maxBytes  One answer alone may be larger: somebody has to be able to have it. */
export function createUnreadAnswers({ maxBytes }: { readonly maxBytes: number }): UnreadAnswers {
  let held = 0;
  return {
    hold: (bytes) => {
      if (bytes < COUNTED_BYTES) return () => undefined;
      if (held > 0 && held + bytes > maxBytes)
        throw new AppError('unavailable', {
          reason: message('Too many answers wait to be read by those who asked for them. Try again in a moment.'),
        });
      held += bytes;
      let isHeld = true;
      return () => {
        if (isHeld) held -= bytes;
        isHeld = false;
      };
    },
    bytes: () => held,
  };
}

/** Sizes of streams whose bytes are all in memory already; others make them as they are read. */
const inMemory = new WeakMap<Readable, number>();

/** Tell that the bytes of a stream wait in memory until they are sent. */
export function bufferInMemory(stream: Readable, bytes: number): Readable {
  inMemory.set(stream, bytes);
  return stream;
}

/**
 * Hold every answer against the room for all of them until its last byte is with the system, and end connections whose
 * clients take nothing. Registered behind whatever changes the payload.
 */
export function boundUnreadAnswers(app: App, unread: UnreadAnswers, stalledMs = STALLED_MS): void {
  app.addHook('onSend', async (_request, reply, payload: unknown) => {
    const release = holdOrDrop(unread, reply, payload);
    const { raw } = reply;
    raw.once('close', release);
    raw.once('finish', release);
    endWhenStalled(reply, stalledMs);
    return payload;
  });
}

/** What is reported instead of an answer is small, and not encoded as the answer was. */
function holdOrDrop(unread: UnreadAnswers, reply: FastifyReply, payload: unknown): () => void {
  try {
    return unread.hold(sizeOf(payload));
  } catch (error) {
    if (payload instanceof Readable) payload.destroy();
    for (const name of ['content-encoding', 'content-disposition']) void reply.removeHeader(name);
    throw error;
  }
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload instanceof Readable ? (inMemory.get(payload) ?? 0) : 0;
}

/** The timer of a socket runs while nothing moves on it; it counts only where something waits to be taken. */
function endWhenStalled({ raw }: FastifyReply, stalledMs: number): void {
  const { socket } = raw;
  // Requests that the server asks of itself have none.
  if (!(socket instanceof Socket)) return;
  const onTimeout = (): void => {
    if (raw.writableFinished) return;
    if (raw.writableLength > 0 || socket.writableLength > 0) raw.destroy();
    else socket.setTimeout(stalledMs);
  };
  raw.setTimeout(stalledMs, onTimeout);
}

export function unreadGauge(unread: UnreadAnswers): Gauge {
  return {
    name: 'tessera_unread_answer_bytes',
    help: 'Answers that are made and not yet taken by their clients, in bytes.',
    read: unread.bytes,
  };
}
