import { msg } from '@tessera/core/messages';
import type { Dataset, DatasetColumn, DatasetMetric } from '../../api/datasets.ts';

/** A column or metric in the editor. `key` is its id, or a local name before the first save. */
export type ColumnDraft = Omit<DatasetColumn, 'id'> & { readonly id: number | null; readonly key: string };
export type MetricDraft = Omit<DatasetMetric, 'id' | 'additivity'> & {
  readonly id: number | null;
  readonly key: string;
};
export type DatasetSettings = Pick<
  Dataset,
  | 'table_name'
  | 'sql'
  | 'template_params'
  | 'description'
  | 'main_dttm_col'
  | 'time_zone'
  | 'default_endpoint'
  | 'cache_timeout'
  | 'filter_select_enabled'
  | 'fetch_values_predicate'
  | 'always_filter_main_dttm'
  | 'certified_by'
  | 'certification_details'
>;
export type DatasetDraft = {
  readonly settings: DatasetSettings;
  readonly ownerIds: readonly number[];
  readonly columns: readonly ColumnDraft[];
  readonly metrics: readonly MetricDraft[];
};

export type DraftAction =
  | { readonly type: 'settings_changed'; readonly change: Partial<DatasetSettings> }
  | { readonly type: 'owners_changed'; readonly ownerIds: readonly number[] }
  | { readonly type: 'column_changed'; readonly key: string; readonly change: Partial<ColumnDraft> }
  | { readonly type: 'column_added'; readonly key: string }
  | { readonly type: 'column_removed'; readonly key: string }
  | { readonly type: 'metric_changed'; readonly key: string; readonly change: Partial<MetricDraft> }
  | { readonly type: 'metric_added'; readonly key: string }
  | { readonly type: 'metric_removed'; readonly key: string }
  | { readonly type: 'replaced'; readonly draft: DatasetDraft };

/** The draft of a dataset as it is stored. */
export function draftOf(dataset: Dataset): DatasetDraft {
  const {
    table_name,
    sql,
    template_params,
    description,
    main_dttm_col,
    time_zone,
    default_endpoint,
    cache_timeout,
    filter_select_enabled,
    fetch_values_predicate,
    always_filter_main_dttm,
    certified_by,
    certification_details,
  } = dataset;
  return {
    settings: {
      table_name,
      sql,
      template_params,
      description,
      main_dttm_col,
      time_zone,
      default_endpoint,
      cache_timeout,
      filter_select_enabled,
      fetch_values_predicate,
      always_filter_main_dttm,
      certified_by,
      certification_details,
    },
    ownerIds: dataset.owners.map((owner) => owner.id),
    columns: dataset.columns.map((column) => ({ ...pickColumn(column), id: column.id, key: String(column.id) })),
    // Ids of columns and of metrics are counted apart.
    metrics: dataset.metrics.map((metric) => ({ ...pickMetric(metric), id: metric.id, key: `m${metric.id}` })),
  };
}

/** Pure: every edit of the page. */
export function editDraft(draft: DatasetDraft, action: DraftAction): DatasetDraft {
  switch (action.type) {
    case 'settings_changed':
      return { ...draft, settings: { ...draft.settings, ...action.change } };
    case 'owners_changed':
      return { ...draft, ownerIds: action.ownerIds };
    case 'column_changed':
      return changeColumn(draft, action.key, action.change);
    case 'column_added':
      return { ...draft, columns: [...draft.columns, newColumn(action.key)] };
    case 'column_removed': {
      const removed = draft.columns.find((column) => column.key === action.key);
      const settings =
        removed?.column_name === draft.settings.main_dttm_col
          ? { ...draft.settings, main_dttm_col: null }
          : draft.settings;
      return { ...draft, settings, columns: draft.columns.filter((column) => column.key !== action.key) };
    }
    case 'metric_changed':
      return {
        ...draft,
        metrics: draft.metrics.map((metric) => (metric.key === action.key ? { ...metric, ...action.change } : metric)),
      };
    case 'metric_added':
      return { ...draft, metrics: [...draft.metrics, newMetric(action.key)] };
    case 'metric_removed':
      return { ...draft, metrics: draft.metrics.filter((metric) => metric.key !== action.key) };
    case 'replaced':
      return action.draft;
  }
}

/** A renamed main time column stays the main one; one that is no time any more does not. */
function changeColumn(draft: DatasetDraft, key: string, change: Partial<ColumnDraft>): DatasetDraft {
  const before = draft.columns.find((column) => column.key === key);
  const columns = draft.columns.map((column) => (column.key === key ? { ...column, ...change } : column));
  if (!before || before.column_name !== draft.settings.main_dttm_col) return { ...draft, columns };
  const main = change.is_dttm === false ? null : (change.column_name ?? before.column_name);
  return { ...draft, columns, settings: { ...draft.settings, main_dttm_col: main } };
}

