import type { AdhocFilter, RawForm } from '../form-data.ts';
import type { QueryColumn, QueryFilter } from '../query-object.ts';
import { adhocFiltersOf, queryFiltersOf } from './adhoc.ts';

/** What a dashboard filter or a clicked mark adds to the form data of the charts in its scope. */
export type ExtraFormData = {
  readonly adhoc_filters?: readonly AdhocFilter[];
  readonly filters?: readonly QueryFilter[];
  readonly interactive_groupby?: readonly QueryColumn[];
  readonly interactive_highlight?: readonly unknown[];
  readonly interactive_drilldown?: readonly unknown[];
  readonly custom_form_data?: RawForm;
  /** Of the settings of time, `null` takes away what the chart has, and a missing one leaves it. */
  readonly granularity?: string | null;
  readonly granularity_sqla?: string | null;
  readonly time_column?: string | null;
  readonly time_grain?: string | null;
  readonly time_range?: string | null;
  readonly time_compare?: string | null;
  readonly time_grain_sqla?: string | null;
  readonly visible_deckgl_layers?: readonly number[];
  readonly relative_start?: 'today' | 'now';
  readonly relative_end?: 'today' | 'now';
};

/** State of one filter or chart on a dashboard ([3.10-02]). */
export type DataMask = {
  readonly id: string;
  readonly extraFormData: ExtraFormData;
  readonly filterState: RawForm;
  readonly ownState: RawForm;
};

const APPENDED = [
  'adhoc_filters',
  'filters',
  'interactive_groupby',
  'interactive_highlight',
  'interactive_drilldown',
] as const;
const OVERRIDING = [
  'granularity',
  'granularity_sqla',
  'time_column',
  'time_grain',
  'time_range',
  'time_compare',
  'time_grain_sqla',
] as const;
const RELATIVE = ['relative_start', 'relative_end'] as const;

export function emptyDataMask(id: string): DataMask {
  return { id, extraFormData: {}, filterState: {}, ownState: {} };
}

/** A saved or received value as extra form data; parts of the wrong shape are left out. */
export function readExtraFormData(value: unknown): ExtraFormData {
  const given = recordOf(value);
  const entries: [string, unknown][] = [];
  for (const key of APPENDED) {
    const items =
      key === 'adhoc_filters'
        ? adhocFiltersOf(given[key])
        : key === 'filters'
          ? queryFiltersOf(given[key])
          : given[key];
    if (Array.isArray(items) && items.length > 0) entries.push([key, items]);
  }
  for (const key of OVERRIDING)
    if (given[key] === null || (typeof given[key] === 'string' && given[key] !== '')) entries.push([key, given[key]]);
  const layers = given['visible_deckgl_layers'];
  if (Array.isArray(layers) && layers.every((layer) => typeof layer === 'number'))
    entries.push(['visible_deckgl_layers', layers]);
  for (const key of RELATIVE) if (given[key] === 'today' || given[key] === 'now') entries.push([key, given[key]]);
  const custom = recordOf(given['custom_form_data']);
  if (Object.keys(custom).length > 0) entries.push(['custom_form_data', custom]);
  return Object.fromEntries(entries);
}

/** Several filters on one chart: lists are joined in order, of single values the last one wins. */
export function mergeExtraFormData(parts: readonly ExtraFormData[]): ExtraFormData {
  const merged: Record<string, unknown> = {};
  for (const part of parts) {
    for (const key of APPENDED) if (part[key]?.length) merged[key] = [...listOf(merged[key]), ...part[key]];
    for (const key of [...OVERRIDING, ...RELATIVE, 'visible_deckgl_layers'] as const)
      if (part[key] !== undefined) merged[key] = part[key];
    if (part.custom_form_data)
      merged['custom_form_data'] = { ...recordOf(merged['custom_form_data']), ...part.custom_form_data };
  }
  return merged;
}

function recordOf(value: unknown): RawForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawForm) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
