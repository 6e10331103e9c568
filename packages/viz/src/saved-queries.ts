import { asColumns } from '@tessera/core/build-query';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import { withLent } from '@tessera/core/effective-query/lent-form';
import { readExtraFormData } from '@tessera/core/filters/data-mask';
import type { QueryColumn, QueryObject } from '@tessera/core/query-object';
import { columnKey } from '@tessera/core/query-scope/canonical';
import { AS_SAVED, type Allowance } from '@tessera/core/query-scope/allowance';
import { rowsOfTotal } from '@tessera/core/query-scope/row-total';
import { dimensionsOf, isWithin, type Within } from '@tessera/core/query-scope/is-within';
import type { Capabilities } from './capabilities.ts';
import type { AnyViz } from './erase.ts';
import { countsOf } from './layer/series-cut.ts';

/** What a dashboard lets its readers change of the queries of one chart. */
export type DashboardAllowance = Pick<Allowance, 'filterColumns' | 'timeRange' | 'timeColumns' | 'resultTypes'> & {
  /** A filter of the dashboard chooses the time grain. */
  readonly timeGrain: boolean;
  /** Dimensions of the dataset: a chart that can be drilled may be split by one of them. */
  readonly drillColumns: readonly string[];
};

export const CHART_ALONE: DashboardAllowance = {
  filterColumns: [],
  timeRange: false,
  timeColumns: [],
  resultTypes: AS_SAVED.resultTypes,
  timeGrain: false,
  drillColumns: [],
};

export type SavedChart = {
  readonly form: RawForm;
  /** Queries that were saved with it, by whatever client; none where it has only its form. */
  readonly queries: readonly QueryObject[];
  /** Null for a chart type that this version does not have: then only its saved queries hold. */
  readonly viz: Pick<AnyViz, 'buildQueries'> | null;
  readonly capabilities: Pick<Capabilities, 'drillsBy' | 'drillsToDetail' | 'pages'> | null;
};

const NOTHING: RawForm = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' };

/**
 * Whether queries are those of a saved chart, but for what its dashboard and its type allow.
 *
 * What changes the shape of a query (the grain, a drill, a page) is built again from the saved form, by the code that
 * the browser builds it with, so that the steps behind it change as the browser's do. What only narrows it is
 * compared by `isWithin`.
 */
export function isOfChart(chart: SavedChart, asked: readonly QueryObject[], allowed: DashboardAllowance): Within {
  const { capabilities } = chart;
  const saved = queriesOfChart(chart);
  const isPaged = capabilities?.pages === true && chart.form['server_pagination'] === true;
  const allowance: Allowance = {
    // A table that asks for pages is searched in its own columns.
    filterColumns: [...allowed.filterColumns, ...(isPaged ? dimensionsOf(saved) : [])],
    timeRange: allowed.timeRange,
    timeColumns: allowed.timeColumns,
    pages: isPaged,
    detail: capabilities?.drillsToDetail === true && allowed.resultTypes.includes('drill_detail'),
    resultTypes: allowed.resultTypes,
  };
  const by = drillColumnsOf(chart, asked, saved, allowed);
  // Step by step down, the dimensions that a chart was broken down by narrow it, and the rows behind it.
  const dimensions = capabilities?.drillsBy === true ? allowed.drillColumns : [];
  const drilled = { ...allowance, filterColumns: [...allowance.filterColumns, ...dimensions] };
  const check = (query: QueryObject): Within => {
    const lent = lentOf(query, saved, allowed);
    const whole = lent === null ? saved : [...saved, ...buildSaved(chart, lent)];
    // A chart of series that do not all fit counts them, and the places of its axis.
    const candidates = [...whole, ...whole.flatMap(countsOf)];
    const plain = isWithin(candidates, [query], drilled);
    return by.some((one) => isDrilled(chart, query, one, lent ?? {}, drilled)) ? { ok: true } : plain;
  };
  for (const query of asked) {
    const plain = check(query);
    // Who may see the rows behind a mark may count them.
    const rows = plain.ok ? null : rowsOfTotal(query);
    if (!plain.ok && !(rows !== null && check(rows).ok)) return plain;
  }
  return { ok: true };
}

