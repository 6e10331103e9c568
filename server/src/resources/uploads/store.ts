import type { Kysely, Transaction } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import { UPLOADS_PATH } from '../../engines/uploads/folder.ts';
import { created } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';

export type UploadStore = ReturnType<typeof createUploadStore>;

const KEY = 'uploads';
const NAME = 'uploads';

/** The database of uploaded tables in the metadata. */
export function createUploadStore(db: Kysely<Tables>) {
  return bindAll(db, { database, openDatabase, tables });
}

/** Its id; null before the first upload, and when it was deleted. */
async function database(db: Kysely<Tables>): Promise<number | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  if (!row) return null;
  const { databaseId } = JSON.parse(row.value) as { readonly databaseId: number };
  const live = await db
    .selectFrom('databases')
    .select('id')
    .where('id', '=', databaseId)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  return live?.id ?? null;
}

/** Its id; it is made at the first upload. */
async function openDatabase(db: Kysely<Tables>, now: Date): Promise<number> {
  const present = await database(db);
  if (present !== null) return present;
  return db.transaction().execute(async (trx) => {
    // Writing the row first lets one maker in at a time.
    await trx
      .insertInto('settings')
      .values({ key: KEY, value: JSON.stringify({ databaseId: 0 }) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet((e) => ({ value: e.ref('settings.value') })))
      .execute();
    const made = await database(trx);
    if (made !== null) return made;
    const { id } = await trx
      .insertInto('databases')
      .values({
        ...created({ userId: null }, now),
        database_name: await freeName(trx),
        engine: 'duckdb',
        parameters: JSON.stringify({ path: UPLOADS_PATH }),
        secrets: null,
        cache_timeout: null,
        extra: '{}',
        allow_file_upload: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('settings')
      .set({ value: JSON.stringify({ databaseId: id }) })
      .where('key', '=', KEY)
      .execute();
    return id;
  });
}

/** Tables that datasets name, those in the trash among them: their files stay. */
async function tables(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.table_name as name', 'databases.parameters as parameters'])
    .where('databases.engine', '=', 'duckdb')
    .where('datasets.sql', 'is', null)
    .execute();
  return rows.flatMap(({ name, parameters }) => (parameters.includes(`"${UPLOADS_PATH}"`) ? [name] : []));
}

async function freeName(trx: Transaction<Tables>): Promise<string> {
  const taken = new Set(
    (await trx.selectFrom('databases').select('database_name').where('deleted_on', 'is', null).execute()).map(
      (row) => row.database_name,
    ),
  );
  let name = NAME;
  for (let number = 2; taken.has(name); number += 1) name = `${NAME} ${number}`;
  return name;
}
