import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Principal } from '../principal.ts';
import { dataFolder } from '../engines/drivers/context.ts';
import { changed, deleted } from '../metadata/audit.ts';
import type { Tables } from '../metadata/tables.ts';
import { makeSampleFile, removeSampleParts, type Report } from './make-file.ts';
import { registerSamples, SAMPLES_FILE, type SampleObjects } from './register.ts';

type Needs = {
  readonly db: Kysely<Tables>;
  readonly home: string;
  readonly now: () => Date;
};
type LoadNeeds = Needs & {
  /** Folder with the scripts of the processes. */
  readonly processFolder: string;
  readonly memoryMb: number;
  readonly report: Report;
};
/** What is known of the samples; removed ones stay removed. */
type State = { readonly state: 'loaded'; readonly objects: SampleObjects } | { readonly state: 'removed' };

const KEY = 'samples';
/** Noted when readers were given the samples, so that it happens once. */
const GRANTED_KEY = 'samples_granted';
/** The built-in role of those who read; the others have every database, or nothing by intent. */
const READERS = 'Gamma';

/**
 * Load the sample data unless it is there or was removed. Killed at any point, the next start finishes it: the data
 * file is renamed into place when it is whole, and everything in the metadata is written in one transaction.
 */
export async function loadSamples({ db, home, now, processFolder, memoryMb, report }: LoadNeeds): Promise<void> {
  const file = join(dataFolder(home), SAMPLES_FILE);
  removeSampleParts(file);
  const before = await readState(db);
  if (before?.state === 'loaded') await openToReaders(db, before.objects.databaseId);
  if (before?.state === 'removed' || (before?.state === 'loaded' && existsSync(file))) return;
  mkdirSync(dataFolder(home), { recursive: true, mode: 0o700 });
  const columns = await makeSampleFile({ file, memoryMb }, processFolder, report);
  await db.transaction().execute(async (trx) => {
    // Another server on the same metadata may have been quicker.
    if (await readState(trx)) return;
    const objects = await registerSamples(trx, columns, now());
    await trx
      .insertInto('settings')
      .values({ key: KEY, value: JSON.stringify({ state: 'loaded', objects } satisfies State) })
      .execute();
    await grantReaders(trx, objects.databaseId);
  });
}

/** A home from before samples were open to readers gets that once. */
async function openToReaders(db: Kysely<Tables>, databaseId: number): Promise<void> {
  const done = await db.selectFrom('settings').select('key').where('key', '=', GRANTED_KEY).executeTakeFirst();
  if (!done) await db.transaction().execute((trx) => grantReaders(trx, databaseId));
}

/**
 * Whoever reads what is shared reads the samples, so that the first links lead somewhere. It is one pair of the role,
 * given once per installation: an administrator who takes it away is not overruled by the next start.
 */
async function grantReaders(trx: Kysely<Tables>, databaseId: number): Promise<void> {
  const note = await trx
    .insertInto('settings')
    .values({ key: GRANTED_KEY, value: JSON.stringify({ databaseId }) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (note.numInsertedOrUpdatedRows !== 1n) return;
  const role = await trx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', READERS)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  if (!role) return;
  await trx
    .insertInto('role_permissions')
    .values({ role_id: role.id, permission: 'database_access', view: `database:${databaseId}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Take away the samples in one action: dashboards, charts, datasets, the database and its file. What users made stays.
 */
export async function removeSamples({ db, home, now }: Needs, principal: Pick<Principal, 'userId'>): Promise<void> {
  const before = await readState(db);
  if (before?.state === 'loaded') {
    const { databaseId, datasetIds, chartIds, dashboardIds } = before.objects;
    const trash = deleted(principal, now());
    await db.transaction().execute(async (trx) => {
      for (const [table, ids] of [
        ['dashboards', dashboardIds],
        ['charts', chartIds],
        ['datasets', datasetIds],
        ['databases', [databaseId]],
      ] as const) {
        await trx.updateTable(table).set(trash).where('id', 'in', ids).where('deleted_on', 'is', null).execute();
      }
      // A slug in the trash would keep its name from new dashboards.
      await trx
        .updateTable('dashboards')
        .set({ ...changed(principal, now()), slug: null })
        .where('id', 'in', dashboardIds)
        .execute();
      await trx
        .updateTable('settings')
        .set({ value: JSON.stringify({ state: 'removed' } satisfies State) })
        .where('key', '=', KEY)
        .execute();
    });
  }
  rmSync(join(dataFolder(home), SAMPLES_FILE), { force: true });
}

async function readState(db: Kysely<Tables>): Promise<State | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return row ? (JSON.parse(row.value) as State) : null;
}
