import { queryContextOf } from '@tessera/viz/query-context';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { simpleFilter } from '../../controls/filters.ts';
import { flights, lines } from '../../chart-editor/editor-fixtures.ts';
import { chartPayload } from '../../chart-editor/chart-payload.ts';
import { conflictSentence, mayOverwrite, readSavedChart, saveMessages, saveProblem } from './saved-chart.ts';

const form = {
  datasource: '7__table',
  viz_type: 'lines',
  slice_id: 3,
  x_axis: 'date',
  metrics: ['count'],
  groupby: [],
  time_range: 'Last week',
  color_scheme: 'x',
  adhoc_filters: [
    { ...simpleFilter('origin', 'EQUALS', 'SEA'), isExtra: true },
    simpleFilter('delay', 'GREATER_THAN', 10),
  ],
  extra_form_data: { filters: [] },
};

test('[3.3-01] the payload holds name, type, dataset, params, query context, dashboards and owners', () => {
  const payload = chartPayload('Delays', form, lines, flights, [4], true);
  expect(payload).toMatchObject({
    slice_name: 'Delays',
    viz_type: 'lines',
    datasource_id: 7,
    datasource_type: 'table',
    dashboards: [4],
    owners: [],
  });
  const context = JSON.parse(payload.query_context) as { queries: unknown[] };
  expect(context).toMatchObject({ datasource: { id: 7, type: 'table' }, result_type: 'full', result_format: 'json' });
  expect(context.queries).toHaveLength(1);
});

test('[3.2-01] params keep the form data under their stored names, [5.0-16] without what a dashboard added', () => {
  const params = JSON.parse(chartPayload('Delays', form, lines, flights, [], true).params) as Record<string, unknown>;
  expect(params).toMatchObject({
    datasource: '7__table',
    viz_type: 'lines',
    x_axis: 'date',
    metrics: ['count'],
    time_range: 'Last week',
    color_scheme: 'x',
  });
  expect(params['adhoc_filters']).toEqual([simpleFilter('delay', 'GREATER_THAN', 10)]);
  expect(params).not.toHaveProperty('extra_form_data');
  expect(params).not.toHaveProperty('slice_id');
});

test('[4.8-01] a new chart is sent with an empty owner list, an overwritten one keeps its owners', () => {
  expect(chartPayload('a', form, lines, flights, [], true).owners).toEqual([]);
  expect(chartPayload('a', form, lines, flights, [], false)).not.toHaveProperty('owners');
});

test('[7.1-01] the request names dataset, queries, form data, format and type of the result', () => {
  expect(queryContextOf(form, lines, flights)).toMatchObject({
    datasource: { id: 7, type: 'table' },
    force: false,
    form_data: form,
    result_format: 'json',
    result_type: 'full',
    queries: [{ columns: ['date'], metrics: ['count'] }],
  });
});

test('[6.0-04] owners and admins overwrite, others do not', () => {
  expect(mayOverwrite({ ownerIds: [1, 2] }, { id: 2, isAdmin: false })).toBe(true);
  expect(mayOverwrite({ ownerIds: [1] }, { id: 2, isAdmin: false })).toBe(false);
  expect(mayOverwrite({ ownerIds: [] }, { id: 2, isAdmin: true })).toBe(true);
});

test.each([
  { target: { isNew: true, dashboard: null }, want: ['Chart [Delays] has been saved'] },
  { target: { isNew: false, dashboard: null }, want: ['Chart [Delays] has been overwritten'] },
  {
    target: { isNew: true, dashboard: { title: 'Air', isNew: true } },
    want: ['Chart [Delays] has been saved', 'Dashboard [Air] just got created and chart [Delays] was added to it'],
  },
  {
    target: { isNew: false, dashboard: { title: 'Air', isNew: false } },
    want: ['Chart [Delays] has been overwritten', 'Chart [Delays] was added to dashboard [Air]'],
  },
])('[8.7-01] the toasts after a save: $want', ({ target, want }) => {
  expect(saveMessages('Delays', target)).toEqual(want);
});

test('[8.2-03] a save that failed says why; one that came second says what to do', () => {
  expect(saveProblem(new ApiError({ status: 422, message: 'Name is taken' }))).toBe(
    'Sorry, there was an error saving this chart: Name is taken',
  );
  expect(saveProblem(null)).toBe('Sorry, there was an error saving this chart: Unknown error');
  expect(saveProblem(new ApiError({ status: 412, message: 'stale' }))).toContain(
    'Somebody saved this chart since you opened it.',
  );
  expect(saveProblem(new ApiError({ status: 404, message: 'Not found' }))).toBe(
    'This chart was deleted, or is no longer shared with you. Your changes are still here: save them as new.',
  );
});

test('[3.1-01] a chart is read from lists, items and explore alike', () => {
  expect(
    readSavedChart({
      slice_id: 5,
      slice_name: 'A',
      owners: [1, 2],
      dashboards: [{ id: 4, dashboard_title: 'Air' }],
      changed_on: '2026-01-01T00:00:00',
    }),
  ).toMatchObject({
    id: 5,
    name: 'A',
    ownerIds: [1, 2],
    dashboards: [{ id: 4, title: 'Air' }],
    changedOn: '2026-01-01T00:00:00',
    version: null,
  });
  expect(readSavedChart({ id: 5, owners: [{ id: 9, first_name: 'Ana', last_name: 'Ray' }], version: 3 })).toMatchObject(
    { owners: [{ id: 9, name: 'Ana Ray' }], version: 3 },
  );
});

test('who saved in between is named, with the time; what is not known is not made up', () => {
  const theirs = readSavedChart({
    id: 4,
    changed_by: { id: 9, first_name: 'Bo', last_name: 'Lind' },
    changed_on: '2026-01-02T10:00:00.000Z',
  });
  expect(conflictSentence(theirs, Date.parse('2026-01-02T10:05:30Z'))).toContain(
    'Bo Lind saved this chart (5 minutes ago) while you were editing it.',
  );
  expect(conflictSentence({ ...theirs, changedBy: null }, 0)).toContain(
    'This chart was saved by someone else while you were editing it.',
  );
  expect(conflictSentence({ ...theirs, changedOn: null }, 0)).toContain('by someone else');
});

test('a filter by an integer beyond 2^53 is saved as that integer', () => {
  const payload = chartPayload(
    'Delays',
    { ...form, adhoc_filters: [simpleFilter('id', 'EQUALS', 9007199254740993n)] },
    lines,
    flights,
    [],
    true,
  );
  expect(payload.params).toContain('"comparator":9007199254740993}');
  expect(payload.query_context).toContain('"comparator":9007199254740993}');
});
