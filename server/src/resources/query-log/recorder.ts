import type { LoggedQuery, QueryLogger } from '../../chart-data/edge/query-log.ts';
import type { NewQueryLogRow, QueryLogStore } from './store.ts';

type Needs = {
  readonly store: Pick<QueryLogStore, 'append'>;
  readonly warn: (error: unknown, dropped: number) => void;
  /** Entries wait this long for others to be written with them. */
  readonly waitMs?: number;
  /** Most entries that wait; what comes while the store is down is dropped and counted. */
  readonly maxWaiting?: number;
};

export type QueryRecorder = {
  readonly record: QueryLogger;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const WAIT_MS = 1000;
const MAX_WAITING = 10_000;
/** SQL and words of one entry; longer texts end with a mark. */
const SQL_CHARACTERS = 50_000;
const ERROR_CHARACTERS = 2000;

/**
 * Writes queries in batches, beside the answers; nobody waits for it, and it fails without anybody noticing but the
 * server's log.
 */
export function createQueryRecorder({ store, warn, waitMs = WAIT_MS, maxWaiting = MAX_WAITING }: Needs): QueryRecorder {
  let waiting: LoggedQuery[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const entries = waiting;
    waiting = [];
    try {
      if (entries.length > 0) await store.append(rowsOf(entries));
    } catch (error) {
      warn(error, entries.length + dropped);
      dropped = 0;
    }
  };
  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };

  return {
    record: (entry) => {
      if (waiting.length >= maxWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(entry);
      timer ??= setTimeout(() => void flush(), waitMs).unref();
    },
    flush,
    close: flush,
  };
}

function rowsOf(entries: readonly LoggedQuery[]): readonly NewQueryLogRow[] {
  // A dashboard that many look at asks the same over and over: its SQL is printed once.
  const printed = new Map<string, string | null>();
  const sqlOf = ({ key, sql }: LoggedQuery): string | null => {
    if (sql === null || key === null) return null;
    const known = printed.get(key);
    if (known !== undefined) return known;
    const kept = printedBy(sql);
    printed.set(key, kept);
    return kept;
  };
  return entries.map((entry) => ({
    start_time: new Date(entry.startMs).toISOString(),
    duration_ms: Math.round(entry.durationMs),
    user_id: entry.userId,
    username: entry.username,
    source: entry.source,
    kind: entry.kind,
    database_id: entry.dataset.databaseId,
    database_name: entry.dataset.databaseName,
    dataset_id: entry.dataset.id,
    dataset_name: entry.dataset.name,
    path: entry.path,
    chart_id: entry.chartId,
    dashboard_id: entry.dashboardId,
    status: entry.status,
    error_code: entry.errorCode,
    error: entry.error === null ? null : cut(entry.error, ERROR_CHARACTERS),
    rows: entry.rows,
    is_cached: entry.isCached ? 1 : 0,
    sql: sqlOf(entry),
  }));
}

/** `null` for what was refused, and so is no statement: it must not keep the entries beside it out of the log. */
function printedBy(sql: () => string): string | null {
  try {
    return cut(sql(), SQL_CHARACTERS);
  } catch {
    return null;
  }
}

function cut(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}
