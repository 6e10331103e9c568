import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { changed, created } from '../../metadata/audit.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import { mainTime } from './changes.ts';
import { guessColumn } from './guess.ts';
import { countMetric, newColumns, syncedColumns } from './lists.ts';
import type { Needs } from './needs.ts';
import { editable, loaded } from './read.ts';

const ENGINE = 'duckdb';
const SCHEMA = 'main';

/** The table of a file that was uploaded; `label` is what the file calls a column, where the table cannot. */
export type UploadedTable = {
  readonly databaseId: number;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly label: string | null }[];
  readonly description: string | null;
};

export async function isTaken(needs: Needs, databaseId: number, table: string): Promise<boolean> {
  return (await needs.datasets.findAt({ databaseId, catalog: null, schema: SCHEMA, name: table })) !== null;
}

/**
 * The dataset of a table that is to be replaced; null where there is none.
 * @throws AppError not_found, edit_denied
 */
export async function uploadedAt(
  needs: Needs,
  principal: Principal,
  databaseId: number,
  table: string,
): Promise<number | null> {
  const present = await needs.datasets.findAt({ databaseId, catalog: null, schema: SCHEMA, name: table });
  return present === null ? null : (await editable(needs, principal, present.id)).row.id;
}

function columnsOf({ columns }: Pick<UploadedTable, 'columns'>) {
  return columns.map(({ name, type }) => guessColumn(ENGINE, { name, type, nullable: true, comment: null }));
}

/**
 * The dataset of a file that the user has uploaded. It takes no access to the database: the table is their own.
 * @throws AppError table_exists
 */
export async function createUploaded(needs: Needs, principal: Principal, uploaded: UploadedTable): Promise<number> {
  const labels = new Map(uploaded.columns.map(({ name, label }) => [name, label]));
  const columns = newColumns(columnsOf(uploaded)).map((column) => ({
    ...column,
    verbose_name: labels.get(column.column_name) ?? null,
  }));
  const id = await needs.datasets.insert(
    {
      ...created(principal, needs.now()),
      database_id: uploaded.databaseId,
      catalog: null,
      schema: SCHEMA,
      table_name: uploaded.table,
      sql: null,
      description: uploaded.description,
      main_dttm_col: mainTime(undefined, columns),
    },
    { columns, metrics: [countMetric(columns)], owners: chooseOwners(principal, undefined, null) },
  );
  if (id === null) throw new AppError('table_exists', { table: uploaded.table });
  return id;
}

/** The columns of a dataset whose table was replaced; `null` keeps them, and lets what was cached go. */
export async function refreshUploaded(
  needs: Needs,
  principal: Principal,
  id: number,
  columns: UploadedTable['columns'] | null,
): Promise<void> {
  const full = await loaded(needs, id);
  const synced = columns === null ? null : syncedColumns(full.columns, columnsOf({ columns }));
  await needs.datasets.update(
    id,
    { ...changed(principal, needs.now()) },
    synced === null ? {} : { columns: synced },
    null,
  );
}
