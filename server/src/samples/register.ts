import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { created } from '../metadata/audit.ts';
import { queryContextOf } from '@tessera/viz/query-context';
import { vizEntryOf } from '@tessera/viz/registry';
import type { Tables } from '../metadata/tables.ts';
import { genericType, guessColumn } from '../resources/datasets/guess.ts';
import { countMetric, newColumns } from '../resources/datasets/lists.ts';
import { sampleCharts } from './charts.ts';
import { chartKeysOf, sampleDashboards, samplePosition } from './dashboards.ts';
import { sampleFilters } from './filters.ts';
import { galleryCharts } from './gallery/gallery-charts.ts';
import { chartGallery } from './gallery/chart-gallery.ts';
import { flights } from './flights.ts';
import type { SampleColumns } from './make-file.ts';
import { sampleTables } from './tables.ts';
import type { SampleTable } from './types.ts';

const SAMPLES_NAME = 'samples';
export const SAMPLES_FILE = 'samples.duckdb';
const ENGINE = 'duckdb';
const nobody = { userId: null };

/** What a registration has made, so that it can be taken away again. */
export type SampleObjects = {
  readonly databaseId: number;
  readonly datasetIds: readonly number[];
  readonly chartIds: readonly number[];
  readonly dashboardIds: readonly number[];
};

