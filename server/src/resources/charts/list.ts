import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { relativeTime } from '@tessera/core/relative-time';
import { replacedTypes } from '@tessera/viz/former-types';
import { flagOf, integerOf, textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { listed, owned, readableDataset, starred, visibleChart, visibleDashboard } from '../access/visible.ts';
import { anyText, createdBy, nameOf, newerThan, userName, when } from '../list-searches.ts';
import { userChoices } from '../owners/choices.ts';
import { hasTag, hasTagNamed, tagChoices } from '../tagged/store.ts';
import { presentChart } from './present.ts';
import { ChartPost, ChartPut, ChartRow } from './schema.ts';
import type { ChartService } from './service.ts';
import type { ChartStore, FullChart } from './store.ts';

type Needs = {
  readonly store: ChartStore;
  readonly service: ChartService;
  readonly dashboardRoles: boolean;
  readonly now: () => Date;
};

/** The chart list ([7.3-01]): its columns, filters and searches. */
export function chartList({ store, service, dashboardRoles, now }: Needs): ListSpec {
  return {
    path: 'chart',
    noun: 'chart',
    title: 'List Slice',
    table: 'charts',
    view: 'Chart',
    read: 'can_read Chart',
    columns: {
      id: { sql: sql.ref('charts.id'), filter: 'integer' },
      uuid: { sql: sql.ref('charts.uuid'), filter: 'text', order: false },
      slice_name: { label: 'Chart', sql: sql.ref('charts.slice_name'), filter: 'text' },
      slice_url: {},
      url: {},
      edit_url: {},
      viz_type: { sql: shownType, filter: 'text' },
      description: { sql: sql.ref('charts.description'), filter: 'text', order: false },
      description_markeddown: {},
      cache_timeout: {},
      certified_by: { sql: sql.ref('charts.certified_by'), filter: 'text', order: false },
      certification_details: {},
      datasource_id: { sql: sql.ref('charts.datasource_id'), filter: 'integer' },
      datasource_type: { sql: sql.ref('charts.datasource_type'), filter: 'text', order: false },
      datasource_name: { label: 'Dataset', sql: datasetName, filter: 'text' },
      datasource_name_text: {},
      datasource_url: {},
      table: { shown: false },
      'table.table_name': {},
      'table.schema': { shown: false },
      form_data: {},
      params: {},
      query_context: { shown: false },
      is_managed_externally: {},
      owners: {
        filter: 'relation_many',
        relatedTo: (id) =>
          sql<SqlBool>`exists (select 1 from owners as w where w.object_type = 'chart' and w.object_id = charts.id and
            w.user_id = ${id})`,
      },
      'owners.id': {},
      'owners.first_name': {},
      'owners.last_name': {},
      dashboards: {
        filter: 'relation_many',
        relatedTo: (id) =>
          sql<SqlBool>`exists (select 1 from dashboard_charts as x where x.chart_id = charts.id and x.dashboard_id =
            ${id})`,
      },
      'dashboards.id': {},
      'dashboards.dashboard_title': {},
      created_by: { sql: sql.ref('charts.created_by'), filter: 'relation_one', order: false },
      'created_by.id': {},
      'created_by.first_name': {},
      'created_by.last_name': {},
      created_by_name: {},
      created_on: { sql: sql.ref('charts.created_on'), filter: 'time', shown: false },
      created_on_delta_humanized: {},
      changed_by: { sql: sql.ref('charts.changed_by'), filter: 'relation_one', order: false },
      'changed_by.id': {},
      'changed_by.first_name': { sql: userName('charts.changed_by', 'first_name') },
      'changed_by.last_name': {},
      changed_by_name: {},
      changed_on: { sql: sql.ref('charts.changed_on'), filter: 'time' },
      changed_on_utc: {},
      changed_on_dttm: {},
      changed_on_delta_humanized: { sql: sql.ref('charts.changed_on') },
      last_saved_at: { sql: sql.ref('charts.last_saved_on'), filter: 'time' },
      last_saved_by: { sql: sql.ref('charts.last_saved_by'), filter: 'relation_one', order: false },
      'last_saved_by.id': { sql: sql.ref('charts.last_saved_by'), order: false },
      'last_saved_by.first_name': { sql: userName('charts.last_saved_by', 'first_name') },
      'last_saved_by.last_name': {},
      thumbnail_url: {},
      tags: { filter: 'relation_many', relatedTo: (id) => hasTag('chart', 'charts.id', id) },
      'tags.id': {},
      'tags.name': {},
      'tags.type': {},
      version: { shown: false },
    },
    defaultOrder: { column: 'changed_on', direction: 'desc' },
    searches: {
      changed_on: { newer_than: (value) => newerThan(sql.ref('charts.changed_on'), integerOf(value), now()) },
      slice_name: {
        chart_all_text: (value) =>
          anyText(
            [sql.ref('charts.slice_name'), sql.ref('charts.description'), sql.ref('charts.viz_type'), datasetName],
            textOf(value),
          ),
      },
      id: {
        chart_is_favorite: (value, principal) => when(flagOf(value), starred(principal, 'chart', 'charts.id')),
        chart_is_certified: (value) => when(flagOf(value), sql<SqlBool>`coalesce(charts.certified_by, '') <> ''`),
        chart_owned_created_favored_by_me: (value, principal) =>
          when(
            flagOf(value),
            sql<SqlBool>`(${owned(principal, 'chart', 'charts.id')} or ${createdBy(principal, 'charts.created_by')} or
              ${starred(principal, 'chart', 'charts.id')})`,
          ),
      },
      tags: {
        chart_tags: (value) => hasTagNamed('chart', 'charts.id', textOf(value)),
        chart_tag_id: (value) => hasTag('chart', 'charts.id', integerOf(value)),
      },
      created_by: {
        chart_has_created_by: (value) => when(flagOf(value), sql<SqlBool>`charts.created_by is not null`),
        chart_created_by_me: (value, principal) => when(flagOf(value), createdBy(principal, 'charts.created_by')),
      },
    },
    related: {
      owners: userChoices('Chart'),
      created_by: userChoices('Chart'),
      changed_by: userChoices('Chart'),
      last_saved_by: userChoices('Chart'),
      tags: tagChoices,
      dashboards: {
        from: (principal) =>
          sql`from dashboards where dashboards.deleted_on is null and ${visibleDashboard(principal, dashboardRoles)}`,
        value: sql.ref('dashboards.id'),
        text: sql.ref('dashboards.dashboard_title'),
      },
      datasource_id: {
        from: (principal) =>
          sql`from datasets where datasets.deleted_on is null and ${readableDataset(principal, 'datasets.id')}`,
        value: sql.ref('datasets.id'),
        text: sql.ref('datasets.table_name'),
      },
    },
    distinct: { viz_type: shownType },
    visible: (principal) => listed(principal, visibleChart(principal, dashboardRoles)),
    rows: async (ids, principal) =>
      (await store.complete(principal, await store.byIds(ids))).map((full) => listRow(full, now().getTime())),
    row: ChartRow,
    addSchema: ChartPost,
    editSchema: ChartPut,
    remove: { permission: 'can_write Chart', run: service.remove },
  };
}

/** The type as rows have it: charts of earlier types are found among those of the type that draws them. */
const shownType: RawBuilder<string> = sql`(case charts.viz_type ${sql.join(
  replacedTypes.map(([former, current]) => sql`when ${sql.lit(former)} then ${sql.lit(current)}`),
  sql` `,
)} else charts.viz_type end)`;

const datasetName: RawBuilder<string | null> =
  sql`(select n.table_name from datasets as n where n.id = charts.datasource_id and n.deleted_on is null)`;

function listRow(full: FullChart, now: number): ChartRow {
  const item = presentChart(full, now);
  const { row, people } = full;
  const saver = row.last_saved_by === null ? null : (people.get(row.last_saved_by) ?? null);
  return {
    ...item,
    edit_url: item.url,
    datasource_name_text: item.datasource_name,
    table: full.dataset && { table_name: full.dataset.table_name, schema: full.dataset.schema },
    created_by_name: nameOf(item.created_by),
    changed_by_name: nameOf(item.changed_by),
    created_on_delta_humanized: relativeTime(item.created_on, now),
    changed_on_utc: item.changed_on,
    changed_on_dttm: Date.parse(item.changed_on),
    last_saved_at: row.last_saved_on,
    last_saved_by: saver,
  };
}
