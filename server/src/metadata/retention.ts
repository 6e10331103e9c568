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
 * Remove the oldest rows, portion by portion, as far as the others fit into so many bytes.
 * @returns how many rows went
 */
export async function purgeBeyond(
  db: Kysely<Tables>,
  table: AgingTable,
  maxBytes: number,
  pace: Pace = {},
): Promise<number> {
  const last = await lastBeyond(db, table, maxBytes, pace);
  return last === null ? 0 : purge(db, table, sql`id <= ${last} ORDER BY id`, pace);
}

/** The newest row that does not fit any more, counted from the newest of all; lengths alone are read, not the texts. */
async function lastBeyond(
  db: Kysely<Tables>,
  table: AgingTable,
  maxBytes: number,
  { pauseMs = PAUSE_MS, signal }: Pace,
): Promise<number | null> {
  const lengths = sql.join(
    texts[table].map((column) => sql`COALESCE(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  );
  let bytes = 0;
  let before: number | null = null;
  for (;;) {
    const older: RawBuilder<unknown> = before === null ? sql`` : sql`WHERE id < ${before}`;
    const { rows }: { readonly rows: readonly { readonly id: number; readonly bytes: number }[] } = await sql<{
      id: number;
      bytes: number;
    }>`SELECT id, ${lengths} AS bytes FROM ${sql.table(table)} ${older} ORDER BY id DESC LIMIT
      ${sql.lit(MEASURED_ROWS)}`.execute(db);
    for (const row of rows) {
      bytes += row.bytes + ROW_BYTES;
      if (bytes > maxBytes) return row.id;
    }
    before = rows.at(-1)?.id ?? null;
    if (rows.length < MEASURED_ROWS || signal?.aborted) return null;
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