/** Write database, datasets, charts and dashboards of the samples; all or nothing, in the transaction given. */
export async function registerSamples(
  trx: Transaction<Tables>,
  columns: SampleColumns,
  now: Date,
): Promise<SampleObjects> {
  const { id: databaseId } = await trx
    .insertInto('databases')
    .values({
      ...created(nobody, now),
      database_name: await freeName(trx),
      engine: ENGINE,
      parameters: JSON.stringify({ path: SAMPLES_FILE }),
      secrets: null,
      cache_timeout: null,
      extra: '{}',
      is_sample: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const datasets = new Map<string, number>();
  // Lists show the newest first: the flights stand at the top.
  for (const [index, table] of [flights, ...sampleTables.filter((each) => each !== flights)].entries())
    datasets.set(table.table, await insertDataset(trx, databaseId, table, columns, new Date(now.getTime() - index)));

  const charts = await insertCharts(trx, datasets, now);
  const dashboardIds = await insertDashboards(trx, charts, datasets, now);
  return {
    databaseId,
    datasetIds: [...datasets.values()],
    chartIds: [...charts.values()].map((chart) => chart.id),
    dashboardIds,
  };
}

type SampleChartIds = ReadonlyMap<string, { readonly id: number; readonly uuid: string; readonly name: string }>;

async function insertCharts(
  trx: Transaction<Tables>,
  datasets: ReadonlyMap<string, number>,
  now: Date,
): Promise<SampleChartIds> {
  const charts = new Map<string, { readonly id: number; readonly uuid: string; readonly name: string }>();
  for (const { key, name, table, vizType, description, form } of [...sampleCharts, ...galleryCharts]) {
    const datasetId = datasets.get(table) ?? 0;
    const audit = created(nobody, now);
    const saved = { ...form, viz_type: vizType, datasource: `${datasetId}__table` };
    const viz = await vizEntryOf(vizType)?.load();
    // As the interface saves it, so that the data of a sample chart can be asked for by its id.
    const context = viz ? JSON.stringify(queryContextOf(saved, viz, { id: datasetId, type: 'table' })) : null;
    const { id } = await trx
      .insertInto('charts')
      .values({
        ...audit,
        slice_name: name,
        viz_type: vizType,
        datasource_id: datasetId,
        datasource_type: 'table',
        params: JSON.stringify(saved),
        query_context: context,
        description: description ?? null,
        cache_timeout: null,
        last_saved_on: now.toISOString(),
        last_saved_by: null,
        external_url: null,
        certified_by: null,
        certification_details: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    charts.set(key, { id, uuid: audit.uuid, name });
  }
  return charts;
}

async function insertDashboards(
  trx: Transaction<Tables>,
  charts: SampleChartIds,
  datasets: ReadonlyMap<string, number>,
  now: Date,
): Promise<readonly number[]> {
  const dashboardIds: number[] = [];
  // The first of the list is the newest, so that it stands first where the newest do.
  for (const [index, dashboard] of [...[...sampleDashboards, chartGallery].entries()].reverse()) {
    const { id } = await trx
      .insertInto('dashboards')
      .values({
        ...created(nobody, new Date(now.getTime() - index)),
        dashboard_title: dashboard.title,
        slug: await freeSlug(trx, dashboard.slug),
        position_json: samplePosition(dashboard, charts),
        json_metadata: JSON.stringify({
          color_scheme: '',
          label_colors: dashboard.colors ?? {},
          cross_filters_enabled: true,
          refresh_frequency: 0,
          expanded_slices: {},
          timed_refresh_immune_slices: [],
          ...(dashboard.filters && {
            native_filter_configuration: sampleFilters(dashboard.filters, datasets),
            filter_bar_orientation: 'HORIZONTAL',
          }),
        }),
        css: null,
        description: dashboard.description,
        published: 1,
        external_url: null,
        certified_by: null,
        certification_details: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    dashboardIds.push(id);
    const placed = chartKeysOf(dashboard).flatMap((key) => charts.get(key)?.id ?? []);
    await trx
      .insertInto('dashboard_charts')
      .values(placed.map((chartId) => ({ dashboard_id: id, chart_id: chartId })))
      .execute();
  }
  return dashboardIds;
}

async function insertDataset(
  trx: Transaction<Tables>,
  databaseId: number,
  sample: SampleTable,
  columns: SampleColumns,
  now: Date,
): Promise<number> {
  const source = (columns[sample.table] ?? []).map((column) => guessColumn(ENGINE, column));
  const { id } = await trx
    .insertInto('datasets')
    .values({
      ...created(nobody, now),
      database_id: databaseId,
      catalog: null,
      schema: 'main',
      table_name: sample.table,
      sql: null,
      description: sample.description,
      main_dttm_col: sample.mainTime,
      time_zone: null,
      default_endpoint: null,
      cache_timeout: null,
      fetch_values_predicate: null,
      template_params: null,
      extra: null,
      external_url: null,
      certified_by: null,
      certification_details: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dated = { created_on: now.toISOString(), changed_on: now.toISOString() };
  await trx
    .insertInto('dataset_columns')
    .values(
      columnsOf(sample, source).map((column, position) => ({
        ...column,
        ...dated,
        uuid: randomUUID(),
        dataset_id: id,
        position,
      })),
    )
    .execute();
  await trx
    .insertInto('dataset_metrics')
    .values(
      metricsOf(sample).map((metric, position) => ({
        ...metric,
        ...dated,
        uuid: randomUUID(),
        dataset_id: id,
        position,
      })),
    )
    .execute();
  return id;
}

/** Columns of the table as its file has them, and those that the sample calculates. */
function columnsOf(sample: SampleTable, source: Parameters<typeof newColumns>[0]) {
  const physical = newColumns(source).map((column) => {
    const { verbose = null, description = null, isDimension = true } = sample.columns[column.column_name] ?? {};
    return { ...column, verbose_name: verbose, description, groupby: isDimension ? 1 : 0 };
  });
  const calculated = Object.entries(sample.columns).flatMap(
    ([name, { expression, type = 'VARCHAR', verbose = null, description = null }]) =>
      expression === undefined
        ? []
        : [
            {
              column_name: name,
              verbose_name: verbose,
              description,
              expression,
              type,
              type_generic: genericType(ENGINE, type),
              is_dttm: 0,
              is_active: 1,
              groupby: 1,
              filterable: 1,
              python_date_format: null,
              warning_text: null,
              extra: null,
              certified_by: null,
              certification_details: null,
            },
          ],
  );
  return [...physical, ...calculated];
}

function metricsOf(sample: SampleTable) {
  return [
    { ...countMetric(), verbose_name: sample.rows, d3format: ',d' },
    ...sample.metrics.map(({ name, verbose, expression, format = null, description = null }) => ({
      ...countMetric(),
      metric_name: name,
      verbose_name: verbose,
      metric_type: null,
      expression,
      d3format: format,
      description,
    })),
  ];
}

/** A database that somebody has called the same keeps its name. */
async function freeName(trx: Transaction<Tables>): Promise<string> {
  const taken = new Set(
    (await trx.selectFrom('databases').select('database_name').where('deleted_on', 'is', null).execute()).map(
      (row) => row.database_name,
    ),
  );
  let name = SAMPLES_NAME;
  for (let number = 2; taken.has(name); number += 1) name = `${SAMPLES_NAME} ${number}`;
  return name;
}

async function freeSlug(trx: Transaction<Tables>, slug: string): Promise<string | null> {
  const taken = await trx.selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst();
  return taken ? null : slug;
}
