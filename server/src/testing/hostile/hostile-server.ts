import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that means harm, and what it could do. */
export type HostileServer = {
  readonly port: number;
  /**
   * Bytes that the system took from it, over all its connections: what the other end read, and what lies in between.
   */
  readonly sent: () => number;
  readonly connections: () => number;
  readonly open: () => number;
  readonly close: () => Promise<void>;
};
export type Hostile = {
  readonly socket: Socket;
  /** Send this. */
  readonly say: (...parts: readonly Buffer[]) => void;
  /** Send this again and again, as fast as it is taken, until nobody takes it. */
  readonly pour: (part: Buffer) => void;
  /** Send this a byte at a time, for ever. */
  readonly drip: (part: Buffer) => void;
};

const DRIP_MS = 20;

/** Bytes without any order, the same each time. */
export function randomBytes(count: number, seed = 7): Buffer {
  const bytes = Buffer.alloc(count);
  let state = seed;
  for (let at = 0; at < count; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** @param behave  Notified of each connection. */
export async function startHostile(behave: (hostile: Hostile) => void): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let sent = 0;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    // Else it would not hear that the other end is gone.
    socket.resume();
    socket.once('close', () => sockets.delete(socket));
    const send = (part: Buffer, then: () => void = () => undefined): void => {
      if (socket.destroyed || !socket.writable) return;
      socket.write(part, (error) => {
        if (error) return;
        sent += part.length;
        then();
      });
    };
    const pour = (part: Buffer): void => send(part, () => pour(part));
    const drip = (part: Buffer, at = 0): void =>
      send(part.subarray(at, at + 1), () => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          drip(part, (at + 1) % part.length);
        }, DRIP_MS);
        timers.add(timer);
      });
    behave({ socket, say: (...parts) => send(Buffer.concat(parts)), pour, drip });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
