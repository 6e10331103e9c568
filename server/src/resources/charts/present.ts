import { relativeTime } from '@tessera/core/relative-time';
import { chartHref, newChartHref } from '@tessera/core/pages';
import { currentForm, currentType } from '@tessera/viz/former-types';
import { parseObject } from '../json-text.ts';
import { thumbnailUrl } from '../../render/thumbnail-url.ts';
import { withoutNamesOfRows } from '../stored-names.ts';
import type { ChartItem } from './schema.ts';
import type { FullChart } from './store.ts';

/** The fields of a chart that clients get, one by one: a new column of the table does not leak. */
export function presentChart({ row, owners, dataset, dashboards, tags, people }: FullChart, now: number): ChartItem {
  const url = chartHref(row.id);
  return {
    id: row.id,
    slice_id: row.id,
    uuid: row.uuid,
    slice_name: row.slice_name,
    slice_url: url,
    url,
    viz_type: currentType(row.viz_type, parseObject(row.params)),
    params: row.params,
    form_data: formData(row),
    query_context: row.query_context,
    datasource: datasourceKey(row),
    datasource_id: row.datasource_id,
    datasource_type: row.datasource_type,
    datasource_name: dataset?.table_name ?? null,
    datasource_url: dataset && newChartHref(dataset.id, row.datasource_type),
    datasource_uuid: dataset?.uuid ?? null,
    description: row.description,
    description_markeddown: row.description === null ? '' : escapeHtml(row.description),
    cache_timeout: row.cache_timeout,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally === 1,
    external_url: row.external_url,
    owners: [...owners],
    dashboards: dashboards.map((one) => ({ ...one, json_metadata: withoutNamesOfRows(one.json_metadata) })),
    created_by: user(people, row.created_by),
    changed_by: user(people, row.changed_by),
    created_on: row.created_on,
    changed_on: row.changed_on,
    modified: relativeTime(row.changed_on, now),
    changed_on_delta_humanized: relativeTime(row.changed_on, now),
    thumbnail_url: thumbnailUrl(row),
    tags: [...tags],
    version: row.version,
  };
}

type FormSource = Pick<FullChart['row'], 'id' | 'params' | 'viz_type' | 'datasource_id' | 'datasource_type'>;

/** Saved form data with the keys that the chart's own columns decide. Text that is no JSON object gives only those. */
function formData(row: FormSource): Record<string, unknown> {
  return {
    ...currentForm({ ...parseObject(row.params), viz_type: row.viz_type }),
    slice_id: row.id,
    ...(row.datasource_id === null ? {} : { datasource: datasourceKey(row) }),
  };
}

/** `{id}__{type}` ([3.1-02]); null without a dataset. */
function datasourceKey(row: Pick<FormSource, 'datasource_id' | 'datasource_type'>): string | null {
  return row.datasource_id === null ? null : `${row.datasource_id}__${row.datasource_type}`;
}

function user(people: FullChart['people'], id: number | null) {
  return id === null ? null : (people.get(id) ?? null);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
