import { bindAll } from '../bind-all.ts';
import { createPresence, type Tell } from '../presence.ts';
import { createRedisClient, type RedisClientOptions, type RedisTimes } from '../redis-client.ts';
import { MAX_EVENTS, EVENT_TTL_MS, createListeners, type EventBus, type JobEvent, type StoredEvent } from './bus.ts';

const FIREHOSE = 'async-events-full';
const FIREHOSE_EVENTS = 100_000;
const defaultTimes = { waitMs: 2000, deadMs: 5000, retryMs: 500, readyMs: 10_000 };
/** The kernel looks after a connection that is quiet for so long. */
const KEEP_ALIVE_MS = 10_000;

const streamOf = (channel: string): string => `async-events-${channel}`;

/**
 * Both streams and the note that the event was reported are written at once, so a repeated call tells nothing twice.
 * Streams have ids of their own, so the firehose carries that of the channel.
 */
const PUBLISH = `
local told = redis.call('GET', KEYS[3])
if told then return told end
local id = nil
if ARGV[2] ~= '' then
  local made = redis.pcall('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], ARGV[2], 'data', ARGV[1])
  if type(made) == 'string' then id = made end
end
if not id then id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*', 'data', ARGV[1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[4], '*', 'id', id, 'data', ARGV[1])
redis.call('SET', KEYS[3], id, 'PX', ARGV[5])
return id`;

type Entry = readonly [id: string, fields: readonly string[]];
type Options = {
  /** Notified of every loss and return of the broker, by words alone: errors of the client carry its password. */
  readonly tell: Tell;
  readonly times?: Partial<RedisTimes>;
};

type BusState = {
  readonly commands: ReturnType<typeof createRedisClient>;
  readonly firehose: ReturnType<typeof createRedisClient>;
  readonly listeners: ReturnType<typeof createListeners>;
  readonly gaps: (() => void)[];
  readonly returns: (() => void)[];
  readonly presence: ReturnType<typeof createPresence>;
  live: boolean;
  problem: string | null;
  readonly over: AbortController;
  readonly times: typeof defaultTimes;
  lastSeen: string | null;
  following: Promise<void>;
};

/** Events of several servers, in Redis streams (`async-events-<channel>`, and all of them in `async-events-full`). */
export function createRedisBus(url: string, { tell, times: given = {} }: Options): EventBus {
  const times = { ...defaultTimes, ...given };
  // Callers do not wait for a broker that is away: they have the jobs table to fall back on.
  const options: RedisClientOptions = {
    lazyConnect: true,
    keepAlive: KEEP_ALIVE_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: times.waitMs,
    readyMs: times.readyMs,
    commandTimeout: times.waitMs,
    retryStrategy: () => times.retryMs,
  };
  const commands = createRedisClient(url, options);
  const firehose = createRedisClient(url, { ...options, commandTimeout: times.deadMs });
  const returns: (() => void)[] = [];
  // reported by follow()
  for (const client of [commands, firehose]) client.on('error', (error: Error) => void (bus.problem = error.message));
  commands.on('ready', () => returns.forEach((listener) => listener()));
  commands.connect().catch(() => undefined);
  const bus: BusState = {
    commands,
    firehose,
    listeners: createListeners(),
    gaps: [],
    returns,
    presence: createPresence({
      here: 'events come from Redis',
      away: 'Redis is away; pages fall back to polling the metadata',
      tell,
      times: given,
    }),
    times,
    live: false,
    problem: null,
    over: new AbortController(),
    lastSeen: null,
    following: Promise.resolve(),
  };
  bus.following = follow(bus);
  return {
    ...bindAll(bus, { publish, read, isLive, onGap, onReturn, close }),
    subscribe: bus.listeners.add,
  };
}

/** Read the firehose as long as the server lives, going on after the last event that was seen. */
async function follow(bus: BusState): Promise<void> {
  while (!bus.over.signal.aborted) {
    try {
      if (bus.firehose.status === 'wait') await bus.firehose.connect();
      if (bus.lastSeen === null || !bus.live) {
        // Only an answer shows that it is there.
        const last = await newest(bus);
        bus.lastSeen ??= last;
        bus.problem = null;
        setLive(bus, true);
      }
      const answer = await bus.firehose.xread(
        'COUNT',
        1000,
        'BLOCK',
        bus.times.waitMs,
        'STREAMS',
        FIREHOSE,
        bus.lastSeen,
      );
      for (const entry of answer?.[0]?.[1] ?? []) {
        bus.lastSeen = entry[0];
        const event = readEntry(entry);
        if (event) bus.listeners.tell(event);
      }
    } catch (error) {
      if (bus.over.signal.aborted) return;
      setLive(bus, false, bus.problem ?? (error instanceof Error ? error.message : undefined));
      // A connection that answers nothing looks whole; only a new one shows whether anybody is there.
      if (bus.firehose.status === 'ready') bus.firehose.disconnect(true);
      await new Promise((resolve) => setTimeout(resolve, bus.times.retryMs));
    }
  }
}

async function newest(bus: BusState): Promise<string> {
  const [last] = await bus.firehose.xrevrange(FIREHOSE, '+', '-', 'COUNT', 1);
  return last?.[0] ?? '0-0';
}

function setLive(bus: BusState, isLive: boolean, reason?: string): void {
  bus.presence.note(isLive, reason);
  if (bus.live === isLive) return;
  bus.live = isLive;
  if (!isLive) bus.gaps.forEach((listener) => listener());
}

async function publish(bus: BusState, event: JobEvent, wantedId: string | null) {
  const keys = [streamOf(event.channel_id), FIREHOSE, `async-event-told-${event.job_id}-${event.status}`];
  return String(
    await bus.commands.eval(
      PUBLISH,
      keys.length,
      ...keys,
      JSON.stringify(event),
      wantedId ?? '',
      MAX_EVENTS,
      FIREHOSE_EVENTS,
      EVENT_TTL_MS,
    ),
  );
}

async function read(bus: BusState, channel: string, lastId: string | null, most: number) {
  const entries = await bus.commands.xrange(
    streamOf(channel),
    lastId === null ? '-' : `(${lastId}`,
    '+',
    'COUNT',
    most,
  );
  return entries.map(readEntry).filter((event) => event !== null);
}

function isLive(bus: BusState) {
  return bus.live;
}

function onGap(bus: BusState, listener: () => void) {
  return void bus.gaps.push(listener);
}

function onReturn(bus: BusState, listener: () => void) {
  return void bus.returns.push(listener);
}

async function close(bus: BusState) {
  bus.over.abort();
  bus.presence.close();
  bus.commands.disconnect();
  bus.firehose.disconnect();
  await bus.following;
}

/** An entry of either stream; null for what others may have written there. */
function readEntry([streamId, fields]: Entry): StoredEvent | null {
  const pairs = new Map(fields.flatMap((field, at) => (at % 2 === 0 ? [[field, fields[at + 1] ?? ''] as const] : [])));
  try {
    return { ...(JSON.parse(pairs.get('data') ?? '') as JobEvent), id: pairs.get('id') ?? streamId };
  } catch {
    return null;
  }
}
