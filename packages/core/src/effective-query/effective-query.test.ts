import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildQueryObject } from '../build-query.ts';
import type { ExtraFormData } from '../filters/data-mask.ts';
import { buildQueryCases } from '../fixtures/build-query.ts';
import type { RawForm } from '../form-data.ts';
import type { QueryObject } from '../query-object.ts';
import { stableJson } from '../stable-json.ts';
import { effectiveQuery, type BuildQueries } from './effective-query.ts';
import { chartsTouchedBy, sourceId } from './reach.ts';
import { reaches, standalone, type AppliedMask, type EffectiveInput } from './sources.ts';

const build: BuildQueries = (form, { ownState, forExport }) => [
  {
    ...buildQueryObject(form),
    ...(typeof ownState['currentPage'] === 'number' && forExport !== true
      ? { row_offset: ownState['currentPage'] * 10 }
      : {}),
  },
];

const byName = (id: string, extraFormData: ExtraFormData, ...scope: number[]): AppliedMask => ({
  source: { kind: 'filter', id, name: `Filter ${id}` },
  extraFormData,
  scope: new Set(scope),
});
const bySelection = (chartId: number, extraFormData: ExtraFormData, ...scope: number[]): AppliedMask => ({
  source: { kind: 'cross_filter', placementId: `CHART-${chartId}`, chartId, name: `Chart ${chartId}` },
  extraFormData,
  scope: new Set(scope),
});
const region = { col: 'region', op: 'IN', val: ['EU'] };
const year = { col: 'year', op: '>=', val: 2000 };
const saved: RawForm = {
  columns: ['name'],
  metrics: ['count'],
  row_limit: 50,
  time_range: 'Last year',
  granularity_sqla: 'ds',
  adhoc_filters: [
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'name', operator: '==', comparator: 'Ann' },
    { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' },
  ],
};

/** Sources of a part, as texts. */
function sourcesOf(input: EffectiveInput, path: string, value?: unknown): readonly string[] {
  const { parts } = effectiveQuery(input, build);
  return parts
    .filter((part) => part.path === path && (value === undefined || stableJson(part.value) === stableJson(value)))
    .flatMap(({ sources }) => sources.map(sourceId));
}

describe('provenance', () => {
  const input: EffectiveInput = {
    ...standalone(saved, 7),
    url: { city: 'Rome' },
    masks: [
      byName('R', { filters: [region], time_range: 'Last week' }, 7),
      bySelection(2, { filters: [year], adhoc_filters: [sqlFilter('1 = 0')], time_range: 'Last day' }, 7),
    ],
    timeOverride: { from: 'Overview', grain: 'P1M' },
    ownState: { currentPage: 3, clientView: { scroll: 5 } },
  };
  test.each([
    ['filters', { col: 'name', op: '==', val: 'Ann' }, ['chart']],
    ['filters', { col: 'city', op: '==', val: 'Rome' }, ['url']],
    ['filters', region, ['filter:R']],
    ['filters', year, ['cross_filter:CHART-2']],
    ['time_range', 'Last day', ['cross_filter:CHART-2']],
    ['granularity', 'ds', ['chart']],
    ['extras.time_grain_sqla', 'P1M', ['time_override']],
    ['extras.where', '(a > 1) AND (1 = 0)', ['chart', 'cross_filter:CHART-2']],
    ['row_offset', 30, ['own_state']],
    ['metrics', 'count', ['chart']],
  ])('%s %j comes from %j', (path, value, want) => {
    expect(sourcesOf(input, path, value)).toEqual(want);
  });

  test('an equal filter of two sources is reported for both', () => {
    const twice = {
      ...standalone(saved, 7),
      masks: [byName('A', { filters: [year] }, 7), byName('B', { filters: [year] }, 7)],
    };
    expect(sourcesOf(twice, 'filters', year)).toEqual(['filter:A', 'filter:B']);
  });

  test('a time setting that null removes is reported with its filter', () => {
    const cleared = { ...standalone(saved, 7), masks: [byName('T', { time_range: null }, 7)] };
    expect(effectiveQuery(cleared, build).queries[0]?.time_range).toBeNull();
    expect(sourcesOf(cleared, 'time_range')).toEqual(['filter:T']);
  });

  test('a query that only a source brings comes from it', () => {
    const counted: BuildQueries = (form, context) => [
      ...build(form, context),
      ...('extra_form_data' in form ? [{ is_rowcount: true }] : []),
    ];
    const { parts } = effectiveQuery(
      { ...standalone(saved, 7), masks: [byName('R', { filters: [region] }, 7)] },
      counted,
    );
    expect(parts.filter(({ query }) => query === 1)).toEqual([
      { query: 1, path: 'is_rowcount', index: null, value: true, sources: [byName('R', {}).source] },
    ]);
  });
});

