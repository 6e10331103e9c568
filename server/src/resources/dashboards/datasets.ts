import { columnKinds } from '@tessera/core/table';
import { dialectOf, grainChoices } from '@tessera/query/dialects/registry';
import { groupedSums } from '@tessera/query/grouped-sums';
import { sql, type Kysely } from 'kysely';
import type { Actor } from '../../actor.ts';
import { driverOf } from '../../engines/drivers.ts';
import type { Tables } from '../../metadata/tables.ts';
import { readableDataset } from '../access/visible.ts';
import { ownersOf, type Person } from '../owners/store.ts';

type DatasetColumn = {
  readonly id: number;
  readonly column_name: string;
  readonly verbose_name: string | null;
  readonly type: string | null;
  readonly type_generic: number | null;
  readonly is_dttm: boolean;
  readonly groupby: boolean;
  readonly filterable: boolean;
  readonly expression: string | null;
  readonly description: string | null;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly warning_text: string | null;
};

type DatasetMetric = {
  readonly id: number;
  readonly metric_name: string;
  readonly verbose_name: string | null;
  readonly expression: string;
  readonly description: string | null;
  readonly d3format: string | null;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly warning_text: string | null;
};

/** A dataset as dashboards need it ([3.11-01]): no SQL, no connection. */
export type DashboardDataset = {
  readonly id: number;
  readonly uuid: string;
  /** `{id}__table` */
  readonly uid: string;
  readonly type: 'table';
  readonly name: string;
  readonly datasource_name: string;
  readonly table_name: string;
  readonly schema: string | null;
  readonly catalog: string | null;
  readonly description: string | null;
  readonly main_dttm_col: string | null;
  readonly cache_timeout: number | null;
  readonly is_virtual: boolean;
  readonly database: { readonly id: number; readonly name: string; readonly backend: string };
  readonly columns: readonly DatasetColumn[];
  readonly metrics: readonly DatasetMetric[];
  readonly column_names: readonly string[];
  readonly granularity_sqla: readonly (readonly [string, string])[];
  /** Time grains of its database: ISO 8601 duration and name. */
  readonly time_grain_sqla: readonly (readonly [string, string])[];
  readonly verbose_map: Readonly<Record<string, string>>;
  readonly column_formats: Readonly<Record<string, string>>;
  readonly owners: readonly Person[];
};

/** The same for the explore page, which chooses the first metric of a chart. */
export type ExploreDataset = DashboardDataset & {
  /** Columns of a query that groups its rows, by SUM or COUNT alone: their sum is that of the whole. */
  readonly additive_columns: readonly string[];
};

/** What `type_generic` says of numbers. */
const NUMERIC = columnKinds.indexOf('numeric');

export type DatasetStore = ReturnType<typeof createDatasetStore>;

/** Datasets as charts ask for them; only what the person may read. */
export function createDatasetStore(db: Kysely<Tables>) {
  /** `sums` reads the SQL of a virtual dataset, which takes its time. */
  const load = async (actor: Actor, ids: readonly number[]): Promise<readonly { readonly dataset: DashboardDataset; readonly sums: () => readonly string[] }[]> => {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .selectAll('datasets')
      .select(['databases.database_name', 'databases.engine'])
      .where('datasets.id', 'in', ids)
      .where('datasets.deleted_on', 'is', null)
      .where(readableDataset(actor, 'datasets.id'))
      .orderBy('datasets.id')
      .execute();
    const found = rows.map((row) => row.id);
    if (found.length === 0) return [];
    const columns = await db.selectFrom('dataset_columns').selectAll().where('dataset_id', 'in', found).where('is_active', '=', 1).orderBy('position').execute();
    const metrics = await db.selectFrom('dataset_metrics').selectAll().where('dataset_id', 'in', found).orderBy('position').execute();
    const owners = await ownersOf(db, 'dataset', found);
    return rows.map((row) => {
      const own = columns.filter((column) => column.dataset_id === row.id);
      const measures = metrics.filter((metric) => metric.dataset_id === row.id);
      const dialect = dialectOf(driverOf(row.engine)?.dialect ?? row.engine);
      const named = [...own.map((column) => [column.column_name, column.verbose_name] as const), ...measures.map((metric) => [metric.metric_name, metric.verbose_name] as const)];
      const dataset: DashboardDataset = {
        id: row.id,
        uuid: row.uuid,
        uid: `${row.id}__table`,
        type: 'table',
        name: row.schema === null ? row.table_name : `${row.schema}.${row.table_name}`,
        datasource_name: row.table_name,
        table_name: row.table_name,
        schema: row.schema,
        catalog: row.catalog,
        description: row.description,
        main_dttm_col: row.main_dttm_col,
        cache_timeout: row.cache_timeout,
        is_virtual: row.sql !== null,
        database: { id: row.database_id, name: row.database_name, backend: row.engine },
        columns: own.map(({ dataset_id: _, position: __, is_active: ___, uuid: ____, python_date_format: _____, extra: ______, ...column }) => ({ ...column, is_dttm: column.is_dttm === 1, groupby: column.groupby === 1, filterable: column.filterable === 1 })),
        metrics: measures.map(({ dataset_id: _, position: __, uuid: ___, metric_type: ____, currency: _____, extra: ______, ...metric }) => metric),
        column_names: own.map((column) => column.column_name),
        granularity_sqla: own.filter((column) => column.is_dttm === 1).map((column) => [column.column_name, column.verbose_name ?? column.column_name]),
        time_grain_sqla: grainChoices(dialect).map((grain) => [grain.duration, grain.name]),
        verbose_map: Object.fromEntries(named.map(([name, verbose]) => [name, verbose ?? name])),
        column_formats: Object.fromEntries(measures.flatMap((metric) => (metric.d3format ? [[metric.metric_name, metric.d3format]] : []))),
        owners: owners.get(row.id) ?? [],
      };
      return { dataset, sums: () => (row.sql === null ? [] : additive(groupedSums(row.sql, dialect.grammar), own)) };
    });
  };

  return {
    forDashboard: async (actor: Actor, ids: readonly number[]): Promise<readonly DashboardDataset[]> => (await load(actor, ids)).map(({ dataset }) => dataset),
    one: async (actor: Actor, id: number): Promise<ExploreDataset | null> => {
      const [found] = await load(actor, [id]);
      return found ? { ...found.dataset, additive_columns: found.sums() } : null;
    },
    /** Is there such a dataset, and may the person read it. */
    readable: async (actor: Actor, id: number): Promise<boolean> => {
      const row = await db.selectFrom('datasets').select(sql<number>`1`.as('found')).where('datasets.id', '=', id).where('datasets.deleted_on', 'is', null).where(readableDataset(actor, 'datasets.id')).executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Names as the query writes them, as its columns are called; a database may know no capitals. */
function additive(names: readonly string[], columns: readonly { readonly column_name: string; readonly type_generic: number | null; readonly expression: string | null }[]): readonly string[] {
  const numbers = columns.filter((column) => column.type_generic === NUMERIC && !column.expression);
  return names.flatMap((name) => {
    const found = numbers.find((column) => column.column_name === name) ?? numbers.find((column) => column.column_name.toLowerCase() === name.toLowerCase());
    return found ? [found.column_name] : [];
  });
}
