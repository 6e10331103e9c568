import { setImmediate } from 'node:timers/promises';
import { ownValue } from '@tessera/core/own-value';
import type { QueryObject, ResultType } from '@tessera/core/query-object';
import { verboseNamesOf } from '@tessera/core/verbose-names';
import type { Engine, RunOptions } from '../../engines/engine.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { inOrder } from '../values/column-order.ts';
import { lineFormats, type LineFormat } from '../values/line-formats.ts';
import { fetchWithOffsets, hasOffsets, type Prepared } from '../plan/offsets/compare.ts';
import type { Plan } from '../plan/plan.ts';
import { queriesBeside, queriesBesideCut, type Presentation } from '../post-process/present/present.ts';
import { momentsIn } from '../resolve/moments.ts';
import { isRaw, verboseNames } from '../resolve/raw.ts';
import type { TimeReader } from '../resolve/resolve.ts';
import { run, runInBatches } from '../run/run.ts';
import { slices } from '../post-process/slices.ts';
import type { Finisher } from '../post-process/worker-pool.ts';

type Needs = {
  readonly dataset: ResolvedDataset;
  readonly type: ResultType;
  readonly format: LineFormat;
  readonly presentation: Presentation | null;
  readonly readTime: TimeReader;
  readonly finisher: Finisher;
  readonly prepare: (query: QueryObject) => Promise<Prepared>;
  readonly engine: (planned: Plan) => Promise<Engine>;
  readonly options: RunOptions;
  /** Notified with the plan and the rows so far. */
  readonly trace: (planned: Plan, rows: number) => void;
};

/** Cells that are written without a pause: 3 to 10 ms. Batches may have thirty times as many. */
const CELLS_AT_A_TIME = 30_000;

/** The lines of a download. Rows that need no further work go from the database to the client as they come. */
export async function* downloadLines(
  query: QueryObject,
  { dataset, type, format, presentation, readTime, finisher, prepare, engine: open, options, trace }: Needs,
): AsyncGenerator<Buffer, void> {
  const own = await prepare(query);
  const { steps, columnOrder } = own.resolved;
  const verbose = isRaw(type) ? verboseNames(dataset) : verboseNamesOf(query, verboseNames(dataset));
  const workOf = ({ plan, resolved }: Prepared) => ({ plan, dataset: plan.dataset, temporal: resolved.temporal });
  const compares = hasOffsets(query) && !isRaw(type);
  if (compares || presentation !== null || steps.length > 0) {
    const fetch = async (one: Prepared) => ({
      ...(await run(workOf(one), await open(one.plan), options)),
      isCached: false,
      identity: '',
    });
    const fetchAll = (others: readonly QueryObject[]) =>
      Promise.all(others.map(async (other) => (await fetch(await prepare(other))).table));
    const [{ table }, first] = await Promise.all([
      compares ? fetchWithOffsets(query, own, { dataset, readTime, prepare, fetch }) : fetch(own),
      fetchAll(presentation === null ? [] : queriesBeside(query, presentation)),
    ]);
    const { limit } = own.plan.query;
    const more = presentation === null ? [] : queriesBesideCut(query, presentation, table, limit);
    const wall = { moments: momentsIn(own.resolved.moments, table), zone: own.resolved.timeZone };
    const beside = { tables: [...first, ...(await fetchAll(more))], additivities: own.resolved.additivities };
    trace(own.plan, table.rowCount);
    yield* (
      await finisher.finish(
        table,
        { steps, columnOrder, format, verbose, ...(presentation && { presentation, beside, wall }) },
        { signal: options.signal, fairnessKey: options.fairnessKey ?? '' },
      )
    ).body;
    return;
  }
  const { header, rows } = lineFormats[format];
  let isFirst = true;
  let read = 0;
  for await (const { table: batch } of runInBatches(workOf(own), await open(own.plan), options)) {
    for (const table of slices(inOrder(batch, columnOrder), CELLS_AT_A_TIME)) {
      const first = isFirst
        ? header([...table.columns.keys()].map((column) => ownValue(verbose, column) ?? column))
        : '';
      isFirst = false;
      read += table.rowCount;
      trace(own.plan, read);
      yield Buffer.from(first + rows(table));
      // A database that is faster than the client would keep the event loop to itself.
      await setImmediate();
    }
  }
}