test('a chart never filters itself, at whatever place it stands', () => {
  const masks = [bySelection(7, { filters: [region] }, 7, 8)];
  expect(effectiveQuery({ ...standalone(saved, 7), masks }, build).applied).toEqual([]);
  expect(effectiveQuery({ ...standalone(saved, 8), masks }, build).applied).toHaveLength(1);
});

test('a filter without a value reaches a chart, and is none of those that act on it', () => {
  const masks = [byName('E', {}, 7), byName('R', { filters: [region] }, 7)];
  expect(effectiveQuery({ ...standalone(saved, 7), masks }, build).applied).toEqual([byName('R', {}).source]);
});

test('an export keeps the filters and leaves paging out', () => {
  const input = {
    ...standalone(saved, 7),
    masks: [byName('R', { filters: [region] }, 7)],
    ownState: { currentPage: 3 },
  };
  const [page] = effectiveQuery(input, build).queries;
  const [all] = effectiveQuery({ ...input, forExport: true }, build).queries;
  expect(page).toEqual({ ...all, row_offset: 30 });
});

test('read backwards: the charts that a filter has a part in', () => {
  const masks = [
    byName('R', { filters: [region], time_range: 'Last week' }, 1, 2),
    byName('T', { time_range: 'Last day' }, 2),
    byName('E', {}, 1, 2, 3),
    // Nothing is left of it on chart 2, where another range wins.
    byName('L', { time_range: 'Last hour' }, 3),
  ];
  const charts = new Map([1, 2, 3].map((id) => [id, effectiveQuery({ ...standalone(saved, id), masks }, build)]));
  const touched = Object.fromEntries(
    masks.map(({ source }) => [source.kind === 'filter' ? source.id : '', chartsTouchedBy(source, charts)]),
  );
  expect(touched).toEqual({ R: [1, 2], T: [2], E: [], L: [3] });
});

test.each(buildQueryCases)('[3.2-01] nothing added gives the saved query: $type: $name', ({ form, ownState }) => {
  const { form: effective, queries, parts } = effectiveQuery({ ...standalone(form, 1), ownState }, build);
  expect(effective).toBe(form);
  expect(queries).toEqual(build(form, { ownState }));
  if (Object.keys(ownState).length === 0)
    expect(new Set(parts.flatMap(({ sources }) => sources.map(sourceId)))).toEqual(new Set(['chart']));
});

