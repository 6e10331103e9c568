import { ApiError } from '../api/api-error.ts';
import { createDataset, fetchDataset, updateDataset } from '../api/datasets.ts';

/** A statement that becomes a dataset, with where it runs. */
export type DatasetSource = {
  readonly databaseId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly templateParams: string;
};

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

/** Names that are tried when one is taken. */
const MOST_TRIES = 20;

/** A new dataset under this name, or under the next one that is free. */
export async function saveUnderFreeName(source: DatasetSource, name: string): Promise<number> {
  for (let count = 1; ; count += 1) {
    try {
      return await saveNewDataset(source, count === 1 ? name : `${name} ${count}`);
    } catch (error) {
      const isTaken = error instanceof ApiError && error.fields['table_name'] !== undefined;
      if (!isTaken || count >= MOST_TRIES) throw error;
    }
  }
}

function partsOf({ catalog, schema, sql, templateParams }: Omit<DatasetSource, 'databaseId'>) {
  return {
    sql,
    ...(catalog === null ? {} : { catalog }),
    ...(schema === null ? {} : { schema }),
    ...(templateParams.trim() === '' ? {} : { template_params: templateParams }),
  };
}
