import type { QueryContext } from '@tessera/core/query-object';
import { isObject, parseJson, type JsonObject } from './dashboards/json-metadata.ts';

/** Where on a dashboard a request for data comes from, as it says itself. */
export type Place =
  | { readonly kind: 'chart'; readonly chartId: number; readonly dashboardId: number | null }
  | { readonly kind: 'filter'; readonly filterId: string | null; readonly dashboardId: number };

/**
 * The place that a request names: in its form data (`slice_id`, `native_filter_id`, `dashboardId`), else in its address
 * (`form_data`, `dashboard_id`). Null where it names none.
 */
export function readPlace(context: QueryContext, addressed: Readonly<Record<string, string>>): Place | null {
  const form: JsonObject = context.form_data ?? {};
  const inAddress = parseJson(addressed['form_data'] ?? '');
  const said = isObject(inAddress) ? inAddress : {};
  const dashboardId = idOf(
    form['dashboardId'] ??
      form['dashboard_id'] ??
      addressed['dashboard_id'] ??
      addressed['dashboardId'] ??
      said['dashboardId'],
  );
  const filterId = form['native_filter_id'];
  if (typeof filterId === 'string' || form['type'] === 'NATIVE_FILTER')
    return dashboardId === null
      ? null
      : { kind: 'filter', dashboardId, filterId: typeof filterId === 'string' ? filterId : null };
  // A drill of older clients has no chart of its own and names the one that it began on.
  const chartId = idOf(form['slice_id']) ?? idOf(form['chart_id']) ?? idOf(said['slice_id']);
  return chartId === null ? null : { kind: 'chart', chartId, dashboardId };
}

function idOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}