/** What a save sends: everything, in the names of the API; empty texts as null. */
export function bodyOf(draft: DatasetDraft): Readonly<Record<string, unknown>> {
  return {
    ...emptyAsNull(draft.settings),
    table_name: draft.settings.table_name,
    owners: draft.ownerIds,
    columns: draft.columns.map(({ key: _, id, type_generic: __, ...column }) => ({
      ...emptyAsNull(column),
      column_name: column.column_name,
      ...(id === null ? {} : { id }),
    })),
    metrics: draft.metrics.map(({ key: _, id, ...metric }) => ({
      ...emptyAsNull(metric),
      metric_name: metric.metric_name,
      expression: metric.expression,
      ...(id === null ? {} : { id }),
    })),
  };
}

/**
 * What keeps the draft from being saved: by `table_name`, `sql`, `template_params`, by the key of a column or metric
 * (its SQL) or that key with `:name`.
 */
export function draftProblems(draft: DatasetDraft): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  if (draft.settings.table_name.trim() === '') problems.set('table_name', msg('A dataset needs a name.'));
  if (draft.settings.sql !== null && draft.settings.sql.trim() === '') problems.set('sql', msg('The query is empty.'));
  if (!isJsonObject(draft.settings.template_params))
    problems.set('template_params', msg('Write a JSON object, such as {"country": "FR"}.'));
  const calculated = new Map(draft.columns.map((column) => [column.key, column.expression]));
  check(
    draft.columns.map(({ key, column_name }) => ({ key, name: column_name })),
    'column',
    problems,
  );
  check(
    draft.metrics.map(({ key, metric_name }) => ({ key, name: metric_name })),
    'metric',
    problems,
  );
  for (const [key, expression] of calculated)
    if (expression?.trim() === '') problems.set(key, msg('A calculated column needs its SQL.'));
  for (const metric of draft.metrics)
    if (metric.expression.trim() === '') problems.set(metric.key, msg('A metric needs its SQL.'));
  return problems;
}

/** Problems worth showing: a part that was just added and is still empty is no mistake yet. */
export function shownProblems(
  problems: ReadonlyMap<string, string>,
  { columns, metrics }: DatasetDraft,
): ReadonlyMap<string, string> {
  const fresh = new Set([
    ...columns
      .filter((column) => column.id === null && column.column_name === '' && column.expression === '')
      .map(({ key }) => key),
    ...metrics
      .filter((metric) => metric.id === null && metric.metric_name === '' && metric.expression === '')
      .map(({ key }) => key),
  ]);
  return new Map([...problems].filter(([key]) => !fresh.has(key.replace(/:name$/, ''))));
}

function check(
  named: readonly { readonly key: string; readonly name: string }[],
  noun: string,
  problems: Map<string, string>,
): void {
  const seen = new Set<string>();
  for (const { key, name } of named) {
    if (name.trim() === '') problems.set(`${key}:name`, `A ${noun} needs a name.`);
    else if (seen.has(name)) problems.set(`${key}:name`, `Another ${noun} is called ${name}.`);
    seen.add(name);
  }
}

function isJsonObject(text: string | null): boolean {
  if (text === null || text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function newColumn(key: string): ColumnDraft {
  return {
    key,
    id: null,
    column_name: '',
    verbose_name: null,
    type: null,
    type_generic: null,
    is_dttm: false,
    is_active: true,
    groupby: true,
    filterable: true,
    expression: '',
    description: null,
    python_date_format: null,
    certified_by: null,
    certification_details: null,
    warning_text: null,
  };
}

function newMetric(key: string): MetricDraft {
  return {
    key,
    id: null,
    metric_name: '',
    verbose_name: null,
    expression: '',
    description: null,
    d3format: null,
    currency: null,
    extra: null,
    certified_by: null,
    certification_details: null,
    warning_text: null,
  };
}

function pickColumn({
  column_name,
  verbose_name,
  type,
  type_generic,
  is_dttm,
  is_active,
  groupby,
  filterable,
  expression,
  description,
  python_date_format,
  certified_by,
  certification_details,
  warning_text,
}: DatasetColumn): Omit<ColumnDraft, 'id' | 'key'> {
  return {
    column_name,
    verbose_name,
    type,
    type_generic,
    is_dttm,
    is_active,
    groupby,
    filterable,
    expression,
    description,
    python_date_format,
    certified_by,
    certification_details,
    warning_text,
  };
}

function pickMetric({
  metric_name,
  verbose_name,
  expression,
  description,
  d3format,
  currency,
  extra,
  certified_by,
  certification_details,
  warning_text,
}: DatasetMetric): Omit<MetricDraft, 'id' | 'key'> {
  return {
    metric_name,
    verbose_name,
    expression,
    description,
    d3format,
    currency,
    extra,
    certified_by,
    certification_details,
    warning_text,
  };
}

function emptyAsNull(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === 'string' && part.trim() === '' ? null : part,
    ]),
  );
}
