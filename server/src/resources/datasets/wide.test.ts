import { expect, test } from 'vitest';
import { buildPlainDataset } from '../../testing/content.ts';
import { testMetadata } from '../../testing/test-metadata.ts';
import { newColumns } from './lists.ts';
import { createDatasetStore } from './store.ts';

test('a dataset of many columns is written in many ticks of the event loop', async () => {
  const { db, close } = await testMetadata();
  const id = await buildPlainDataset(db);
  const store = createDatasetStore(db);
  const names = Array.from({ length: 1000 }, (_, at) => `c${at}`);
  const columns = newColumns(
    names.map((column_name) => ({
      column_name,
      type: 'INTEGER',
      type_generic: 0,
      is_dttm: false,
      groupby: true,
      filterable: true,
      description: null,
    })),
  );
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    expect(await store.update(id, { changed_on: new Date(0).toISOString() }, { columns }, null)).toBe(true);
    expect(turns).toBeGreaterThanOrEqual(20);
    const rows = await db
      .selectFrom('dataset_columns')
      .select('column_name')
      .where('dataset_id', '=', id)
      .orderBy('position')
      .execute();
    expect(rows.map(({ column_name }) => column_name)).toEqual(names);
  } finally {
    isOver = true;
    await close();
  }
});
