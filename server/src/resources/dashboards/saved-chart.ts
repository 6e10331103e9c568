import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { currentForm } from '@tessera/viz/former-types';
import { vizEntryOf } from '@tessera/viz/registry';
import type { SavedChart } from '@tessera/viz/saved-queries';
import type { Selectable } from 'kysely';
import type { ChartsTable } from '../../metadata/tables.ts';
import { readContext } from '../chart-data/schema.ts';
import { isObject, parseJson } from './json-metadata.ts';

export type StoredChart = Pick<
  Selectable<ChartsTable>,
  'id' | 'viz_type' | 'params' | 'query_context' | 'datasource_id' | 'datasource_type'
>;

/** Queries of a form whose type only the older protocol knows. */
export type LegacyQueries = (form: RawForm) => readonly QueryObject[];

/** A chart as it was saved: its form, and the queries that its client made of it. */
export async function savedChart(legacyQueries: LegacyQueries, chart: StoredChart): Promise<SavedChart> {
  const form = formOf(chart);
  const entry = vizEntryOf(String(form['viz_type']));
  return {
    form,
    queries: [...savedQueries(chart), ...(entry ? [] : legacyQueries(form))],
    viz: entry ? await entry.load() : null,
    capabilities: entry?.capabilities ?? null,
  };
}

/** Its form under the type that it has now. */
export function formOf({ params, id, viz_type, datasource_id, datasource_type }: StoredChart): RawForm {
  const stored = params === null ? null : parseJson(params);
  return {
    ...currentForm({ ...(isObject(stored) ? stored : {}), viz_type }),
    slice_id: id,
    datasource: `${datasource_id}__${datasource_type}`,
  };
}

/** Queries that the client which saved the chart made of its form. */
function savedQueries({ query_context }: StoredChart): readonly QueryObject[] {
  if (query_context === null || query_context === '') return [];
  try {
    return readContext({ form_data: query_context }).queries;
  } catch {
    return [];
  }
}
