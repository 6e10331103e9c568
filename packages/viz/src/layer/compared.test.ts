import { expect, test } from 'vitest';
import { resultOf } from '../testing/tables.ts';
import { comparedNotes } from './compared.ts';

const DAY = 86_400_000;
const from = Date.UTC(2024, 1, 5);
const of = (offset: string, days: number) => ({
  ...resultOf({ 'day:temporal': [from], 'n:numeric': [1] }),
  fromMs: from,
  toMs: from + 28 * DAY,
  compared: [{ offset, fromMs: from - days * DAY, toMs: from + (28 - days) * DAY }],
});
const weekly = { time_grain_sqla: 'P1W' };

test('a year of weeks is said in weeks', () => {
  const note = '1 year ago: each week stands beside the one of 52 weeks before';
  const result = of('1 year ago', 364);
  expect(comparedNotes([result, result], weekly)).toEqual([note]);
  expect(comparedNotes([of('30 days ago', 28)], weekly)).toHaveLength(1);
  expect(comparedNotes([result], { time_grain_sqla: 'P1M' })).toEqual([]);
  expect(comparedNotes([result], { time_grain_sqla: 'P1D' })).toEqual([]);
  expect(comparedNotes([result], {})).toEqual([]);
});

test('what is whole weeks by itself, and what is no amount, says nothing', () => {
  for (const result of [of('52 weeks ago', 364), of('28 days ago', 28), of('2023-02-06', 364), of('1 year ago', 365)])
    expect(comparedNotes([result], weekly)).toEqual([]);
});

test('an amount that is not whole months, quarters or years says so where those are drawn', () => {
  const note = '1 week ago does not go back by whole periods of the axis: some are compared with parts, or not at all';
  expect(comparedNotes([of('1 week ago', 7)], { time_grain_sqla: 'P1M' })).toEqual([note]);
  const said = (offset: string, grain: string) => comparedNotes([of(offset, 90)], { time_grain_sqla: grain }).length;
  expect([said('90 days ago', 'P1M'), said('1 month ago', 'P3M'), said('1 quarter', 'P1Y')]).toEqual([1, 1, 1]);
  const number = { ...of('1 week ago', 7), table: resultOf({ 'n:numeric': [1] }).table };
  expect(comparedNotes([number], { time_grain_sqla: 'P1M' })).toEqual([]);
  expect([said('3 months ago', 'P3M'), said('1 year ago', 'P3M'), said('inherit', 'P1M')]).toEqual([0, 0, 0]);
});

test('a time without a row says so, once, unless there is nothing at all', () => {
  const result = of('1 year ago', 365);
  const empty = { ...result, compared: [{ offset: '1 year ago', fromMs: null, toMs: null, rowCount: 0 }] };
  expect(comparedNotes([empty, empty], {})).toEqual(['1 year ago: no rows in that time']);
  expect(comparedNotes([{ ...empty, table: resultOf({ 'n:numeric': [] }).table }], {})).toEqual([]);
  expect(
    comparedNotes([{ ...empty, compared: [{ offset: '1 year ago', fromMs: 0, toMs: 1, rowCount: 3 }] }], {}),
  ).toEqual([]);
});
