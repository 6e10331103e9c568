import { createDataset, fetchDataset, updateDataset } from '../../../../api/datasets.ts';
import { queryPlaceOf, type ResultOf } from '../result-of.ts';

/** A statement that becomes a dataset, with where it runs. */
export type DatasetSource = {
  readonly databaseId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly templateParams: string;
};

/** Null where nobody knows its database. */
export function datasetSource(of: ResultOf): DatasetSource | null {
  const { dbId: databaseId, catalog, schema, templateParams } = queryPlaceOf(of);
  if (databaseId === null) return null;
  return { databaseId, catalog, schema, sql: of.result.sql.trim().replace(/;\s*$/, ''), templateParams };
}

/** The statement as a new dataset; its columns and their types are read from it. */
export function saveNewDataset({ databaseId, ...source }: DatasetSource, name: string): Promise<number> {
  return createDataset({ database: databaseId, table_name: name, ...partsOf(source) });
}

/** The statement in the place of what a dataset was; columns come and go with it, what users wrote of others stays. */
export async function overwriteDataset(source: DatasetSource, id: number): Promise<number> {
  const { version, database } = await fetchDataset(id);
  const moved = database.id === source.databaseId ? {} : { database_id: source.databaseId };
  await updateDataset(id, { ...partsOf(source), ...moved }, version);
  return id;
}

/** What is empty is sent as well: a dataset would retain what it had in its place. */
function partsOf({ catalog, schema, sql, templateParams }: Omit<DatasetSource, 'databaseId'>) {
  return { sql, catalog, schema, template_params: templateParams.trim() === '' ? null : templateParams };
}
