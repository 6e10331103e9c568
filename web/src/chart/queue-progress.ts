import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type { DatabaseQueue as Queue } from '@tessera/server/contract';

/**
 * A question that the page has asked and that has no answer yet. `ask` is the name that its request carries, new for
 * every question, so that nothing is reported of an older one; `databaseId` is null while the page does not know it.
 */
export type Asked = { readonly ask: string; readonly databaseId: number | null };

/** What the server tells of the queries of one user at one database. */
export type DatabaseQueue = DeepReadonly<Pick<Queue, 'database_id' | 'places' | 'waits'>> & {
  readonly own: readonly DeepReadonly<Pick<Queue['own'][number], 'share' | 'rows' | 'asks'>>[];
};

/**
 * How far a question is: its place while it waits, then the share (0 to 1) and the rows read where the database tells
 * them.
 */
export type QueryProgress = {
  readonly place: number | null;
  readonly share: number | null;
  readonly rows: number | null;
};

/**
 * How far each question is, by its name; those of which nothing is known are left out.
 *
 * A question may be several queries: it waits as long as all of them do, for the last of their places; a share is that
 * of the slowest, and is known only where each of them has one. Queries that the page queues stand behind the
 * user's own that wait at the same database.
 *
 * @param asked In the order in which they were asked.
 * @param databases Databases at which queries of the user run or wait.
 * @param open So many questions the page sends at a time.
 */
export function progressOf(
  asked: readonly Asked[],
  databases: readonly DatabaseQueue[],
  open: number,
): ReadonlyMap<string, QueryProgress> {
  const running = databases.flatMap(({ own }) => own);
  const waiting = databases.flatMap(({ waits }) => waits);
  const isReported = (ask: string) => [...running, ...waiting].some(({ asks }) => asks.includes(ask));
  const found = new Map<string, QueryProgress>();
  for (const { ask } of asked) {
    const runs = running.filter(({ asks }) => asks.includes(ask));
    const places = waiting.flatMap(({ place, asks }) => (asks.includes(ask) ? [place] : []));
    const shares = runs.flatMap(({ share }) => (share === null ? [] : [share]));
    const rows = runs.flatMap((one) => (one.rows === null ? [] : [one.rows]));
    const progress = {
      place: runs.length === 0 && places.length > 0 ? Math.max(...places) : null,
      share: places.length === 0 && shares.length > 0 && shares.length === runs.length ? Math.min(...shares) : null,
      rows: rows.length > 0 ? rows.reduce((sum, one) => sum + one, 0) : null,
    };
    if (progress.place !== null || progress.share !== null || progress.rows !== null) found.set(ask, progress);
  }
  const queued = asked.slice(open).filter(({ ask }) => !isReported(ask));
  const queues = databases.filter(({ places }) => places.length > 0);
  for (const queue of queues) {
    const here = queued.filter(({ databaseId }) =>
      databaseId === null ? queues.length === 1 : databaseId === queue.database_id,
    );
    here.forEach(({ ask }, index) =>
      found.set(ask, { place: (queue.places.at(-1) ?? 0) + index + 1, share: null, rows: null }),
    );
  }
  return found;
}
