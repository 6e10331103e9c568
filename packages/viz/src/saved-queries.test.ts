import { buildQueryCases } from '@tessera/core/fixtures/build-query';
import { withLent } from '@tessera/core/effective-query/lent-form';
import { readExtraFormData } from '@tessera/core/filters/data-mask';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject, ResultType } from '@tessera/core/query-object';
import { AS_SAVED } from '@tessera/core/query-scope/allowance';
import { isWithin } from '@tessera/core/query-scope/is-within';
import { stableJson } from '@tessera/core/stable-json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryCases as pivotCases } from './plugins/pivot-table/fixtures/queries.ts';
import { isVizType, plugins } from './registry.ts';
import { CHART_ALONE, emittedColumns, isOfChart, type DashboardAllowance, type SavedChart } from './saved-queries.ts';
import type { DrawCase } from './testing/golden.ts';

const types = Object.keys(plugins).filter(isVizType);
const folders = [...new Set(types.map((type) => plugins[type].folder))];
const drawn = (
  await Promise.all(
    folders.map(async (folder) => {
      const module = (await import(`./plugins/${folder}/fixtures/cases.ts`)) as { readonly cases: readonly DrawCase[] };
      return module.cases;
    }),
  )
).flat();

/** Charts of one type: each form of its fixtures, of the worked cases of queries, and with more set. */
async function chartsOf(type: keyof typeof plugins): Promise<readonly SavedChart[]> {
  const entry = plugins[type];
  const viz = await entry.load();
  const forms = [
    ...drawn.filter((one) => one.viz.type === type).map((one) => one.form),
    ...[...buildQueryCases, ...pivotCases].filter((one) => one.form['viz_type'] === type).map((one) => one.form),
  ];
  return forms.flatMap((form) =>
    [form, { ...form, ...settings }, { ...form, server_pagination: true, server_page_length: 20, row_limit: 500 }]
      .map((one): SavedChart => ({ form: one, queries: [], viz, capabilities: entry.capabilities }))
      .filter((chart) => build(chart, {}).length > 0),
  );
}

const settings: RawForm = {
  adhoc_filters: [
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'year', operator: '>', comparator: 2000 },
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'ds', operator: 'TEMPORAL_RANGE', comparator: 'Last year' },
    { expressionType: 'SQL', clause: 'WHERE', sqlExpression: "kind <> 'test'" },
    { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 1' },
  ],
  time_range: 'Last year',
  granularity_sqla: 'ds',
  row_limit: 100,
  series_limit: 5,
};

const allowed: DashboardAllowance = {
  filterColumns: ['country', { expressionType: 'SQL', sqlExpression: 'UPPER(city)', label: 'City' }],
  timeRange: true,
  timeColumns: ['shipped_on'],
  timeGrain: true,
  resultTypes: [...CHART_ALONE.resultTypes, 'drill_detail'],
  drillColumns: ['paint', 'weight_class'],
};

function build(
  { viz, form }: SavedChart,
  lent: RawForm,
  context: { readonly ownState?: RawForm; readonly forExport?: boolean; readonly forAgain?: boolean } = {},
): readonly QueryObject[] {
  const full = Object.keys(lent).length === 0 ? form : withLent(form, readExtraFormData(lent));
  try {
    return viz?.buildQueries(full, { ownState: {}, ...context }) ?? [];
  } catch {
    return [];
  }
}

/** What the filters of a dashboard lend to a chart. */
const lent: fc.Arbitrary<RawForm> = fc
  .record({
    country: fc.option(
      fc.constantFrom('IN', 'NOT IN').chain((op) =>
        fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 3 }).map((val) => ({
          filters: [{ col: 'country', op, val }],
        })),
      ),
    ),
    range: fc.option(
      fc.tuple(fc.integer(), fc.integer()).map(([from, to]) => ({
        filters: [
          { col: 'country', op: '>=', val: from },
          { col: 'country', op: '<=', val: to },
        ],
      })),
    ),
    selection: fc.option(
      fc.string().map((val) => ({
        filters: [
          { col: { expressionType: 'SQL', sqlExpression: 'UPPER(city)', label: 'City' }, op: 'IN', val: [val] },
        ],
      })),
    ),
    time: fc.option(fc.constantFrom('Last week', '2020-01-01 : 2021-01-01').map((time_range) => ({ time_range }))),
    column: fc.option(fc.constant({ granularity_sqla: 'shipped_on' })),
    grain: fc.option(fc.constantFrom('P1D', 'P1W', 'P1Y').map((time_grain_sqla) => ({ time_grain_sqla }))),
    empty: fc.option(
      fc.constant({ adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] }),
    ),
  })
  .map((parts) => {
    const given: readonly RawForm[] = Object.values(parts).filter((part) => part !== null);
    const filters = given.flatMap((part) => listOf(part['filters']));
    return Object.assign({}, ...given, filters.length > 0 ? { filters } : {}) as RawForm;
  });

