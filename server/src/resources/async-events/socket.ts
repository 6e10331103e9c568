import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { compareIds, isEventId, type EventBus, type StoredEvent } from '../../events/bus.ts';
import type { App } from '../../http/app-types.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { createTroubleLog } from '../../presence.ts';
import type { Channel, Channels } from './channels.ts';

type Needs = {
  readonly path: string;
  readonly baseUrl: string | null;
  readonly bus: EventBus;
  readonly jobs: Pick<Jobs, 'touch' | 'events'>;
  readonly channels: Pick<Channels, 'ofSocket' | 'isOpen'>;
  readonly times?: Partial<SocketTimes>;
};
export type SocketTimes = {
  readonly pingMs: number;
  /** A socket that did not respond for so long is dropped. */ readonly idleTimeoutMs: number;
  /** How often its right to listen is looked at. */ readonly checkMs: number;
  readonly tickMs: number;
};
type Open = {
  readonly socket: WebSocket;
  readonly channel: Channel;
  heardAt: number;
  pingedAt: number;
  checkedAt: number;
  /** Since the last look. */ frames: number;
};

const defaultTimes: SocketTimes = { pingMs: 20_000, idleTimeoutMs: 60_000, checkMs: 5000, tickMs: 1000 };
const MAX_PER_CHANNEL = 50;
/** Clients only listen. */
const MAX_SENT_BYTES = 1024;
/** Messages, pings and pongs between two looks. */
const MAX_FRAMES = 300;
/** A client that does not read is let go; it comes back with its last id. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const REPLAY = 100;
const SESSION_ENDED = 4401;
const TRY_AGAIN = 1012;

type Sockets = {
  readonly path: string;
  readonly baseUrl: string | null;
  readonly bus: EventBus;
  readonly jobs: Pick<Jobs, 'touch' | 'events'>;
  readonly channels: Pick<Channels, 'ofSocket' | 'isOpen'>;
  readonly times: SocketTimes;
  readonly server: WebSocketServer;
  readonly open: Set<Open>;
};

/**
 * The websocket at which a channel's events arrive, one JSON object a frame ([7.1-07]). `?last_id` has what came after
 * it first. Whoever may not listen finds the connection destroyed, without an answer that could be read.
 */
export function registerEventSocket(app: App, { path, baseUrl, bus, jobs, channels, times: given }: Needs): void {
  const times = { ...defaultTimes, ...given };
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_SENT_BYTES, perMessageDeflate: false });
  const open = new Set<Open>();
  const sockets: Sockets = {
    path,
    baseUrl,
    bus,
    jobs,
    channels,
    times,
    server,
    open,
  };
  // Live events may have been missed: clients come back with their last id, or poll meanwhile.
  bus.onGap(() => open.forEach(({ socket }) => socket.close(TRY_AGAIN)));
  const trouble = createTroubleLog((what, err, untold) => app.log.warn({ err, ...(untold > 0 && { untold }) }, what));
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look(sockets)
      .catch((error: unknown) => trouble('websockets were not looked after', error))
      .finally(() => (isLooking = false));
  }, times.tickMs);
  timer.unref();
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    void upgrade(sockets, request, socket, head);
  app.server.on('upgrade', listener);
  app.addHook('preClose', async () => {
    clearInterval(timer);
    app.server.off('upgrade', listener);
    for (const { socket } of open) socket.terminate();
    server.close();
  });
}

async function upgrade(sockets: Sockets, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const lastId = url.searchParams.get('last_id');
    const isGood =
      url.pathname.replace(/\/$/, '') === sockets.path &&
      sockets.bus.isLive() &&
      isOwnPage(request, sockets.baseUrl) &&
      (lastId === null || lastId === '' || isEventId(lastId));
    const channel = isGood ? await sockets.channels.ofSocket(request) : null;
    if (!channel || [...sockets.open].filter((one) => one.channel.name === channel.name).length >= MAX_PER_CHANNEL)
      return void socket.destroy();
    sockets.server.handleUpgrade(
      request,
      socket,
      head,
      (made) => void serve(sockets, made, channel, lastId || null).catch(() => made.close(TRY_AGAIN)),
    );
  } catch {
    socket.destroy();
  }
}

async function serve(sockets: Sockets, socket: WebSocket, channel: Channel, lastId: string | null): Promise<void> {
  const now = performance.now();
  const one: Open = { socket, channel, heardAt: now, pingedAt: now, checkedAt: now, frames: 0 };
  sockets.open.add(one);
  const waiting: StoredEvent[] = [];
  let sent = lastId;
  let isReplaying = lastId !== null;
  const send = (event: StoredEvent): void => {
    if (sent !== null && compareIds(event.id, sent) <= 0) return;
    sent = event.id;
    socket.send(JSON.stringify(event));
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
  };
  const unsubscribe = sockets.bus.subscribe(channel.name, (event) =>
    isReplaying ? void waiting.push(event) : send(event),
  );
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    sockets.open.delete(one);
    unsubscribe();
  });
  const heard = (): void => {
    one.heardAt = performance.now();
    one.frames += 1;
    // Each ping is answered: who sends without end, and does not read, would fill the memory.
    if (one.frames > MAX_FRAMES || socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
  };
  socket.on('pong', heard).on('ping', heard).on('message', heard);
  await sockets.jobs.touch(channel.name);
  for (let after = lastId; after !== null;) {
    const events = await sockets.jobs.events(channel.name, after, REPLAY);
    events.forEach(send);
    after = events.length === REPLAY ? (events.at(-1)?.id ?? null) : null;
  }
  isReplaying = false;
  waiting.forEach(send);
}

/** Ping, let go of the silent, close what may not listen any more, and tell that somebody waits. */
async function look(sockets: Sockets): Promise<void> {
  const now = performance.now();
  for (const one of sockets.open) {
    one.frames = 0;
    if (now - one.heardAt > sockets.times.idleTimeoutMs) one.socket.terminate();
    else if (now - one.pingedAt >= sockets.times.pingMs) {
      one.pingedAt = now;
      one.socket.ping();
    }
  }
  for (const one of sockets.open) {
    if (now - one.checkedAt < sockets.times.checkMs) continue;
    one.checkedAt = now;
    if (!(await sockets.channels.isOpen(one.channel))) one.socket.close(SESSION_ENDED);
  }
  for (const name of new Set([...sockets.open].map((one) => one.channel.name))) await sockets.jobs.touch(name);
}

/** Browsers say which page opens a socket; programs do not. */
function isOwnPage({ headers }: IncomingMessage, baseUrl: string | null): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return (
    new URL(origin).host === headers.host || (baseUrl !== null && new URL(baseUrl).origin === new URL(origin).origin)
  );
}
