import { AppError } from '@tessera/core/errors/app-error';
import { limitingFactor } from '@tessera/query/sql-statements/limit';
import { message } from '@tessera/core/messages';
import type { Batch, Engine } from '../engines/engine.ts';
import type { LiveRun } from './live-runs.ts';
import type { StatementPlan } from './plan.ts';
import type { ResultWriter } from './result-files.ts';
import { columnsOf, rowsLines, type ResultHead, type ResultTail } from './result-lines.ts';
import type { StatementRecord } from './run-record.ts';

export type StatementRun = {
  readonly plan: StatementPlan;
  /** The statement as its user may read it. */
  readonly shownSql: string;
  /** Clauses of rules that its user may not read stand in it. */
  readonly hidesRules: boolean;
  /** Its index in the script. */
  readonly index: number;
  readonly engine: Engine;
  readonly live: LiveRun;
  readonly writer: ResultWriter;
  readonly timeoutMs: number;
  /** Of the whole result. */
  readonly maxBytes: number;
  readonly rowLimit: number;
  readonly namespace: { readonly catalog: string | null; readonly schema: string | null };
  readonly monotonicMs: () => number;
};

/**
 * Run one statement and keep what comes, batch by batch.
 * @throws AppError query_cancelled, query_timeout, result_too_large, storage_full, and what the database says
 */
export async function runStatement(run: StatementRun): Promise<Partial<StatementRecord>> {
  const { plan, index, live, writer } = run;
  const began = run.monotonicMs();
  const counted: Counted = { affected: null };
  let rows = 0;
  let isCut = false;
  let hasHead = false;
  for await (const batch of batchesOf(run, counted)) {
    if (!hasHead) {
      const head: ResultHead = { statement: index, sql: run.shownSql, columns: columnsOf(batch, run.hidesRules) };
      await writer.write(JSON.stringify({ head }));
      hasHead = true;
    }
    for await (const line of rowsLines(batch, rows === 0, writer.putAside)) {
      await writer.write(line);
      live.bytes = writer.bytes();
      if (live.bytes > run.maxBytes)
        throw new AppError('result_too_large', { megabytes: Math.round(run.maxBytes / 1024 / 1024) });
      if (live.signal.aborted) throw new AppError('query_cancelled', {});
    }
    rows += batch.table.rowCount;
    live.rows += batch.table.rowCount;
    isCut ||= batch.truncated;
  }
  const durationMs = Math.round(run.monotonicMs() - began);
  const factor = limitingFactor(plan.ownLimit, run.rowLimit, rows, isCut);
  const { affected } = counted;
  const tail: ResultTail = { statement: index, rows, isCut, limitingFactor: factor, affected, durationMs };
  await writer.write(JSON.stringify({ tail }));
  return { state: 'success', rows, affected, limitingFactor: factor, durationMs };
}

type Counted = { affected: number | null };

/** What comes of a statement. One that changes something comes as a whole, when it is done. */
async function* batchesOf(run: StatementRun, counted: Counted): AsyncGenerator<Batch, void> {
  const { plan, engine } = run;
  if (plan.way !== 'write') return yield* engine.stream(plan.query, optionsOf(run));
  if (!engine.write)
    throw new AppError('statement_writes', { reason: message('Nothing can be written to this database.') });
  const { affected, ...result } = await engine.write(plan.query, {
    ...optionsOf(run),
    ...(plan.filling && { filling: plan.filling }),
  });
  counted.affected = affected;
  if (result.table.columns.size > 0) yield { ...result, isLast: true };
}

function optionsOf({ plan, live, timeoutMs, maxBytes, namespace }: StatementRun) {
  return {
    signal: live.signal,
    timeoutMs,
    maxRows: plan.maxRows,
    maxBytes,
    namespace,
    ...(plan.way === 'describe' && { admits: 'about' as const }),
    fairnessKey: live.fairnessKey,
    waiters: () => [{ fairnessKey: live.fairnessKey, ask: live.clientId }],
    onProgress: (progress: LiveRun['database']) => {
      live.database = progress;
    },
  };
}
