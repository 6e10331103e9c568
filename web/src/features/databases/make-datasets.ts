import { createDataset } from '../../api/datasets.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';

/** A table by its place in a database. */
export type TablePlace = { readonly schema: string; readonly table: string };
export type MakingState =
  | { readonly name: 'waiting' }
  | { readonly name: 'running' }
  | { readonly name: 'made'; readonly datasetId: number }
  | { readonly name: 'failed'; readonly reason: string };
export type Making = ReadonlyMap<string, MakingState>;

/** Tables whose columns are read at a time: a database has other things to do. */
const AT_ONCE = 3;

export function keyOf({ schema, table }: TablePlace): string {
  return JSON.stringify([schema, table]);
}

/**
 * Make a dataset of each table. One that fails does not keep the others from being made.
 *
 * @param tell  Hears of each table as it begins, is made or fails
 * @param make  Makes one; resolves with the id of the dataset
 */
export async function makeDatasets(
  databaseId: number,
  places: readonly TablePlace[],
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (key: string, state: MakingState) => void },
  make: (place: TablePlace) => Promise<number> = ({ schema, table }) =>
    createDataset({ database: databaseId, schema, table_name: table }),
): Promise<void> {
  const left = [...places];
  const work = async (): Promise<void> => {
    for (let place = left.shift(); place !== undefined && !signal.aborted; place = left.shift()) {
      const key = keyOf(place);
      tell(key, { name: 'running' });
      await make(place).then(
        (datasetId) => tell(key, { name: 'made', datasetId }),
        (error: unknown) => tell(key, { name: 'failed', reason: describeError(error).title }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** How many are in each state. */
export function countStates(making: Making): Readonly<Record<MakingState['name'], number>> {
  const counts = { waiting: 0, running: 0, made: 0, failed: 0 };
  for (const { name } of making.values()) counts[name] += 1;
  return counts;
}
