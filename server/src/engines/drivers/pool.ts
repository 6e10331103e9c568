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
  const idle: { readonly client: Client; readonly timer: NodeJS.Timeout; readonly since: number }[] = [];
  const all = new Set<Client>();
  const waiting: (() => void)[] = [];
  let making = 0;
  let closed = false;

  async function take(): Promise<Client> {
    for (;;) {
      if (closed) throw new Error('The pool is closed.');
      const free = idle.pop();
      if (free) {
        clearTimeout(free.timer);
        if (isOpen(free.client) && performance.now() - free.since < trustMs) return free.client;
        if (isOpen(free.client) && (await isResetInTime(free.client)) && !closed) return free.client;
        discard(free.client);
        // It has company: whatever else lay idle as long went the same way.
        for (const { client, timer } of idle.splice(0)) {
          clearTimeout(timer);
          discard(client);
        }
        continue;
      }
      if (all.size + making < size) return make();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  async function make(): Promise<Client> {
    making += 1;
    try {
      const client = await connect();
      all.add(client);
      return client;
    } catch (error) {
      waiting.shift()?.();
      throw error;
    } finally {
      making -= 1;
    }
  }

  function discard(client: Client): void {
    all.delete(client);
    void end(client);
    waiting.shift()?.();
  }

  function give(client: Client, reusable: boolean): void {
    if (!reusable || closed || !isOpen(client)) return discard(client);
    void resetAndKeep(client);
  }

  async function resetAndKeep(client: Client): Promise<void> {
    if (!(await isResetInTime(client))) return discard(client);
    if (closed) return discard(client);
    const entry = { client, timer: setTimeout(() => expire(entry), idleMs).unref(), since: performance.now() };
    idle.push(entry);
    waiting.shift()?.();
  }

  async function isResetInTime(client: Client): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), resetMs);
    });
    const done = reset(client).then(
      () => true,
      () => false,
    );
    return Promise.race([done, late]).finally(() => clearTimeout(timer));
  }

  function expire(entry: (typeof idle)[number]): void {
    const index = idle.indexOf(entry);
    if (index < 0) return;
    idle.splice(index, 1);
    discard(entry.client);
  }

  async function close(): Promise<void> {
    closed = true;
    for (const { timer } of idle.splice(0)) clearTimeout(timer);
    const ended = [...all].map(async (client) => end(client));
    all.clear();
    for (const resolve of waiting.splice(0)) resolve();
    await Promise.all(ended);
  }

  return { take, give, close };
}
