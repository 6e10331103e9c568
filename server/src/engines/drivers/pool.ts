/** Connections of one database: a few, made when needed, closed when idle. */
export type ConnectionPool<Client> = {
  readonly take: () => Promise<Client>;
  /** `reusable: false`: something may still run on it, so it is ended. */
  readonly give: (client: Client, reusable: boolean) => void;
  readonly close: () => Promise<void>;
};

type Needs<Client> = {
  readonly idleMs: number;
  readonly connect: () => Promise<Client>;
  /** Is the connection still there? */
  readonly isOpen: (client: Client) => boolean;
  /**
   * Take away what the last query left; a connection that cannot is not used again. Also the sign of life of one that
   * lay idle.
   */
  readonly reset: (client: Client) => Promise<void>;
  readonly end: (client: Client) => Promise<void> | void;
  readonly size?: number;
  readonly resetMs?: number;
  readonly trustMs?: number;
};

const SIZE = 6;
/**
 * A connection of which the last query is not taken away in this time is given up: it would hold its place for ever.
 */
const RESET_MS = 5000;
/**
 * One that lay idle for longer may have fallen silent: firewalls forget, servers move. It is asked before it is used.
 */
const TRUST_MS = 2000;

type PoolState<Client> = {
  readonly idleMs: number;
  readonly connect: () => Promise<Client>;
  readonly isOpen: (client: Client) => boolean;
  readonly reset: (client: Client) => Promise<void>;
  readonly end: (client: Client) => Promise<void> | void;
  readonly size: number;
  readonly resetMs: number;
  readonly trustMs: number;
  readonly idle: { readonly client: Client; readonly timer: NodeJS.Timeout; since: number }[];
  readonly all: Set<Client>;
  readonly waiting: (() => void)[];
  making: number;
  closed: boolean;
};

/** @see ConnectionPool */
export function createConnectionPool<Client>({
  idleMs,
  connect,
  isOpen,
  reset,
  end,
  size = SIZE,
  resetMs = RESET_MS,
  trustMs = TRUST_MS,
}: Needs<Client>): ConnectionPool<Client> {
  const pool: PoolState<Client> = {
    idleMs,
    connect,
    isOpen,
    reset,
    end,
    size,
    resetMs,
    trustMs,
    idle: [],
    all: new Set<Client>(),
    waiting: [],
    making: 0,
    closed: false,
  };
  return {
    take: () => take(pool),
    give: (client: Client, reusable: boolean) => give(pool, client, reusable),
    close: () => close(pool),
  };
}

async function take<Client>(pool: PoolState<Client>): Promise<Client> {
  for (;;) {
    if (pool.closed) throw new Error('The pool is closed.');
    const free = pool.idle.pop();
    if (free) {
      clearTimeout(free.timer);
      if (pool.isOpen(free.client) && performance.now() - free.since < pool.trustMs) return free.client;
      if (pool.isOpen(free.client) && (await isResetInTime(pool, free.client)) && !pool.closed) return free.client;
      discard(pool, free.client);
      // It has company: whatever else lay idle as long went the same way.
      for (const { client, timer } of pool.idle.splice(0)) {
        clearTimeout(timer);
        discard(pool, client);
      }
      continue;
    }
    if (pool.all.size + pool.making < pool.size) return make(pool);
    await new Promise<void>((resolve) => pool.waiting.push(resolve));
  }
}

async function make<Client>(pool: PoolState<Client>): Promise<Client> {
  pool.making += 1;
  try {
    const client = await pool.connect();
    pool.all.add(client);
    return client;
  } catch (error) {
    pool.waiting.shift()?.();
    throw error;
  } finally {
    pool.making -= 1;
  }
}

function discard<Client>(pool: PoolState<Client>, client: Client): void {
  pool.all.delete(client);
  void pool.end(client);
  pool.waiting.shift()?.();
}

function give<Client>(pool: PoolState<Client>, client: Client, reusable: boolean): void {
  if (!reusable || pool.closed || !pool.isOpen(client)) {
    // What ended this one may have ended the idle ones, which hear of it later: they are asked before they are used.
    for (const one of pool.idle) one.since = Number.NEGATIVE_INFINITY;
    return discard(pool, client);
  }
  void resetAndKeep(pool, client);
}

async function resetAndKeep<Client>(pool: PoolState<Client>, client: Client): Promise<void> {
  if (!(await isResetInTime(pool, client))) return discard(pool, client);
  if (pool.closed) return discard(pool, client);
  const entry = { client, timer: setTimeout(() => expire(pool, entry), pool.idleMs).unref(), since: performance.now() };
  pool.idle.push(entry);
  pool.waiting.shift()?.();
}

async function isResetInTime<Client>(pool: PoolState<Client>, client: Client): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), pool.resetMs);
  });
  const done = pool.reset(client).then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

function expire<Client>(pool: PoolState<Client>, entry: (typeof pool.idle)[number]): void {
  const index = pool.idle.indexOf(entry);
  if (index < 0) return;
  pool.idle.splice(index, 1);
  discard(pool, entry.client);
}

async function close<Client>(pool: PoolState<Client>): Promise<void> {
  pool.closed = true;
  for (const { timer } of pool.idle.splice(0)) clearTimeout(timer);
  const ended = [...pool.all].map(async (client) => pool.end(client));
  pool.all.clear();
  for (const resolve of pool.waiting.splice(0)) resolve();
  await Promise.all(ended);
}