describe('any dashboard', () => {
  test('every part of the query has a source, and no other parts are reported', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { queries, parts } = effectiveQuery(input, build);
        const reaching = input.masks.filter((mask) => reaches(mask, input.chartId));
        expect(parts.map(({ query, path, index }) => `${query} ${path} ${index}`)).toEqual(queries.flatMap(pathsOf));
        const known = new Set([
          'chart',
          'url',
          'time_override',
          'own_state',
          ...reaching.map(({ source }) => sourceId(source)),
        ]);
        for (const { sources } of parts) {
          expect(sources.length).toBeGreaterThan(0);
          for (const source of sources) expect(known).toContain(sourceId(source));
        }
      }),
    );
  });

  test('a mask out of scope changes nothing', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const inScope = input.masks.filter((mask) => reaches(mask, input.chartId));
        const { input: _, ...all } = effectiveQuery(input, build);
        const { input: __, ...reaching } = effectiveQuery({ ...input, masks: inScope }, build);
        expect(all).toEqual(reaching);
      }),
    );
  });

  test('without a source, what others made of the filters stays', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (input, pick) => {
        const gone = input.masks[pick % Math.max(1, input.masks.length)];
        if (!gone) return;
        const id = sourceId(gone.source);
        const others = { ...input, masks: input.masks.filter(({ source }) => sourceId(source) !== id) };
        // A saved `extra_form_data` comes back with the last mask.
        const { extra_form_data: _, ...form } = input.form;
        const kept = effectiveQuery({ ...input, form }, build).parts.filter(
          ({ path, index, sources }) =>
            path === 'filters' && index !== null && !sources.some((source) => sourceId(source) === id),
        );
        const left = effectiveQuery({ ...others, form }, build).queries[0]?.filters ?? [];
        const texts = (values: readonly unknown[]) => values.map((value) => stableJson(value)).toSorted();
        expect(texts(left)).toEqual(texts(kept.map(({ value }) => value)));
      }),
    );
  });

  test('the order of masks moves no filter and no condition away, only which single value wins', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const there = effectiveQuery(input, build).queries.map(asSets);
        const back = effectiveQuery({ ...input, masks: input.masks.toReversed() }, build).queries.map(asSets);
        expect(back.map(({ filters, conditions }) => ({ filters, conditions }))).toEqual(
          there.map(({ filters, conditions }) => ({ filters, conditions })),
        );
        const single = input.masks.filter(({ extraFormData }) => 'time_range' in extraFormData).length;
        if (single < 2) expect(back).toEqual(there);
      }),
    );
  });
});

test('a grain that is lent is that of the form, by which labels and drills are written', () => {
  const input: EffectiveInput = {
    ...standalone({ ...saved, time_grain_sqla: 'P1Y' }, 7),
    masks: [byName('G', { time_grain_sqla: 'P1M' }, 7), byName('other', { time_grain_sqla: 'P1D' }, 8)],
  };
  const { form, queries } = effectiveQuery(input, build);
  expect([form['time_grain_sqla'], queries[0]?.extras?.time_grain_sqla]).toEqual(['P1M', 'P1M']);
  const overridden = effectiveQuery({ ...input, timeOverride: { from: 'now', grain: 'P1W' } }, build);
  expect(overridden.form['time_grain_sqla']).toBe('P1W');
  expect(effectiveQuery({ ...input, masks: [] }, build).form).toBe(input.form);
});

describe('a time column that is lent', () => {
  const ranged = (subject: string) =>
    ({
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject,
      operator: 'TEMPORAL_RANGE',
      comparator: 'Last year',
    }) as const;
  const chart: RawForm = {
    datasource: '3__table',
    x_axis: 'ds',
    x_axis_sort: 'ds',
    adhoc_filters: [ranged('other'), ranged('ds')],
  };
  const lending = (form: RawForm, datasetId?: number) =>
    effectiveQuery(
      {
        ...standalone(form, 7),
        masks: [
          { ...byName('C', { granularity_sqla: 'created' }, 7), ...(datasetId === undefined ? {} : { datasetId }) },
        ],
      },
      build,
    );

  test('is the axis of a chart over time, and the range of its axis moves with it', () => {
    const { form, queries } = lending(chart, 3);
    expect(form).toMatchObject({ x_axis: 'created', x_axis_sort: 'created' });
    expect(form['adhoc_filters']).toEqual([ranged('other'), ranged('created')]);
    expect(queries[0]).toMatchObject({ granularity: 'created' });
    expect(lending(chart).form).toMatchObject({ x_axis: 'created' });
  });

  test('moves the ranges of both queries of a mixed chart', () => {
    const mixed = { ...chart, adhoc_filters_b: [ranged('ds'), ranged('other')] };
    expect(lending(mixed, 3).form['adhoc_filters_b']).toEqual([ranged('created'), ranged('other')]);
  });

  test('leaves an axis of categories, and moves the first range', () => {
    const { form } = lending({ ...chart, x_axis: 'name' }, 3);
    expect(form).toMatchObject({ x_axis: 'name', adhoc_filters: [ranged('created'), ranged('ds')] });
  });

  test('does not reach charts of another dataset', () => {
    const { form, queries } = lending(chart, 4);
    expect(form).toMatchObject({ x_axis: 'ds', adhoc_filters: chart['adhoc_filters'] });
    expect(queries[0]).not.toHaveProperty('granularity');
  });
});