/** What a chart asks as it was saved. */
export function queriesOfChart(chart: Pick<SavedChart, 'queries' | 'viz' | 'form'>): readonly QueryObject[] {
  return [...chart.queries, ...buildSaved(chart, {})];
}

/** The queries of a form with what a dashboard lends it: as a card asks them, and as an export does. */
function buildSaved({ viz, form }: Pick<SavedChart, 'viz' | 'form'>, lent: RawForm): readonly QueryObject[] {
  if (viz === null) return [];
  const own = readExtraFormData(form['extra_form_data']);
  const full: RawForm =
    Object.keys(lent).length === 0
      ? form
      : withLent(
          form,
          readExtraFormData({
            ...own,
            ...lent,
            adhoc_filters: [...(own.adhoc_filters ?? []), ...listOf(lent['adhoc_filters'])],
          }),
        );
  try {
    return [{}, { forExport: true }, { forAgain: true }].flatMap((context) =>
      viz.buildQueries(full, { ownState: {}, ...context }),
    );
  } catch {
    // A form that its type cannot read asks for nothing.
    return [];
  }
}

/** What of a query would have to come from the dashboard and changes the shape of the query; null for nothing. */
function lentOf(
  query: QueryObject,
  saved: readonly QueryObject[],
  { timeGrain, timeColumns }: DashboardAllowance,
): RawForm | null {
  const column = query.granularity;
  const grain = query.extras?.time_grain_sqla;
  const where = query.extras?.where ?? '';
  const lent: Record<string, unknown> = {};
  if (timeGrain && grain && saved.every((one) => one.extras?.time_grain_sqla !== grain))
    lent['time_grain_sqla'] = grain;
  if (column && timeColumns.includes(column) && saved.every((one) => one.granularity !== column))
    lent['granularity_sqla'] = column;
  // A required filter without a value asks for no rows.
  if (where.endsWith('(1 = 0)') && saved.every((one) => one.extras?.where !== where)) lent['adhoc_filters'] = [NOTHING];
  return Object.keys(lent).length === 0 ? null : lent;
}

/** By which dimension of the dataset, if any, a request splits a chart that can be split. */
function drillColumnsOf(
  { capabilities }: SavedChart,
  asked: readonly QueryObject[],
  saved: readonly QueryObject[],
  { drillColumns }: DashboardAllowance,
): readonly string[] {
  if (capabilities?.drillsBy !== true) return [];
  const known = new Set(dimensionsOf(saved).map(columnKey));
  const foreign = dimensionsOf(asked).filter((column) => !known.has(columnKey(column)));
  return drillColumns.filter((name) => foreign.includes(name));
}

/** Whether a query is one of a chart split by another dimension; the marks that were chosen filter it. */
function isDrilled(chart: SavedChart, query: QueryObject, by: string, lent: RawForm, allowance: Allowance): boolean {
  const own = dimensionsOf(queriesOfChart(chart));
  const candidates = drilledForms(chart.form, by).flatMap((form) => buildSaved({ viz: chart.viz, form }, lent));
  return isWithin(candidates, [query], { ...allowance, filterColumns: [...allowance.filterColumns, ...own] }).ok;
}

const DIMENSION_KEYS = ['groupby', 'groupby_b', 'columns', 'all_columns', 'series', 'groupbyColumns', 'groupbyRows'];

/** The dimensions of a chart give way to another one, in each of the controls that may hold them. */
function drilledForms(form: RawForm, by: string): readonly RawForm[] {
  const held = DIMENSION_KEYS.filter((key) => asColumns(form[key]).length > 0);
  return [...new Set(['groupby', ...held])].map((key) => ({ ...form, [key]: [by] }));
}

/** Columns by which a selection on a chart filters others. */
export function emittedColumns(chart: SavedChart): readonly QueryColumn[] {
  return dimensionsOf(queriesOfChart(chart)).filter((column) => columnLabel(column) !== '');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
