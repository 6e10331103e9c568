import { message } from '@tessera/core/messages';
import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { created } from '../../metadata/audit.ts';
import { mayUseDatabase } from '../databases/policy.ts';
import type { DatabaseRow } from '../databases/store.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import { flagsOf, mainTime } from './changes.ts';
import { assertParams } from './checks.ts';
import { withKnownTypes } from './known-types.ts';
import { countMetric, newColumns } from './lists.ts';
import { factsOf, mayDefineSource, seesSqlOf } from './policy.ts';
import type { DatasetItem, DatasetPost, Duplicate, GetOrCreate } from './schema.ts';
import { resolve, unsavedDataset } from './resolved.ts';
import type { DatasetRow, DatasetStore } from './store.ts';
import type { Needs } from './needs.ts';
import { shown, loaded, visible } from './read.ts';
import { sourceOf, sourceRef } from './source-columns.ts';

/**
 * The database that a dataset is to be made on. One that the user may not use is reported like one that is not there.
 */
export async function databaseFor(needs: Needs, principal: Principal, id: number): Promise<DatabaseRow> {
  const row = await needs.databases.find(id);
  if (!row || !mayUseDatabase(principal, id))
    throw new AppError('rejected_fields', { fields: { database: [message('Database does not exist')] } });
  if (!mayDefineSource(principal, id)) throw new AppError('forbidden', {});
  return row;
}

export async function assertFree(
  needs: Needs,
  databaseId: number,
  row: Pick<DatasetRow, 'catalog' | 'schema' | 'table_name'>,
  except: number | null,
): Promise<void> {
  const taken = await needs.datasets.findAt({
    databaseId,
    catalog: row.catalog,
    schema: row.schema,
    name: row.table_name,
  });
  if (taken && taken.id !== except) throw alreadyThere(row.table_name);
}

async function insert(needs: Needs, ...[row, lists]: Parameters<DatasetStore['insert']>): Promise<number> {
  const id = await needs.datasets.insert(row, lists);
  if (id === null) throw alreadyThere(row.table_name);
  return id;
}

export async function assertOwners(needs: Needs, ids: readonly number[]): Promise<void> {
  const known = await needs.datasets.activeUsers(ids);
  if (ids.some((id) => !known.has(id)))
    throw new AppError('rejected_fields', { fields: { owners: [message('Owners are invalid')] } });
}

export async function createDataset(needs: Needs, principal: Principal, body: DatasetPost): Promise<DatasetItem> {
  const database = await databaseFor(needs, principal, body.database);
  const sql = body.sql?.trim() ? body.sql : null;
  const schema = body.schema || ((await needs.engines.engineFor(database.id)).defaultSchema ?? null);
  const place = { catalog: body.catalog || null, schema, table_name: body.table_name };
  await assertFree(needs, database.id, place, null);
  await assertOwners(needs, body.owners ?? []);
  assertParams(body.template_params);
  const draft = unsavedDataset(database, {
    table_name: body.table_name,
    sql,
    template_params: body.template_params ?? null,
  });
  const source = await sourceOf(needs, principal, draft, {
    databaseId: database.id,
    engine: database.engine,
    catalog: place.catalog,
    schema,
    table: body.table_name,
    sql,
  });
  const placed =
    sql === null ? { ...draft, source: { ...place, kind: 'table', table: place.table_name } as const } : draft;
  const namespace = { catalog: place.catalog, schema };
  const columns = await withKnownTypes(needs, principal, { ...placed, namespace }, newColumns(source.columns));
  const id = await insert(
    needs,
    {
      ...created(principal, needs.now(), body.uuid),
      ...place,
      database_id: database.id,
      sql,
      description: body.description ?? source.comment,
      main_dttm_col: mainTime(body.main_dttm_col, columns),
      template_params: body.template_params ?? null,
      external_url: body.external_url ?? null,
      ...flagsOf(body),
    },
    { columns, metrics: [countMetric(columns)], owners: chooseOwners(principal, body.owners, null) },
  );
  return shown(needs, principal, await loaded(needs, id));
}

/** The dataset on a table; made when there is none. Its id. */
export async function getOrCreate(
  needs: Needs,
  principal: Principal,
  { database_id, table_name, ...body }: GetOrCreate,
): Promise<number> {
  const database = await databaseFor(needs, principal, database_id);
  const schema = body.schema || ((await needs.engines.engineFor(database.id)).defaultSchema ?? null);
  const present = await needs.datasets.findAt({
    databaseId: database.id,
    catalog: body.catalog || null,
    schema,
    name: table_name,
  });
  if (present) return present.id;
  return (await createDataset(needs, principal, { ...body, schema, database: database_id, table_name })).id;
}

/**
 * A copy of a virtual dataset with its columns and metrics; its query is checked like a new one.
 * @throws AppError
 * not_found, forbidden, invalid_object
 */
export async function duplicate(needs: Needs, principal: Principal, body: Duplicate): Promise<DatasetItem> {
  const full = await visible(needs, principal, body.base_model_id);
  if (full.row.sql === null)
    throw new AppError('invalid_object', {
      reason: message('Only virtual datasets can be duplicated: a physical one is its table.'),
    });
  // The copy is the user's own, and its owner reads its SQL.
  if (!seesSqlOf(principal, factsOf(full))) throw new AppError('forbidden', {});
  await databaseFor(needs, principal, full.row.database_id);
  await assertFree(needs, full.row.database_id, { ...full.row, table_name: body.table_name }, null);
  await sourceOf(needs, principal, resolve(full, ''), sourceRef(full));
  const { id: _, uuid: __, version: ___, ...row } = full.row;
  const id = await insert(
    needs,
    {
      ...row,
      ...created(principal, needs.now()),
      table_name: body.table_name,
      external_url: body.external_url ?? null,
      is_managed_externally: body.is_managed_externally ? 1 : 0,
    },
    {
      columns: full.columns.map(
        ({ id: ____, uuid: _____, dataset_id: ______, position: _______, ...column }) => column,
      ),
      metrics: full.metrics.map(
        ({ id: ____, uuid: _____, dataset_id: ______, position: _______, ...metric }) => metric,
      ),
      owners: chooseOwners(principal, undefined, null),
    },
  );
  return shown(needs, principal, await loaded(needs, id));
}

function alreadyThere(name: string): AppError<'rejected_fields'> {
  return new AppError('rejected_fields', { fields: { table: [message('Dataset %(name)s already exists', { name })] } });
}
