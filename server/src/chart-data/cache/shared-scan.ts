import { AppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import type { Consolidated } from '@tessera/query/consolidation/consolidate';
import { readTable } from '../run/run.ts';
import { openBill } from './scan-bill.ts';
import { consolidated } from './scan-batches.ts';
import { maxRowsOf, runApart, type ScanQuery } from './scan-query.ts';

export type ScanCounters = { scans: number; queries: number };

/** What the database refuses of a shared scan, each of its queries may be answered by itself. */
const APART = /^(database_error|source_|statement_|result_too_large|engine_memory)/;

/** Run one statement for several queries; it is cancelled when the last waiter has left. */
export async function runSharedScan(
  batch: readonly ScanQuery[],
  planned: Consolidated,
  counters: ScanCounters,
): Promise<void> {
  const waiters = createScanWaiters(batch);
  try {
    const tables = await scan(batch, planned, waiters, counters);
    if (tables.length === 0) return waiters.present().forEach(runApart);
    waiters.members().forEach(({ work, resolve, reject }, index) => {
      const own = tables[index];
      if (own) resolve({ table: readTable(work, own), truncated: false });
      else reject(new Error('A shared scan lost one of its queries.'));
    });
  } catch (error) {
    if (error instanceof AppError && APART.test(error.code)) return waiters.present().forEach(runApart);
    for (const one of waiters.members()) one.reject(error);
  } finally {
    waiters.close();
  }
}

/** @returns the tables of the members in their order; none where each has to ask for itself */
async function scan(
  batch: readonly ScanQuery[],
  planned: Consolidated,
  waiters: ScanWaiters,
  counters: ScanCounters,
): Promise<readonly Table[]> {
  let tables: readonly Table[] = [];
  const bill = await openBill(batch);
  try {
    const { members } = bill;
    waiters.keep(members);
    const [first] = members;
    const statement = members.length === batch.length ? planned : members.length > 1 ? consolidated(members) : null;
    if (first && statement) {
      counters.scans += 1;
      counters.queries += members.length;
      const { table, truncated } = await first.engine.run(statement, {
        ...first.options,
        signal: waiters.signal,
        maxRows: maxRowsOf(members),
        waiters: () => members.flatMap(({ options }) => options.waiters?.() ?? []),
      });
      if (!truncated) tables = statement.split(table);
    }
    return tables;
  } finally {
    bill.settle(tables);
  }
}

type ScanWaiters = ReturnType<typeof createScanWaiters>;

/** Who waits for a scan; its signal is aborted when the last of them leaves. */
function createScanWaiters(batch: readonly ScanQuery[]) {
  const everybodyLeft = new AbortController();
  const left = new Set<ScanQuery>();
  let members = batch;
  const stopIfLeft = (): void => {
    if (members.every((one) => left.has(one))) everybodyLeft.abort();
  };
  const closers = batch.map((one) => {
    const leave = (): void => {
      one.reject(new AppError('query_cancelled', {}));
      left.add(one);
      stopIfLeft();
    };
    const { signal } = one.options;
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    return () => signal.removeEventListener('abort', leave);
  });
  return {
    signal: everybodyLeft.signal,
    members: (): readonly ScanQuery[] => members,
    present: (): readonly ScanQuery[] => members.filter((one) => !left.has(one)),
    /** Those whose account let them in. */
    keep: (admitted: readonly ScanQuery[]): void => {
      members = admitted;
      stopIfLeft();
    },
    close: (): void => {
      for (const close of closers) close();
    },
  };
}