describe('a time range that is lent', () => {
  const ranged = (subject: string, comparator: string) =>
    ({ expressionType: 'SIMPLE', clause: 'WHERE', subject, operator: 'TEMPORAL_RANGE', comparator }) as const;
  const brushed = { col: 'ds', op: 'TEMPORAL_RANGE', val: '2024-01-05 : 2024-01-09' };
  const chart: RawForm = {
    columns: ['name'],
    adhoc_filters: [ranged('ds', 'Last year'), saved['adhoc_filters']].flat(),
  };
  const rangesOf = (input: EffectiveInput) =>
    (effectiveQuery(input, build).queries[0]?.filters ?? []).filter(({ op }) => op === 'TEMPORAL_RANGE');

  test('takes the place of the range that the chart filters its column by, and is reported as its source', () => {
    const input = { ...standalone(chart, 7), masks: [byName('T', { time_range: 'Last week' }, 7)] };
    const own = { col: 'ds', op: 'TEMPORAL_RANGE', val: 'Last week' };
    expect(rangesOf(input)).toEqual([own]);
    expect(sourcesOf(input, 'filters', own)).toEqual(['filter:T']);
    expect(sourcesOf(input, 'filters', { col: 'name', op: '==', val: 'Ann' })).toEqual(['chart']);
    const addressed = { ...standalone(chart, 7), url: { __time_range: 'Last day' } };
    expect(rangesOf(addressed).map(({ val }) => val)).toEqual(['Last day']);
    expect(sourcesOf(addressed, 'filters', { ...own, val: 'Last day' })).toEqual(['url']);
  });

  test('opens the chart where it is No filter, and leaves the chart alone where it is taken away', () => {
    const lending = (range: string | null) =>
      rangesOf({ ...standalone(chart, 7), masks: [byName('T', { time_range: range }, 7)] }).map(({ val }) => val);
    expect([lending('No filter'), lending(null), lending('')]).toEqual([['No filter'], ['Last year'], ['Last year']]);
  });

  test('is for the column that is lent with it, to which the range of the chart moves', () => {
    const input = {
      ...standalone(chart, 7),
      masks: [byName('C', { granularity_sqla: 'created' }, 7), byName('T', { time_range: 'Last week' }, 7)],
    };
    expect(rangesOf(input)).toEqual([{ col: 'created', op: 'TEMPORAL_RANGE', val: 'Last week' }]);
    expect(effectiveQuery(input, build).queries[0]).toMatchObject({ granularity: 'created', time_range: 'Last week' });
  });

  test('moves no other filter, whatever is lent and in which order', () => {
    const lent = fc.array(
      fc.record(
        { time_range: range, filters: fc.constantFrom([region], [brushed], [region, brushed]) },
        { requiredKeys: [] },
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(lent, fc.constantFrom('Last month', null), (given, override) => {
        const input: EffectiveInput = {
          ...standalone(chart, 7),
          masks: given.map((extra, at) => byName(`F${at}`, extra, 7)),
          timeOverride: override === null ? null : { from: 'Overview', range: override },
        };
        const last = override ?? given.map((extra) => extra.time_range).findLast((one) => one !== undefined);
        const added = given.flatMap((extra) => extra.filters ?? []);
        const asked = effectiveQuery(input, build);
        // The filters that are lent, a brush among them, narrow what is shown and keep their values.
        expect(asked.queries[0]?.filters).toEqual([
          ...added,
          { col: 'ds', op: 'TEMPORAL_RANGE', val: last || 'Last year' },
          { col: 'name', op: '==', val: 'Ann' },
        ]);
        const own = asked.parts.find(({ path, index }) => path === 'filters' && index === added.length);
        // A range that is taken away again is the chart's by the mask that takes it.
        const isLent = given.some((extra) => extra.time_range);
        expect(own?.sources.map(({ kind }) => kind)).toEqual([
          override ? 'time_override' : isLent ? 'filter' : 'chart',
        ]);
      }),
    );
  });
});

function asSets({ filters, time_range: range, extras }: QueryObject) {
  return {
    filters: (filters ?? []).map((filter) => stableJson(filter)).toSorted(),
    conditions: (extras?.where ?? '').split(' AND ').toSorted(),
    range: range ?? null,
  };
}

function pathsOf(query: QueryObject, at: number): readonly string[] {
  const { extras, ...fields } = query;
  return [
    ...Object.entries(fields),
    ...Object.entries(extras ?? {}).map(([key, value]): [string, unknown] => [`extras.${key}`, value]),
  ].flatMap(([path, value]) => {
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.length === 0) return [`${at} ${path} null`];
    return value.map((_, index) => `${at} ${path} ${index}`);
  });
}