/** The same query as another client writes it. */
function rewritten(query: QueryObject): QueryObject {
  return {
    ...query,
    filters: (query.filters ?? []).toReversed().map((filter) => ({ ...filter, isExtra: true })),
    applied_time_extras: { a: 1 },
    custom_params: {},
    is_rowcount: query.is_rowcount ?? null,
    time_shift: null,
    post_processing: [...(query.post_processing ?? []), null],
  };
}

describe.each(types)('%s', async (type) => {
  const charts = await chartsOf(type);
  const chart = oneOf(charts);
  const runs = { numRuns: 60 };

  test('is its own saved query, alone and on any dashboard', () => {
    for (const one of charts) {
      const queries = [...build(one, {}), ...build(one, {}, { forExport: true })];
      expect(isOfChart(one, queries, CHART_ALONE)).toEqual({ ok: true });
      expect(isOfChart(one, queries.map(rewritten), allowed)).toEqual({ ok: true });
      // A chart that another client saved has its queries, and no form that we can read.
      const foreign = { ...one, viz: null, queries };
      expect(isOfChart(foreign, queries.map(rewritten), allowed)).toEqual({ ok: true });
    }
  });

  test('passes with whatever the filters of its dashboard lend, and not without that dashboard', () => {
    fc.assert(
      fc.property(chart, lent, fc.boolean(), (at, given, forExport) => {
        const one = charts[at] ?? never();
        const queries = build(one, given, { forExport });
        expect(isOfChart(one, queries, allowed)).toEqual({ ok: true });
        // A question for no rows at all tells nothing, with or without a dashboard.
        const { adhoc_filters: _, ...narrowing } = given;
        if (stableJson(build(one, narrowing, { forExport })) !== stableJson(build(one, {}, { forExport })))
          expect(isOfChart(one, queries.filter(isNarrowed(one)), CHART_ALONE).ok).toBe(
            queries.filter(isNarrowed(one)).length === 0,
          );
      }),
      runs,
    );
  });

  test('passes with each page, order and search that it offers', () => {
    const paged = charts.filter(
      (one) =>
        one.capabilities?.pages === true && one.form['server_pagination'] === true && one.form['row_limit'] === 500,
    );
    expect(paged.length > 0).toBe(plugins[type].capabilities.pages);
    if (paged.length === 0) return;
    fc.assert(
      fc.property(oneOf(paged), fc.integer({ min: 0, max: 24 }), fc.boolean(), lent, (at, page, desc, given) => {
        const one = paged[at] ?? never();
        const [first] = build(one, {});
        const column = first?.columns?.find((item) => typeof item === 'string');
        const ownState = {
          currentPage: page,
          pageSize: 20,
          ...(column !== undefined && { sortBy: [{ key: column, desc }], searchText: 'a', searchColumn: column }),
        };
        expect(isOfChart(one, build(one, given, { ownState }), allowed)).toEqual({ ok: true });
        expect(
          isOfChart(one, build(one, given, { ownState: { ...ownState, sortBy: [{ key: 'pay' }] } }), allowed),
        ).toEqual({ ok: false, reason: 'orderby' });
        expect(
          isOfChart(
            one,
            build(one, given, { ownState: { ...ownState, searchColumn: 'pay', searchText: 'a' } }),
            allowed,
          ),
        ).toEqual({ ok: false, reason: 'filters' });
      }),
      runs,
    );
  });

  test('is split by a dimension of the dataset where its type says so, for chosen marks', () => {
    fc.assert(
      fc.property(chart, fc.constantFrom('paint', 'weight_class'), lent, (at, by, given) => {
        const one = charts[at] ?? never();
        const own = emittedColumns(one);
        const filters = own.map((col) => ({ col, op: '==', val: 'x' }));
        const drilled = drillBy(one, by, { ...given, filters: [...listOf(given['filters']), ...filters] });
        if (drilled.length === 0 || !drilled.some((query) => query.columns?.includes(by))) return;
        expect(isOfChart(one, drilled, allowed).ok).toBe(plugins[type].capabilities.drillsBy);
        expect(isOfChart(one, drillBy(one, 'pay', given), allowed).ok).toBe(false);
        expect(isOfChart(one, drilled, { ...allowed, drillColumns: [] }).ok).toBe(false);
      }),
      runs,
    );
  });

  test('shows the rows behind a mark where its type says so', () => {
    for (const one of charts) {
      const [first] = build(one, {});
      const detail: QueryObject = {
        result_type: 'drill_detail',
        filters: [...(first?.filters ?? []), ...emittedColumns(one).map((col) => ({ col, op: '==', val: 'x' }))],
        extras: { where: first?.extras?.where ?? '' },
        ...(first?.time_range && { time_range: first.time_range }),
        ...(first?.granularity && { granularity: first.granularity }),
        row_limit: 50,
        row_offset: 100,
      };
      expect(isOfChart(one, [detail], allowed).ok).toBe(plugins[type].capabilities.drillsToDetail);
      expect(isOfChart(one, [detail], { ...allowed, resultTypes: CHART_ALONE.resultTypes }).ok).toBe(false);
      const none = { filters: [], extras: {} };
      if ((first?.filters?.length ?? 0) > 0 || first?.extras?.where)
        expect(isOfChart(one, [{ ...detail, ...none }], allowed).ok).toBe(false);
      expect(isOfChart(one, [{ ...detail, filters: [...(detail.filters ?? []), pay] }], allowed).ok).toBe(false);
    }
  });

  test('[attack 41] refuses every other change of every part of its queries', () => {
    fc.assert(
      fc.property(chart, lent, fc.constantFrom(...Object.keys(mutations)), (at, given, part) => {
        const one = charts[at] ?? never();
        const own = build(one, {});
        // A file has all rows of a table in pages, so no page lies beyond what it may show.
        if (part === 'row_offset' && one.form['server_pagination'] === true) return;
        // Of a pivot table that the row limit cuts, all totals are asked.
        const totals = build(one, given, { forAgain: true });
        const isTotal = (changed: QueryObject) => totals.some((total) => stableJson(total) === stableJson(changed));
        for (const query of build(one, given)) {
          for (const mutated of mutations[part as keyof QueryObject](query, own).filter((changed) => !isTotal(changed)))
            expect([part, mutated, isOfChart(one, [mutated], allowed).ok]).toEqual([part, mutated, false]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const pay = { col: 'pay', op: '>', val: 1000 };
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'pay' }, label: 'pay' } as const;
const written = { expressionType: 'SQL', sqlExpression: 'MAX(pay)', label: 'count' } as const;

/** For each part of a query what must not pass; nothing where the server reads nothing of it. */
const mutations: {
  readonly [Part in keyof Required<QueryObject>]: (
    query: QueryObject,
    own: readonly QueryObject[],
  ) => readonly QueryObject[];
} = {
  columns: (query, own) =>
    [
      { ...query, columns: [...(query.columns ?? []), 'pay'] },
      { ...query, columns: [...(query.columns ?? []), { sqlExpression: 'pay', label: 'country' }] },
      { ...query, columns: (query.columns ?? []).map((column) => ({ sqlExpression: 'pay', label: labelOf(column) })) },
      { ...query, columns: query.columns?.slice(1) ?? [] },
    ].filter(
      (one) =>
        one.columns.length > 0 && own.every((of) => JSON.stringify(one.columns) !== JSON.stringify(of.columns ?? [])),
    ),
  groupby: (query) => [{ ...query, groupby: ['pay'] }],
  metrics: (query) => [
    { ...query, metrics: [...(query.metrics ?? []), sum] },
    { ...query, metrics: [...(query.metrics ?? []), written] },
    { ...query, metrics: (query.metrics?.length ? query.metrics : ['x']).map(() => written) },
    { ...query, metrics: ['other'] },
    ...(query.metrics ? [{ ...query, metrics: null }] : [{ ...query, metrics: [] }]),
  ],
  filters: (query) => [
    ...(query.filters ?? [])
      .filter((filter) => filter.col !== 'country' && typeof filter.col === 'string' && filter.op !== 'TEMPORAL_RANGE')
      .map((removed) => ({ ...query, filters: (query.filters ?? []).filter((filter) => filter !== removed) })),
    { ...query, filters: [...(query.filters ?? []), pay] },
    { ...query, filters: [...(query.filters ?? []), { col: 'country', op: 'REGEX', val: '(a+)+' }] },
    {
      ...query,
      filters: [...(query.filters ?? []), { col: { sqlExpression: 'pay', label: 'country' }, op: '>', val: 1 }],
    },
    {
      ...query,
      filters: [
        ...(query.filters ?? []),
        { col: { sqlExpression: '(SELECT 1)', label: 'country', columnType: 'BASE_AXIS' }, op: '>', val: 1 },
      ],
    },
  ],
  orderby: (query) => [
    { ...query, orderby: [['pay', true]] },
    { ...query, orderby: [...(query.orderby ?? []), [written, true]] },
  ],
  granularity: (query) => [{ ...query, granularity: 'born_on' }],
  granularity_sqla: (query) => [{ ...query, granularity_sqla: 'born_on' }],
  time_range: (query, own) => (own.every((one) => one.time_range) ? [{ ...query, time_range: null }] : []),
  time_shift: (query) => [{ ...query, time_shift: '1 year ago' }],
  is_timeseries: (query) => [{ ...query, is_timeseries: query.is_timeseries !== true }],
  is_rowcount: (query) =>
    (query.is_rowcount === true ? [] : [{ ...query, is_rowcount: true }]).filter(() => !isPaged(query)),
  extras: (query) =>
    [
      { where: 'pay > 1000' },
      { where: `${query.extras?.where ?? ''} OR 1 = 1` },
      { where: `(${query.extras?.where || '1 = 1'}) OR (1 = 0)` },
      { having: 'SUM(pay) > 1' },
      { time_grain_sqla: 'PT1S', instant_time_comparison_range: 'r' },
      { instant_time_comparison_range: 'c' },
      { column_order: ['pay'] },
    ].map((changed) => ({ ...query, extras: { ...query.extras, ...changed } })),
  where: (query) => [{ ...query, where: 'pay > 1000' }],
  having: (query) => [{ ...query, having: 'SUM(pay) > 1000' }],
  row_limit: (query) =>
    query.row_limit ? [query.row_limit * 1000, 0, null].map((row_limit) => ({ ...query, row_limit })) : [],
  row_offset: (query) => [{ ...query, row_offset: 1_000_000 }],
  series_columns: (query) => [{ ...query, series_columns: ['pay'] }],
  series_limit: (query) =>
    query.series_limit ? [query.series_limit + 1, 0, null].map((series_limit) => ({ ...query, series_limit })) : [],
  timeseries_limit: (query) => (query.timeseries_limit ? [{ ...query, timeseries_limit: 0 }] : []),
  series_limit_metric: (query) => [{ ...query, series_limit_metric: written }],
  timeseries_limit_metric: (query) => [{ ...query, timeseries_limit_metric: sum }],
  group_others_when_limit_reached: (query) => [{ ...query, group_others_when_limit_reached: true }],
  order_desc: (query) => [{ ...query, order_desc: query.order_desc === false }],
  time_offsets: (query) => [{ ...query, time_offsets: [...(query.time_offsets ?? []), '5 years ago'] }],
  post_processing: (query) => [
    {
      ...query,
      post_processing: [...(query.post_processing ?? []), { operation: 'cum', options: { operator: 'sum' } }],
    },
    ...((query.post_processing ?? []).length > 0 ? [{ ...query, post_processing: [] }] : []).filter(
      () => !isPaged(query),
    ),
  ],
  annotation_layers: (query) => [{ ...query, annotation_layers: [{ name: 'a', sourceType: 'line', value: 9 }] }],
  apply_fetch_values_predicate: (query) => [{ ...query, apply_fetch_values_predicate: true }],
  url_params: (query) => [{ ...query, url_params: { tenant: 'other' } }],
  result_type: (query) =>
    (['query', 'samples', 'columns', 'timegrains', 'explain'] satisfies ResultType[]).map((result_type) => ({
      ...query,
      result_type,
    })),
  datasource: (query) => [{ ...query, datasource: { id: 9, type: 'table' } }],
  applied_time_extras: () => [],
  custom_params: () => [],
  custom_form_data: () => [],
};

/** A table's total and its rows differ in little more than what these mutations change. */
function isPaged(query: QueryObject): boolean {
  return (query.columns ?? []).length === 0 || query.row_offset !== undefined;
}

function labelOf(column: NonNullable<QueryObject['columns']>[number]): string {
  return typeof column === 'string' ? column : (column.label ?? '');
}

/** Queries that a dashboard has changed. */
function isNarrowed(chart: SavedChart): (query: QueryObject) => boolean {
  // The order of keys is no difference.
  const own = [...build(chart, {}), ...build(chart, {}, { forExport: true })].map((query) => stableJson(query));
  return (query) => !own.includes(stableJson(query));
}

function drillBy(chart: SavedChart, by: string, given: RawForm): readonly QueryObject[] {
  const held = ['all_columns', 'columns', 'series'].find((key) => listOf(chart.form[key]).length > 0);
  const key = chart.form['query_mode'] === 'raw' && held ? held : 'groupby';
  return build({ ...chart, form: { ...chart.form, [key]: [by] } }, given);
}

/** A chart by its place, so that a counterexample is short. */
function oneOf(charts: readonly SavedChart[]): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: charts.length - 1 });
}

function never(): never {
  throw new Error('there is no such chart');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

test('a pivot table may be split by a dimension of the dataset, in its rows or its columns', async () => {
  const viz = await plugins.pivot_table_v2.load();
  const form: RawForm = {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['region'],
    groupbyColumns: ['year'],
    metrics: ['n'],
  };
  const chart: SavedChart = { form, queries: [], viz, capabilities: plugins.pivot_table_v2.capabilities };
  const by = (key: string, column: string) => viz.buildQueries({ ...form, [key]: [column] }, { ownState: {} });
  const allowed = { ...CHART_ALONE, drillColumns: ['city'] };
  for (const key of ['groupbyRows', 'groupbyColumns']) {
    expect(isOfChart(chart, by(key, 'city'), allowed)).toEqual({ ok: true });
    expect(isOfChart(chart, by(key, 'secret'), allowed).ok).toBe(false);
  }
});

test('[attack 41] a limit of series holds by both of its names', () => {
  const saved: QueryObject = { columns: ['a'], metrics: ['count'], timeseries_limit: 5 };
  const isAllowed = (more: QueryObject) => isWithin([saved], [{ ...saved, ...more }], AS_SAVED).ok;
  expect([isAllowed({}), isAllowed({ series_limit: 3 }), isAllowed({ series_limit: 100 })]).toEqual([
    true,
    true,
    false,
  ]);
});

test('[attack 41] a column in SQL in the dress of a saved metric sorts nothing', () => {
  const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'a' }, label: 'S' } as const;
  const saved: QueryObject = { columns: ['b'], metrics: [sum, { label: 'count' }], orderby: [[sum, false]] };
  const isAllowed = (by: object, pages = false) =>
    isWithin([saved], [{ ...saved, orderby: [[by as typeof sum, false]] }], { ...AS_SAVED, pages }).ok;
  expect([isAllowed(sum), isAllowed({ ...sum, sqlExpression: null }), isAllowed({ label: 'count' }, true)]).toEqual([
    true,
    true,
    true,
  ]);
  // Marks that make the planner read a column.
  const sqlExpression = 'MAX(hidden)';
  for (const dress of [{ columnType: 'x' }, { timeGrain: null }, { isColumnReference: false }])
    for (const pages of [false, true]) expect(isAllowed({ ...sum, sqlExpression, ...dress }, pages)).toBe(false);
  expect(isAllowed({ label: 'count', aggregate: 'SUM', sqlExpression }, true)).toBe(false);
});

test('[attack 41] bins lie elsewhere only in a column that may be filtered', async () => {
  const entry = plugins.histogram_v2;
  const viz = await entry.load();
  const chart: SavedChart = {
    form: { viz_type: 'histogram_v2', column: 'delay', bins: 3, metrics: [], row_limit: 100 },
    queries: [],
    viz,
    capabilities: entry.capabilities,
  };
  const changed = (more: RawForm) =>
    viz.buildQueries(chart.form, { ownState: {} }).map((query) => ({
      ...query,
      post_processing: (query.post_processing ?? []).flatMap((step) =>
        step ? [{ ...step, options: { ...step.options, ...more } }] : [],
      ),
    }));
  const open = { ...CHART_ALONE, filterColumns: ['delay'] };
  expect(isOfChart(chart, changed({ edges: [0, 1] }), open).ok).toBe(true);
  expect(isOfChart(chart, changed({ edges: [0, 1] }), CHART_ALONE)).toEqual({ ok: false, reason: 'post_processing' });
  expect(isOfChart(chart, changed({ edges: [0, 1], bins: 9 }), open).ok).toBe(false);
});
