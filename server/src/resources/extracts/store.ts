import type { Kysely, Selectable, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { DatasetExtractsTable, Tables } from '../../metadata/tables.ts';

export type ExtractRow = Selectable<DatasetExtractsTable>;
export type ExtractStore = ReturnType<typeof createExtractStore>;
type Settings = Pick<ExtractRow, 'watermark' | 'schedule' | 'user_id' | 'next_on'>;

/** Extracts of datasets in the metadata database. */
export function createExtractStore(db: Kysely<Tables>) {
  return bindAll(db, { find, all, save, remove, due, claim, note, publish, fail, orphans });
}

async function find(db: Kysely<Tables>, datasetId: number): Promise<ExtractRow | null> {
  return (
    (await db.selectFrom('dataset_extracts').selectAll().where('dataset_id', '=', datasetId).executeTakeFirst()) ?? null
  );
}

/** Those of datasets that are there. */
function all(db: Kysely<Tables>): Promise<readonly ExtractRow[]> {
  return db
    .selectFrom('dataset_extracts')
    .innerJoin('datasets', 'datasets.id', 'dataset_extracts.dataset_id')
    .selectAll('dataset_extracts')
    .where('datasets.deleted_on', 'is', null)
    .execute();
}

async function save(db: Kysely<Tables>, datasetId: number, settings: Settings): Promise<void> {
  await db
    .insertInto('dataset_extracts')
    .values({ dataset_id: datasetId, ...settings })
    .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(settings))
    .execute();
}

async function remove(db: Kysely<Tables>, datasetIds: readonly number[]): Promise<void> {
  await db.deleteFrom('dataset_extracts').where('dataset_id', 'in', datasetIds).execute();
}

/** Those whose time has come, and that nobody refreshes. */
async function due(db: Kysely<Tables>, now: string): Promise<readonly ExtractRow[]> {
  const rows = await all(db);
  return rows.filter((row) => row.next_on !== null && row.next_on <= now);
}

/** A job that is not known so long after its refresh was taken will not come. */
const SUBMIT_MS = 30_000;

/**
 * Take a refresh, unless another one has it whose job has not ended: of two servers one succeeds.
 * @returns false where it is taken
 */
async function claim(db: Kysely<Tables>, datasetId: number, refresh: Refresh): Promise<boolean> {
  const { runId, now, next, tried } = refresh;
  const { numUpdatedRows } = await db
    .updateTable('dataset_extracts')
    .set({ run_id: runId, job_id: null, began_on: now.toISOString(), progress: null, next_on: next, tried })
    .where('dataset_id', '=', datasetId)
    .where((e) =>
      e.or([
        e('run_id', 'is', null),
        e.and([e('job_id', 'is', null), e('began_on', '<', new Date(now.getTime() - SUBMIT_MS).toISOString())]),
        e('job_id', 'not in', e.selectFrom('jobs').select('jobs.id').where('jobs.state', 'in', ['queued', 'running'])),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Refresh = {
  readonly runId: string;
  readonly now: Date;
  readonly next: string | null;
  readonly tried: string;
};

async function note(
  db: Kysely<Tables>,
  datasetId: number,
  runId: string,
  change: Pick<Updateable<DatasetExtractsTable>, 'progress' | 'job_id'>,
): Promise<void> {
  await db
    .updateTable('dataset_extracts')
    .set(change)
    .where('dataset_id', '=', datasetId)
    .where('run_id', '=', runId)
    .execute();
}

/**
 * Let a new version answer, in one step.
 * @returns false where the dataset is no longer accelerated, or another job has it by now
 */
async function publish(
  db: Kysely<Tables>,
  datasetId: number,
  runId: string,
  made: Pick<ExtractRow, 'signature' | 'shape' | 'row_count' | 'bytes' | 'reached' | 'read_on' | 'took_ms' | 'version'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dataset_extracts')
    .set({ ...made, progress: null, failure: null, failed_on: null })
    .where('dataset_id', '=', datasetId)
    .where('run_id', '=', runId)
    .where('version', '<', made.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function fail(db: Kysely<Tables>, datasetId: number, runId: string, failure: string, now: string): Promise<void> {
  await db
    .updateTable('dataset_extracts')
    .set({ failure, failed_on: now, progress: null })
    .where('dataset_id', '=', datasetId)
    .where('run_id', '=', runId)
    .execute();
}

/** Those of datasets that are gone. @returns their ids */
async function orphans(db: Kysely<Tables>): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('dataset_extracts')
    .innerJoin('datasets', 'datasets.id', 'dataset_extracts.dataset_id')
    .select('dataset_extracts.dataset_id as id')
    .where('datasets.deleted_on', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
