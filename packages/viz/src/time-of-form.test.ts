import { expect, it } from 'vitest';
import { currentForm } from './former-types.ts';
import { plugins, vizEntryOf } from './registry.ts';
import { typesWithoutFilters, typesWithTimeRange } from './time-of-form.ts';

const range = '2024-01-01 : 2024-02-01';
const filter = (comparator: string, subject = 'day') => ({
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject,
  operator: 'TEMPORAL_RANGE',
  comparator,
});

it.each([
  [{ time_range: range }, [filter(range)]],
  [{ since: '7 days', until: '' }, [filter('7 days ago : today')]],
  [{ time_range: range, adhoc_filters: [filter('No filter')] }, [filter(range)]],
  [{ time_range: range, adhoc_filters: [filter(range)] }, [filter(range)]],
  [{ time_range: range, adhoc_filters: [filter('No filter', 'other')] }, [filter('No filter', 'other'), filter(range)]],
  [{ time_range: range, adhoc_filters: [filter('Last week')] }, [filter('Last week'), filter(range)]],
])('[3.2-01] a pill shows and changes the one range of time that %j asks for', async (span, filters) => {
  const form = { viz_type: 'pie', groupby: ['a'], metric: 'm', granularity_sqla: 'day', ...span };
  const next = currentForm(form);
  expect(next).toEqual({ ...form, adhoc_filters: filters, time_range: undefined, since: undefined, until: undefined });
  const [query] = (await vizEntryOf('pie')?.load())?.buildQueries(next, { ownState: {} }) ?? [];
  expect(query?.filters).toEqual(
    filters.map(({ subject, operator, comparator }) => ({ col: subject, op: operator, val: comparator })),
  );
  expect(query).not.toHaveProperty('time_range');
});

it('both queries of a mixed chart have the range that they share', () => {
  const form = { viz_type: 'mixed_timeseries', granularity_sqla: 'day', time_range: range, adhoc_filters_b: [] };
  expect(currentForm(form)).toMatchObject({ adhoc_filters: [filter(range)], adhoc_filters_b: [filter(range)] });
});

it('the control for a range of time shows the two ends of an older form', () => {
  expect(currentForm({ viz_type: 'rose', granularity_sqla: 'day', since: '2023', until: '2024' })).toEqual({
    viz_type: 'rose',
    granularity_sqla: 'day',
    time_range: '2023 : 2024',
  });
});

it.each([{ time_range: 'No filter' }, { time_range: '' }, { time_range: range, granularity_sqla: undefined }])(
  'a form whose query has no range stays as it is: %j',
  (span) => {
    const form = { viz_type: 'pie', granularity_sqla: 'day', ...span };
    expect(currentForm(form)).toBe(form);
  },
);

it('every type has its span of time where it is said to be', async () => {
  for (const [type, entry] of Object.entries(plugins)) {
    const { controls } = await entry.load();
    expect([type, 'time_range' in controls]).toEqual([type, typesWithTimeRange.has(type)]);
    expect([type, !('adhoc_filters' in controls)]).toEqual([type, typesWithoutFilters.has(type)]);
  }
});
