import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';
import { purgeTrashBefore } from './trash.ts';

/** Tables that only grow, and the column that tells the age of a row: a time in ISO 8601. */
const ages = { logs: 'dttm', query_log: 'start_time', sql_queries: 'changed_on' } as const;
export type AgingTable = keyof typeof ages;
/** Their columns that may be long. */
const texts = {
  logs: ['json'],
  query_log: ['sql', 'error'],
  sql_queries: ['sql', 'executed_sql', 'statements', 'errors'],
} as const satisfies Record<AgingTable, readonly string[]>;
/** Whose rows they are, where several users fill a table, and which of them stay whatever they take. */
const owners = {
  logs: null,
  query_log: null,
  // A run that finds its row gone takes itself for stopped.
  sql_queries: { column: 'user_id', stays: sql`end_ms IS NULL` },
} as const satisfies Record<AgingTable, Omit<Owned, 'table'> | null>;
/** What a row takes besides those, with its place in the indexes: measured at 24 queries a second. */
const ROW_BYTES = 400;
/** Rows of which the lengths are read at once. */
const MEASURED_ROWS = 2000;
/** A look comes before its time when so large a part of the room was written. */
const PART = 1 / 20;
const agingTables = Object.keys(ages) as AgingTable[];

type Pace = {
  /** Rows of one statement, so that none of them holds up the loop or the table. */
  readonly rows?: number;
  /** What else waits for the database comes in between. */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
};
const ROWS = 500;
const PAUSE_MS = 20;
const DAY_MS = 86_400_000;
/** The first look comes when a start is over. */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/**
 * Remove what is older, portion by portion, the oldest first.
 * @returns how many rows went; fewer than there were when
 * it is aborted
 */
export async function purgeBefore(
  db: Kysely<Tables>,
  table: AgingTable,
  before: string,
  pace: Pace = {},
): Promise<number> {
  const age = sql.ref(ages[table]);
  return purge(db, table, sql`${age} < ${before} ORDER BY ${age}`, pace);
}

/**
 * Remove the oldest rows, portion by portion, as far as the others fit into so many bytes. Of a table whose rows have
 * owners it is those of whoever has the most: nobody loses theirs by the many of another.
 * @returns how many rows went
 */
export async function purgeBeyond(
  db: Kysely<Tables>,
  table: AgingTable,
  maxBytes: number,
  pace: Pace = {},
): Promise<number> {
  const owner = owners[table];
  if (owner !== null) return purgeShares(db, { table, ...owner }, maxBytes, pace);
  const last = await lastBeyond(db, table, maxBytes, pace);
  return last === null ? 0 : purge(db, table, sql`id <= ${last} ORDER BY id`, pace);
}

/** The newest row that does not fit any more, counted from the newest of all. */
async function lastBeyond(db: Kysely<Tables>, table: AgingTable, maxBytes: number, pace: Pace): Promise<number | null> {
  let bytes = 0;
  for await (const rows of measured(db, { table }, pace))
    for (const row of rows) {
      bytes += row.bytes;
      if (bytes > maxBytes) return row.id;
    }
  return null;
}

type Owned = { readonly table: AgingTable; readonly column: string; readonly stays: RawBuilder<unknown> };

/** Bring those who have more than an equal share down to it. */
async function purgeShares(db: Kysely<Tables>, owned: Owned, maxBytes: number, pace: Pace): Promise<number> {
  const sizes = new Map<number, number>();
  for await (const rows of measured(db, owned, pace))
    for (const { owner, bytes } of rows) sizes.set(owner, (sizes.get(owner) ?? 0) + bytes);
  if (pace.signal?.aborted) return 0;
  const share = shareOf([...sizes.values()], maxBytes);
  if (share === null) return 0;
  const last = await lastOfShares(db, owned, { sizes, share }, pace);
  let gone = 0;
  for (const [owner, id] of last)
    gone += await purge(
      db,
      owned.table,
      sql`${sql.ref(owned.column)} = ${owner} AND id <= ${id} AND NOT (${owned.stays}) ORDER BY id`,
      pace,
    );
  return gone;
}

/** What each may have at most, so that all of it fits; `null` where it fits as it is. */
function shareOf(sizes: readonly number[], maxBytes: number): number | null {
  let left = maxBytes;
  const ascending = sizes.toSorted((one, other) => one - other);
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return share;
    left -= size;
  }
  return null;
}

type Shares = { readonly sizes: ReadonlyMap<number, number>; readonly share: number };

