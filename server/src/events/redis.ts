import { createPresence, type Tell } from '../presence.ts';
import { createRedisClient, type RedisClientOptions } from '../redis-client.ts';
import { MAX_EVENTS, EVENT_TTL_MS, createListeners, type EventBus, type JobEvent, type StoredEvent } from './bus.ts';

const FIREHOSE = 'async-events-full';
const FIREHOSE_EVENTS = 100_000;
/**
 * One question to the firehose waits so long for news; an answer that takes longer means that the broker is not there.
 */
const WAIT_MS = 2000;
const DEAD_MS = 5000;
const RETRY_MS = 500;
/** The kernel looks after a connection that is quiet for so long. */
const KEEP_ALIVE_MS = 10_000;

const streamOf = (channel: string): string => `async-events-${channel}`;

/**
 * Both streams and the note that the event was told are written at once, so a repeated call tells nothing twice.
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
  /** Told of every loss and return of the broker, by words alone: errors of the client carry its password. */
  readonly tell: Tell;
};

/** Events of several servers, in Redis streams (`async-events-<channel>`, and all of them in `async-events-full`). */
export function createRedisBus(url: string, { tell }: Options): EventBus {
  // Callers do not wait for a broker that is away: they have the jobs table to fall back on.
  const options: RedisClientOptions = {
    lazyConnect: true,
    keepAlive: KEEP_ALIVE_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: WAIT_MS,
    commandTimeout: WAIT_MS,
    retryStrategy: () => RETRY_MS,
  };
  const commands = createRedisClient(url, options);
  const firehose = createRedisClient(url, { ...options, commandTimeout: DEAD_MS });
  const listeners = createListeners();
  const gaps: (() => void)[] = [];
  const returns: (() => void)[] = [];
  const presence = createPresence({
    here: 'events come from Redis',
    away: 'Redis is away; pages fall back to polling the metadata',
    tell,
  });
  let live = false;
  let problem: string | null = null;
  const over = new AbortController();
  let lastSeen: string | null = null;

  // told by follow()
  for (const client of [commands, firehose]) client.on('error', (error: Error) => void (problem = error.message));
  commands.on('ready', () => returns.forEach((listener) => listener()));
  commands.connect().catch(() => undefined); // it tries again by itself
  const following = follow();

  /** Read the firehose as long as the server lives, going on after the last event that was seen. */
  async function follow(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        if (firehose.status === 'wait') await firehose.connect();
        if (lastSeen === null || !live) {
          // Only an answer shows that it is there.
          const last = await newest();
          lastSeen ??= last;
          problem = null;
          setLive(true);
        }
        const answer = await firehose.xread('COUNT', 1000, 'BLOCK', WAIT_MS, 'STREAMS', FIREHOSE, lastSeen);
        for (const entry of answer?.[0]?.[1] ?? []) {
          lastSeen = entry[0];
          const event = readEntry(entry);
          if (event) listeners.tell(event);
        }
      } catch (error) {
        if (over.signal.aborted) return;
        setLive(false, problem ?? (error instanceof Error ? error.message : undefined));
        // A connection that answers nothing looks whole; only a new one shows whether anybody is there.
        if (firehose.status === 'ready') firehose.disconnect(true);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async function newest(): Promise<string> {
    const [last] = await firehose.xrevrange(FIREHOSE, '+', '-', 'COUNT', 1);
    return last?.[0] ?? '0-0';
  }

  function setLive(isLive: boolean, reason?: string): void {
    presence.note(isLive, reason);
    if (live === isLive) return;
    live = isLive;
    if (!isLive) gaps.forEach((listener) => listener());
  }

  return {
    publish: async (event, wantedId) => {
      const keys = [streamOf(event.channel_id), FIREHOSE, `async-event-told-${event.job_id}-${event.status}`];
      return String(
        await commands.eval(
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
    },
    read: async (channel, lastId, most) => {
      const entries = await commands.xrange(
        streamOf(channel),
        lastId === null ? '-' : `(${lastId}`,
        '+',
        'COUNT',
        most,
      );
      return entries.map(readEntry).filter((event) => event !== null);
    },
    subscribe: listeners.add,
    isLive: () => live,
    onGap: (listener) => void gaps.push(listener),
    onReturn: (listener) => void returns.push(listener),
    close: async () => {
      over.abort();
      presence.close();
      commands.disconnect();
      firehose.disconnect();
      await following;
    },
  };
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
