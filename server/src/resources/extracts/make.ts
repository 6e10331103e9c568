import { rm } from 'node:fs/promises';
import { AppError } from '@tessera/core/errors/app-error';
import { parseExactJson } from '@tessera/core/exact-json';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { EngineReader } from '../../chart-data/run/run.ts';
import type { DatasetReader } from '../../chart-data/access/authorise.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { Engine, TableRef } from '../../engines/engine.ts';
import { extractFiles, fileOfExtract } from '../../engines/extracts/folder.ts';
import {
  NothingToCopy,
  type ExtractProgress,
  type ExtractSource,
  type ExtractWish,
} from '../../engines/extracts/run-extract.ts';
import type { MadeExtract } from '../../engines/extracts/protocol.ts';
import { assertPossible } from './blocked.ts';
import { signatureOf, type StoredShape } from './shape.ts';
import { rowsOfSource } from './source.ts';
import type { ExtractRow, ExtractStore } from './store.ts';

export const EXTRACT = 'extract';

/** One refresh, as its job knows it. */
export type ExtractOrder = { readonly datasetId: number; readonly runId: string; readonly all: boolean };

export type MakeNeeds = {
  readonly store: ExtractStore;
  readonly datasets: DatasetReader;
  readonly engines: EngineReader;
  /** The query of a dataset without its templates, which say the same for everybody. */
  readonly render: (dataset: ResolvedDataset, sql: string) => Promise<string>;
  /** Clauses of the row-level rules that may bind somebody on a dataset. */
  readonly clausesOf: (dataset: ResolvedDataset) => Promise<readonly string[]>;
  readonly run: (
    wish: ExtractWish,
    watch: { readonly signal: AbortSignal; readonly progress: (progress: ExtractProgress) => void },
  ) => Promise<MadeExtract & { readonly bytes: number }>;
  readonly folder: string;
  readonly limits: {
    readonly oneMb: number;
    readonly allMb: number;
    readonly memoryMb: number;
    readonly timeoutMs: number;
  };
  /** A new version answers. */
  readonly onSwap: (datasetId: number) => void;
  readonly now: () => Date;
  readonly describe: (error: AppError) => readonly unknown[];
};

/** Extracts that one server makes at once; each takes the cores that it gets. */
const AT_ONCE = 1;
const MB = 1_048_576;
/** Progress is written this often. */
const NOTE_MS = 1000;

/** Refreshes an extract as a job: whatever fails, the one before stays and answers. */
export function createExtractHandler(needs: MakeNeeds): JobHandler {
  return {
    run: async ({ payload }, signal) => {
      // It was written by this server.
      const order = parseExactJson(payload) as ExtractOrder;
      const row = await needs.store.find(order.datasetId);
      // Another refresh has taken its place, or the dataset is accelerated no more.
      if (row?.run_id !== order.runId) return;
      try {
        await refresh(needs, order, row, signal);
      } catch (error) {
        await noteFailure(needs, order, error, signal);
        throw error;
      }
    },
    resultUrl: () => '/api/v1/dataset/',
    terms: { patienceMs: null, workers: AT_ONCE, maxPerUser: 10_000 },
    ended: async ({ payload }, error) => {
      const order = parseExactJson(payload) as ExtractOrder;
      await needs.store.fail(
        order.datasetId,
        order.runId,
        JSON.stringify(needs.describe(error)),
        needs.now().toISOString(),
      );
    },
  };
}

