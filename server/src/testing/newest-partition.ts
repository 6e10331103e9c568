import type { Predicate, StructuredQuery } from '@tessera/query/structured-query';
import { atNewestPartition } from '../chart-data/run/newest-partition.ts';
import type { DatasetColumn } from '../chart-data/dataset.ts';
import type { Engine } from '../engines/engine.ts';
import { emptyDataset } from './suites/grain-suite.ts';
import { bareQuery } from './structured.ts';

const known: readonly DatasetColumn[] = [
  {
    name: 'ds',
    verboseName: null,
    type: 'DATE',
    kind: 'temporal',
    isTemporal: true,
    expression: null,
    timeFormat: null,
  },
  {
    name: 'hour',
    verboseName: null,
    type: 'INTEGER',
    kind: 'numeric',
    isTemporal: false,
    expression: null,
    timeFormat: null,
  },
  {
    name: 'n',
    verboseName: null,
    type: 'BIGINT',
    kind: 'numeric',
    isTemporal: false,
    expression: null,
    timeFormat: null,
  },
];

/** What a filter on the newest partition of a column becomes on a table of this database, by the engine itself. */
export async function filterOnNewest(engine: Engine, table: string, column: 'ds' | 'hour' | 'n'): Promise<Predicate> {
  const found = known.find(({ name }) => name === column);
  const newest: Predicate = { kind: 'newest', left: { kind: 'column', name: column, type: found?.type ?? null } };
  const query: StructuredQuery = {
    ...bareQuery,
    source: { kind: 'table', catalog: null, schema: null, table },
    measures: [{ label: 'count', expression: { kind: 'count_rows' } }],
    where: { kind: 'and', of: [newest] },
    limit: 10,
  };
  const dataset = { ...emptyDataset, dialect: engine.dialect, columns: known };
  const { where } = await atNewestPartition(
    query,
    dataset,
    async () => engine,
    new AbortController().signal,
    () => undefined,
  );
  return where.kind === 'and' ? (where.of[0] ?? where) : where;
}
