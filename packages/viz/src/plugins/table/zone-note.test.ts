import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { table } from './index.ts';

const viz = erase(table);
const evening = Date.UTC(2024, 0, 31, 23, 30);
const raw = { query_mode: 'raw', all_columns: ['at'] };
const said = ['Times are written in UTC; the days of this dataset are those of Europe/Rome.'];

const notesOf = (form: Readonly<Record<string, unknown>>, at: number, timeZone: string | null) =>
  viz.notes([{ ...resultOf({ 'at:temporal': [at] }), timeZone }], form, contextOf({}));

test('stored times beside days of another zone say in which they are written', () => {
  expect(notesOf(raw, evening, 'Europe/Rome')).toEqual(said);
  expect(notesOf({ query_mode: 'aggregate', groupby: [], metrics: ['at'] }, evening, 'Europe/Rome')).toEqual(said);
});

test('dates, times of a grain and those of a dataset without a zone say nothing', () => {
  expect(notesOf(raw, Date.UTC(2024, 0, 31), 'Europe/Rome')).toEqual([]);
  expect(notesOf(raw, evening, null)).toEqual([]);
  const grained = {
    query_mode: 'aggregate',
    groupby: ['at'],
    time_grain_sqla: 'PT1H',
    temporal_columns_lookup: { at: true },
  };
  expect(notesOf(grained, evening, 'Europe/Rome')).toEqual([]);
});