function sqlFilter(sqlExpression: string) {
  return { expressionType: 'SQL', clause: 'WHERE', sqlExpression } as const;
}

const filters = fc.array(
  fc.record({ col: fc.constantFrom('a', 'b'), op: fc.constantFrom('==', 'IN'), val: fc.constantFrom(1, 'x', null) }),
  { maxLength: 2 },
);
const range = fc.constantFrom('Last week', 'Last day', null);
const extraFormData: fc.Arbitrary<ExtraFormData> = fc.record(
  { filters, time_range: range, adhoc_filters: fc.constantFrom([sqlFilter('x = 1')], [sqlFilter('y = 2')]) },
  { requiredKeys: [] },
);
const scope = fc.uniqueArray(fc.constantFrom(1, 2, 3)).map((ids) => new Set(ids));
const masks = fc
  .array(fc.tuple(fc.boolean(), fc.constantFrom(1, 2, 3), extraFormData, scope), { maxLength: 4 })
  .map((given) =>
    given.map(([isFilter, chartId, extra, ids], at) => ({
      ...(isFilter ? byName(`F${at}`, extra) : bySelection(chartId, extra)),
      // A chart stands at several places: each emits by itself.
      ...(isFilter ? {} : { source: { ...bySelection(chartId, extra).source, placementId: `CHART-${at}` } as const }),
      scope: ids,
    })),
  );
const inputs: fc.Arbitrary<EffectiveInput> = fc.record({
  chartId: fc.constantFrom(1, 2, null),
  form: fc.record(
    {
      columns: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
      metrics: fc.constant(['count']),
      time_range: fc.constant('Last year'),
      adhoc_filters: fc.constant(saved['adhoc_filters']),
      extra_form_data: fc.constant({ filters: [year] }),
    },
    { requiredKeys: ['columns'] },
  ),
  masks,
  url: fc.constantFrom({}, { city: 'Rome' }, { city: ['Rome', 'Oslo'], none: null }),
  timeOverride: fc.constantFrom(null, { from: 'Overview', range: 'Last month' }, { from: 'Overview', column: 'ts' }),
  ownState: fc.constantFrom({}, { currentPage: 2 }, { clientView: {} }),
});
