import { expect, test } from 'vitest';
import { resultOf } from '../testing/tables.ts';
import { spanOf } from './span.ts';

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
type Asked = { readonly from?: string; readonly to?: string };

function said(grain: string | null, cells: readonly string[], { from, to }: Asked = {}, form: object = {}): string {
  const result = {
    ...resultOf({ 'date:temporal': cells.map(at) }),
    fromMs: from === undefined ? null : at(from),
    toMs: to === undefined ? null : at(to),
  };
  return plain(spanOf([result], { x_axis: 'date', time_grain_sqla: grain, ...form }));
}

/** Formats of ranges set thin spaces around their dashes. */
function plain(text: string): string {
  return text.replace(/[\u2009\u202f]/g, ' ');
}

test.each([
  ['P1M', ['2024-02-01', '2024-04-01'], 'Feb – Apr 2024'],
  ['P1M', ['2024-02-01'], 'Feb 2024'],
  ['P1M', ['2021-01-01', '2023-12-01'], 'Jan 2021 – Dec 2023'],
  ['P1M', ['2011-12-01', '2015-12-01'], '2011 – 2015'],
  ['P3M', ['2024-01-01', '2024-04-01'], 'Jan – Jun 2024'],
  ['P3M', ['2024-01-01'], 'Jan – Mar 2024'],
  ['P1Y', ['2023-01-01', '2024-01-01'], '2023 – 2024'],
  ['P1Y', ['2024-01-01'], '2024'],
  ['P1W', ['2024-02-05', '2024-02-26'], 'Feb 5 – Mar 3, 2024'],
  ['P1W', ['2024-02-05'], 'Feb 5 – 11, 2024'],
  ['P1W/1970-01-03T00:00:00Z', ['2024-02-10', '2024-02-17'], 'Feb 4 – 17, 2024'],
  ['P1D', ['2024-02-01'], 'Feb 1, 2024'],
  ['P1D', ['2024-02-01', '2024-02-03'], 'Feb 1 – 3, 2024'],
  ['P1D', ['2024-01-01', '2024-07-31'], 'Jan – Jul 2024'],
  [null, ['2024-02-01', '2024-02-03'], 'Feb 1 – 3, 2024'],
])('periods of %s from %j are said as %s', (grain, cells, text) => {
  expect(said(grain, cells)).toBe(text);
});

test('a week that begins in the year before is not of that year', () => {
  expect(said('P1W', ['2011-12-26', '2015-12-28'])).toBe('2012 – 2015');
  expect(said('P1W', ['2011-12-26', '2012-02-27'])).toBe('Jan – Feb 2012');
  // Days say both years, or what was asked for of the first and the last week.
  expect(said('P1W', ['2011-12-26', '2012-01-09'])).toBe('Dec 26, 2011 – Jan 15, 2012');
  expect(said('P1W', ['2011-12-26', '2012-01-09'], { from: '2012-01-01', to: '2012-01-11' })).toBe('Jan 1 – 10, 2012');
});

test('months among the groups of a table are periods, rows as they are have moments', () => {
  const months = ['2024-02-01', '2024-04-01'];
  const table = { x_axis: undefined, groupby: ['date'], query_mode: 'aggregate' };
  expect(said('P1M', months, {}, table)).toBe('Feb – Apr 2024');
  expect(said('P1M', months, {}, { ...table, query_mode: 'raw' })).toBe('Feb 1 – Apr 1, 2024');
});

test('where no time is drawn it is the range that was asked for, by the clock of the dataset', () => {
  const asked = { ...resultOf({ 'n:numeric': [1] }), fromMs: at('2024-02-01'), toMs: at('2024-02-02') };
  expect(spanOf([asked], {})).toBe('Feb 1, 2024');
  const hours = { fromMs: at('2024-02-01') - 3_600_000, toMs: at('2024-03-01') - 3_600_000 };
  expect(plain(spanOf([{ ...asked, ...hours, timeZone: 'Europe/Rome' }], {}))).toBe('Feb 1 – 29, 2024');
  expect(spanOf([resultOf({ 'n:numeric': [1] })], {})).toBe('');
  expect(spanOf([], {})).toBe('');
});

test('two queries of one range have one span, of two ranges both are said', () => {
  const of = (cells: readonly string[], from: string) => ({
    ...resultOf({ 'date:temporal': cells.map(at) }),
    fromMs: at(from),
    toMs: at(from),
  });
  const form = { x_axis: 'date', time_grain_sqla: 'P1M' };
  const now = of(['2024-02-01', '2024-03-01'], '2024-02-01');
  expect(plain(spanOf([now, of(['2024-03-01', '2024-04-01'], '2024-02-01')], form))).toBe('Feb – Apr 2024');
  expect(plain(spanOf([now, of(['2023-02-01', '2023-03-01'], '2023-02-01')], form))).toBe(
    'Feb – Mar 2024 and Feb – Mar 2023',
  );
});
