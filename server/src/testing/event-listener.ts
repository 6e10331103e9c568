import { expect } from 'vitest';
import { WebSocket } from 'ws';

/** An event of a channel as browsers get it. */
export type Event = {
  readonly id: string;
  readonly channel_id: string;
  readonly job_id: string;
  readonly user_id: number;
  readonly status: string;
  readonly errors: readonly { readonly message: string }[];
  readonly result_url: string | null;
};

/** A listener with the cookie of a browser; `null` stands for a connection that was destroyed without an answer. */
export async function listenAt(
  address: string,
  headers: Record<string, string>,
  lastId = '',
): Promise<{
  readonly events: Event[];
  readonly closed: () => number | null;
  readonly pings: () => number;
  readonly close: () => void;
} | null> {
  const socket = new WebSocket(`ws://${address}/ws${lastId && `?last_id=${lastId}`}`, { headers });
  const events: Event[] = [];
  let closed: number | null = null;
  let pings = 0;
  socket
    .on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Event))
    .on('ping', () => (pings += 1));
  const isOpen = await new Promise<boolean>((resolve) =>
    socket
      .once('open', () => resolve(true))
      .once('error', (error) => resolve(expect(error.message).toMatch(/hang up|ECONNRESET/) === null)),
  );
  socket.on('close', (code) => (closed = code));
  return isOpen ? { events, closed: () => closed, pings: () => pings, close: () => socket.close() } : null;
}
