import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Tables that only grow, and the column that tells the age of a row: a time in ISO 8601. */
const ages = { logs: 'dttm', query_log: 'start_time' } as const;
export type AgingTable = keyof typeof ages;
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

/** Remove what is older, portion by portion, the oldest first. @returns how many rows went; fewer than there were when it is aborted */
export async function purgeBefore(db: Kysely<Tables>, table: AgingTable, before: string, { rows = ROWS, pauseMs = PAUSE_MS, signal }: Pace = {}): Promise<number> {
  const age = sql.ref(ages[table]);
  let gone = 0;
  for (;;) {
    if (signal?.aborted) break;
    const oldest = sql`SELECT id FROM ${sql.table(table)} WHERE ${age} < ${before} ORDER BY ${age} LIMIT ${sql.lit(rows)}`;
    const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE id IN (${oldest})`.execute(db);
    const removed = Number(numAffectedRows ?? 0);
    gone += removed;
    if (removed < rows) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return gone;
}

export type Retention = {
  /** Look once; a look that is under way is waited for instead. Never throws: what fails is told and tried again at the next look. */
  readonly sweep: () => Promise<void>;
  /** Look soon, and every hour from then on. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

/** Keeps logs for so many days. Several servers may do it at once on one database. */
export function createRetention({ db, now, days, warn }: { readonly db: Kysely<Tables>; readonly now: () => Date; readonly days: Readonly<Record<AgingTable, number>>; readonly warn: (error: unknown) => void }): Retention {
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function look(): Promise<void> {
    try {
      for (const table of agingTables) await purgeBefore(db, table, new Date(now().getTime() - days[table] * DAY_MS).toISOString(), { signal: closing.signal });
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
    start: () => plan(FIRST_MS),
    close: async () => {
      closing.abort();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
