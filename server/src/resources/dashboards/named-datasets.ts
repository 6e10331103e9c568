import { queriesOfChart } from '@tessera/viz/saved-queries';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { currencyOf } from '../dataset-parts.ts';
import { savedChart, type LegacyQueries, type StoredChart } from './saved-chart.ts';
import { usedNames, type UsedNames } from './used-names.ts';

type Named<Key extends string> = Readonly<Record<Key, string>> & { readonly verbose_name: string | null };
type NamedMetric = Named<'metric_name'> & { readonly d3format: string | null; readonly currency: unknown };

/**
 * A dataset as those know it who see it through a dashboard alone: what its charts call it, and how the columns and
 * metrics that these charts use are called and written. They read nothing else of it.
 */
export type NamedDataset = {
  readonly id: number;
  readonly uid: string;
  readonly type: 'table';
  readonly datasource_name: string;
  readonly table_name: string;
  readonly columns: readonly Named<'column_name'>[];
  readonly metrics: readonly NamedMetric[];
  readonly column_names: readonly string[];
  readonly verbose_map: Readonly<Record<string, string>>;
};

/** Datasets of these charts, by the names that the charts use. */
export async function namedDatasets(
  db: Kysely<Tables>,
  legacyQueries: LegacyQueries,
  charts: readonly StoredChart[],
): Promise<readonly NamedDataset[]> {
  const ofTables = charts.filter(({ datasource_type: type }) => type === 'table');
  const ids = [...new Set(ofTables.flatMap(({ datasource_id: id }) => id ?? []))];
  if (ids.length === 0) return [];
  const [datasets, columns, metrics] = await Promise.all([
    db
      .selectFrom('datasets')
      .select(['id', 'table_name'])
      .where('id', 'in', ids)
      .where('deleted_on', 'is', null)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('dataset_columns')
      .select(['dataset_id', 'column_name', 'verbose_name'])
      .where('dataset_id', 'in', ids)
      .where('is_active', '=', 1)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('dataset_metrics')
      .select(['dataset_id', 'metric_name', 'verbose_name', 'd3format', 'currency'])
      .where('dataset_id', 'in', ids)
      .orderBy('position')
      .execute(),
  ]);
  return Promise.all(
    datasets.map(async ({ id, table_name }) => {
      const used = await usedBy(
        legacyQueries,
        ofTables.filter((chart) => chart.datasource_id === id),
      );
      const own = ({ dataset_id }: { readonly dataset_id: number }) => dataset_id === id;
      return presentNamed({ id, table_name }, used, {
        columns: columns.filter(own),
        metrics: metrics.filter(own).map((metric) => ({ ...metric, currency: currencyOf(metric.currency) })),
      });
    }),
  );
}

async function usedBy(legacyQueries: LegacyQueries, charts: readonly StoredChart[]): Promise<UsedNames> {
  const saved = await Promise.all(charts.map((chart) => savedChart(legacyQueries, chart)));
  return usedNames(saved.flatMap(queriesOfChart));
}

function presentNamed(
  { id, table_name }: { readonly id: number; readonly table_name: string },
  used: UsedNames,
  all: { readonly columns: readonly Named<'column_name'>[]; readonly metrics: readonly NamedMetric[] },
): NamedDataset {
  const columns = all.columns
    .filter(({ column_name: name }) => used.columns.has(name))
    .map(({ column_name, verbose_name }) => ({ column_name, verbose_name }));
  const metrics = all.metrics
    .filter(({ metric_name: name }) => used.metrics.has(name))
    .map(({ metric_name, verbose_name, d3format, currency }) => ({ metric_name, verbose_name, d3format, currency }));
  const names = [
    ...columns.map(({ column_name: name, verbose_name: verbose }) => [name, verbose ?? name] as const),
    ...metrics.map(({ metric_name: name, verbose_name: verbose }) => [name, verbose ?? name] as const),
  ];
  return {
    id,
    uid: `${id}__table`,
    type: 'table',
    datasource_name: table_name,
    table_name,
    columns,
    metrics,
    column_names: columns.map(({ column_name: name }) => name),
    verbose_map: Object.fromEntries(names),
  };
}