async function refresh(needs: MakeNeeds, order: ExtractOrder, row: ExtractRow, signal: AbortSignal): Promise<void> {
  const { datasetId, runId } = order;
  const found = await needs.datasets(datasetId);
  if (!found) return;
  assertPossible(found);
  const signature = signatureOf(found);
  const dataset = await withPlainQuery(needs, found);
  const read = needs.now();
  const version = row.version + 1;
  const isGrown = !order.all && row.watermark !== null && row.version > 0 && row.signature === signature;
  const wish = {
    runId,
    folder: needs.folder,
    target: fileOfExtract(needs.folder, datasetId, version),
    table: dataset.source.kind === 'table' ? dataset.source.table : 'virtual_table',
    grownFrom: isGrown ? fileOfExtract(needs.folder, datasetId, row.version) : null,
    watermark: row.watermark,
    bounds: { fileBytes: await roomFor(needs, datasetId), memoryMb: needs.limits.memoryMb },
  };
  const { made, shape } = await makeFile(needs, { dataset, row, wish, signal, progress: noting(needs, order) });
  const isPublished = await needs.store.publish(datasetId, runId, {
    version,
    signature,
    shape: JSON.stringify({ ...shape, table: wish.table, columns: made.columns } satisfies StoredShape),
    row_count: made.rows,
    bytes: made.bytes,
    reached: made.reached,
    read_on: read.toISOString(),
    took_ms: needs.now().getTime() - read.getTime(),
  });
  if (!isPublished) await rm(wish.target, { force: true });
  else needs.onSwap(datasetId);
}

/** @throws AppError what its templates refuse */
async function withPlainQuery(needs: MakeNeeds, dataset: ResolvedDataset): Promise<ResolvedDataset> {
  const { source } = dataset;
  if (source.kind === 'table') return dataset;
  return { ...dataset, source: { ...source, sql: await needs.render(dataset, source.sql) } };
}

/** Bytes that one more file may have. @throws AppError extracts_full */
async function roomFor({ folder, limits }: MakeNeeds, datasetId: number): Promise<number> {
  let others = 0;
  for (const file of await extractFiles(folder)) if (file.datasetId !== datasetId) others += file.bytes;
  const left = limits.allMb * MB - others;
  if (left <= 0) throw new AppError('extracts_full', { megabytes: limits.allMb });
  return Math.min(limits.oneMb * MB, left);
}

type Making = {
  readonly dataset: ResolvedDataset;
  readonly row: ExtractRow;
  readonly wish: Omit<ExtractWish, 'from'>;
  readonly signal: AbortSignal;
  readonly progress: (progress: ExtractProgress) => void;
};

/** A table of the embedded engine is copied by it; whatever else there is sends its rows. */
async function makeFile(needs: MakeNeeds, { dataset, row, wish, signal, progress }: Making) {
  const engine = await needs.engines(dataset);
  const table = copiedTable(dataset);
  if (table !== null && engine.copying) {
    try {
      const made = await engine.copying(table, signal, (copied) => {
        const from: ExtractSource = { kind: 'copy', table: copied };
        return needs.run({ ...wish, from }, { signal, progress });
      });
      return { made, shape: nothingMade };
    } catch (error) {
      if (!(error instanceof NothingToCopy)) throw error;
    }
  }
  const { from, shape } = await rowsOfSource({
    dataset,
    engine: engine satisfies Engine,
    clauses: await needs.clausesOf(dataset),
    watermark: row.watermark,
    timeoutMs: needs.limits.timeoutMs,
    signal,
  });
  return { made: await needs.run({ ...wish, from }, { signal, progress }), shape };
}

const nothingMade: Pick<StoredShape, 'made' | 'rules' | 'leftOut'> = { made: [], rules: [], leftOut: [] };

function copiedTable({ source }: ResolvedDataset): TableRef | null {
  return source.kind === 'table' ? { catalog: source.catalog, schema: source.schema, table: source.table } : null;
}

/** Writes how far a refresh is, once in a while. */
function noting({ store, now }: MakeNeeds, { datasetId, runId }: ExtractOrder): (progress: ExtractProgress) => void {
  let notedMs = 0;
  return (progress) => {
    const nowMs = now().getTime();
    if (nowMs - notedMs < NOTE_MS) return;
    notedMs = nowMs;
    void store.note(datasetId, runId, { progress: JSON.stringify(progress) }).catch(() => undefined);
  };
}

/** A stop in order gives the job back, and is no failure; one that a user asked for is notified as one. */
async function noteFailure(needs: MakeNeeds, order: ExtractOrder, error: unknown, signal: AbortSignal): Promise<void> {
  const told = signal.aborted
    ? new AppError('query_cancelled', {})
    : error instanceof AppError
      ? error
      : new AppError('internal', { requestId: order.runId });
  const failure = JSON.stringify(needs.describe(told));
  await needs.store.fail(order.datasetId, order.runId, failure, needs.now().toISOString()).catch(() => undefined);
}
