import { expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { annotationSource } from './annotation-source.ts';

const axis = {
  columnType: 'BASE_AXIS',
  sqlExpression: 'day',
  label: 'day',
  expressionType: 'SQL',
  timeGrain: 'P1D',
} as const;
const range = (val: string, col = 'day') => ({ col, op: 'TEMPORAL_RANGE', val });
const parent: QueryObject = {
  columns: [{ ...axis, label: 'when' }],
  filters: [range('Last week', 'when')],
  extras: { time_grain_sqla: 'P1M' },
  granularity: 'sold',
};
const source: QueryObject = {
  columns: [axis],
  metrics: ['count'],
  filters: [range('2020 : 2021'), { col: 'kind', op: '==', val: 1 }],
  annotation_layers: [{ name: 'itself' }],
  result_type: 'full',
};
const made = (overrides: object, from: QueryObject = source, mainTime: string | null = null) =>
  annotationSource(from, { overrides }, parent, mainTime);

test('[3.6-01] without overrides the source is asked as it was saved, without annotations of its own', () => {
  expect(made({})).toEqual({
    columns: [axis],
    metrics: ['count'],
    filters: source.filters,
    annotation_layers: [],
    row_limit: 10_000,
  });
  expect(made({}, { ...source, row_limit: 50 }).row_limit).toBe(50);
  expect(made({}, { ...source, row_limit: 90_000 }).row_limit).toBe(10_000);
});

test('[3.6-01] an override with a value replaces what the source says', () => {
  expect(made({ time_range: '2026 : 2027' }).filters).toEqual([
    { col: 'kind', op: '==', val: 1 },
    range('2026 : 2027'),
  ]);
  expect(made({ time_range: null }).filters).toEqual([{ col: 'kind', op: '==', val: 1 }, range('Last week')]);
  expect(made({ time_grain_sqla: null })).toMatchObject({
    columns: [{ ...axis, timeGrain: 'P1M' }],
    extras: { time_grain_sqla: 'P1M' },
  });
  expect(made({ time_shift: '1 year' }).time_shift).toBe('1 year');
  expect(made({ time_shift: null })).not.toHaveProperty('time_shift');
  expect(made({ granularity: null, time_range: '2026 : 2027' })).toMatchObject({
    granularity: 'sold',
    time_range: '2026 : 2027',
  });
});

test('a range finds its column: the axis, or the main time column; without either it has none', () => {
  expect(made({ time_range: 'Last day' }, { columns: [axis] }).filters).toEqual([range('Last day')]);
  expect(made({ time_range: 'Last day' }, { columns: ['name'] }, 'made_on').filters).toEqual([
    range('Last day', 'made_on'),
  ]);
  expect(made({ time_range: 'Last day' }, { columns: ['name'] })).not.toHaveProperty('filters');
});