/** Of each who has more than a share, the newest row beyond it. */
async function lastOfShares(
  db: Kysely<Tables>,
  owned: Owned,
  { sizes, share }: Shares,
  pace: Pace,
): Promise<ReadonlyMap<number, number>> {
  const beyond = [...sizes.values()].filter((size) => size > share).length;
  const used = new Map<number, number>();
  const last = new Map<number, number>();
  for await (const rows of measured(db, owned, pace)) {
    for (const { id, owner, bytes } of rows) {
      const own = (used.get(owner) ?? 0) + bytes;
      used.set(owner, own);
      if (own > share && !last.has(owner)) last.set(owner, id);
    }
    if (last.size >= beyond) break;
  }
  return last;
}

type Measured = { readonly id: number; readonly owner: number; readonly bytes: number };

/** The rows of a table, the newest first, with what each takes; lengths alone are read, not the texts. */
async function* measured(
  db: Kysely<Tables>,
  { table, column }: { readonly table: AgingTable; readonly column?: string },
  { pauseMs = PAUSE_MS, signal }: Pace,
): AsyncGenerator<readonly Measured[], void> {
  const lengths = sql.join(
    texts[table].map((name) => sql`COALESCE(octet_length(${sql.ref(name)}), 0)`),
    sql` + `,
  );
  const owner = column === undefined ? sql`0` : sql.ref(column);
  let before: number | null = null;
  for (;;) {
    const older: RawBuilder<unknown> = before === null ? sql`` : sql`WHERE id < ${before}`;
    const { rows }: { readonly rows: readonly Measured[] } = await sql<Measured>`SELECT id, ${owner} AS owner,
      ${lengths} + ${sql.lit(ROW_BYTES)} AS bytes FROM ${sql.table(table)} ${older} ORDER BY id DESC LIMIT
      ${sql.lit(MEASURED_ROWS)}`.execute(db);
    yield rows;
    before = rows.at(-1)?.id ?? null;
    if (rows.length < MEASURED_ROWS || signal?.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function purge(
  db: Kysely<Tables>,
  table: AgingTable,
  which: RawBuilder<unknown>,
  { rows = ROWS, pauseMs = PAUSE_MS, signal }: Pace,
): Promise<number> {
  let gone = 0;
  for (;;) {
    if (signal?.aborted) break;
    const { numAffectedRows } =
      await sql`DELETE FROM ${sql.table(table)} WHERE id IN (SELECT id FROM ${sql.table(table)} WHERE ${which} LIMIT
        ${sql.lit(rows)})`.execute(db);
    const removed = Number(numAffectedRows ?? 0);
    gone += removed;
    if (removed < rows) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return gone;
}

export type Retention = {
  /**
   * Look once; a look that is under way is waited for instead. Never throws: what fails is reported and tried again at
   * the next look.
   */
  readonly sweep: () => Promise<void>;
  /** So many bytes of texts came in so many rows: a table that grows fast is looked at before the hour is over. */
  readonly wrote: (table: AgingTable, rows: number, textBytes: number) => void;
  /** Look soon, and every hour from then on. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

type Needs = {
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  readonly days: Readonly<Record<AgingTable, number>>;
  readonly maxBytes: Readonly<Record<AgingTable, number>>;
  /** For so long deleted objects can be restored. */
  readonly trashDays: number;
  readonly warn: (error: unknown) => void;
};

/**
 * Keeps logs for so many days and within so many bytes, and what was deleted for so many days. Several servers may do
 * it at once on one database.
 */
export function createRetention({ db, now, days, maxBytes, trashDays, warn }: Needs): Retention {
  const written: Record<AgingTable, number> = { logs: 0, query_log: 0, sql_queries: 0 };
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const daysAgo = (count: number) => new Date(now().getTime() - count * DAY_MS).toISOString();

  async function look(): Promise<void> {
    try {
      for (const table of agingTables) {
        written[table] = 0;
        await purgeBefore(db, table, daysAgo(days[table]), { signal: closing.signal });
        await purgeBeyond(db, table, maxBytes[table], { signal: closing.signal });
      }
      await purgeTrashBefore(db, daysAgo(trashDays), closing.signal);
    } catch (error) {
      warn(error);
    } finally {
      running = null;
    }
  }
  const sweep = (): Promise<void> => (running ??= look());
  const plan = (ms: number): void => {
    timer = setTimeout(() => void sweep().then(() => closing.signal.aborted || plan(EVERY_MS)), ms).unref();
  };

  return {
    sweep,
    wrote: (table, rows, textBytes) => {
      written[table] += rows * ROW_BYTES + textBytes;
      if (written[table] > maxBytes[table] * PART && !closing.signal.aborted) void sweep();
    },
    start: () => plan(FIRST_MS),
    close: async () => {
      closing.abort();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
