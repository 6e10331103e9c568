import { resultOf } from '../testing/tables.ts';
import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const days = [0, 1, 2].map((day) => Date.UTC(2001, 0, 1 + day));
const YEAR = '1 year ago';
const compared = { x_axis: 'date', time_grain_sqla: 'P1D', time_compare: [YEAR], comparison_type: 'values' };
const target = (value: string) => [{ name: 'Target', annotationType: 'FORMULA', sourceType: '', value, show: true }];
const rows = { 'date:temporal': days, 'n:numeric': [10, 20, 30], [`n__${YEAR}:numeric`]: [10, 10, 20] };

test('what adds up is compared in all, an average by its last whole period', () => {
  const result = (n: 'additive' | 'non_additive') => ({ ...resultOf(rows), additivity: { n } });
  expect(changesOf(compared, result('additive'), ['n'])).toEqual(['+50.0% from 1 year ago']);
  expect(changesOf(compared, result('non_additive'), ['n'])).toEqual(['Last: +50.0% from 1 year ago']);
  const untilNoon = { ...result('non_additive'), fromMs: days[0] ?? 0, toMs: (days[2] ?? 0) + 43_200_000 };
  expect(changesOf(compared, untilNoon, ['n'])).toEqual(['Last: +100.0% from 1 year ago']);
  expect(changesOf(compared, result('additive'), ['n', 'delay'])).toEqual([]);
  expect(changesOf({ ...compared, comparison_type: 'ratio' }, result('additive'), ['n'])).toEqual([]);
});

test('series are compared together, unless they are a part of all', () => {
  const series = {
    'date:temporal': days.slice(0, 1),
    'n, AA:numeric': [10],
    'n, UA:numeric': [20],
    [`n__${YEAR}, AA:numeric`]: [10],
    [`n__${YEAR}, UA:numeric`]: [10],
  };
  const of = (name: string) => [[`${name}, AA`, [name, 'AA']] as const, [`${name}, UA`, [name, 'UA']] as const];
  const labels = Object.fromEntries([...of('n'), ...of(`n__${YEAR}`)]);
  const all = { ...resultOf(series, labels), additivity: { n: 'additive' as const } };
  expect(changesOf(compared, all, ['n'])).toEqual(['+50.0% from 1 year ago']);
  expect(changesOf(compared, { ...all, seriesCut: { shown: 2, of: 9, hasOthers: false } }, ['n'])).toEqual([]);
  expect(changesOf(compared, { ...all, additivity: { n: 'non_additive' } }, ['n'])).toEqual([]);
});

test('the change from a target is that of the last whole period; of categories it is how many are above', () => {
  const form = { x_axis: 'date', time_grain_sqla: 'P1D', annotation_layers: target('40') };
  expect(changesOf(form, resultOf(rows), ['n'])).toEqual(['Last: -25.0% from Target']);
  expect(changesOf({ ...form, ...compared }, { ...resultOf(rows), additivity: { n: 'additive' } }, ['n'])).toEqual([
    '+50.0% from 1 year ago',
    'Last: -25.0% from Target',
  ]);
  for (const level of ['0', 'x', '2x', ''])
    expect(changesOf({ ...form, annotation_layers: target(level) }, resultOf(rows), ['n'])).toEqual([]);
  const cities = resultOf({ 'city:string': ['Rome', 'Oslo', 'Bern'], 'n:numeric': [50, 20, null] });
  expect(changesOf({ ...form, x_axis: 'city' }, cities, ['n'])).toEqual(['1 of 2 above Target']);
  expect(changesOf(form, resultOf({ 'date:temporal': [], 'n:numeric': [] }), ['n'])).toEqual([]);
});

test('running totals, means, shares and what was filled in are not compared in all', () => {
  const result = { ...resultOf(rows), additivity: { n: 'additive' as const } };
  for (const rework of [
    { rolling_type: 'cumsum' },
    { rolling_type: 'mean' },
    { contributionMode: 'column' },
    { resample_rule: '1D', resample_method: 'ffill' },
  ])
    expect(changesOf({ ...compared, ...rework }, result, ['n'])).toEqual([]);
  for (const nothing of [{ rolling_type: 'None' }, { contributionMode: null }, { resample_rule: '1D' }])
    expect(changesOf({ ...compared, ...nothing }, result, ['n'])).toHaveLength(1);
});

test('a day of the other time counts once, though two days stand beside it', () => {
  const leap = ['2024-02-28', '2024-02-29', '2024-03-01'].map((day) => Date.parse(day));
  const result = resultOf({ 'date:temporal': leap, 'n:numeric': [10, 10, 10], [`n__${YEAR}:numeric`]: [10, 10, 10] });
  expect(changesOf(compared, { ...result, additivity: { n: 'additive' } }, ['n'])).toEqual(['+50.0% from 1 year ago']);
});

test('periods that are whole in one of both times alone are not compared', () => {
  const months = [0, 1, 2].map((month) => Date.UTC(2024, month, 1));
  const result = {
    ...resultOf({ 'date:temporal': months, 'n:numeric': [10, 20, 5], 'n__90 days ago:numeric': [1, 10, 10] }),
    fromMs: Date.UTC(2024, 0, 1),
    toMs: Date.UTC(2024, 3, 1),
    ranAtMs: Date.UTC(2024, 2, 18),
    compared: [{ offset: '90 days ago', fromMs: Date.UTC(2023, 9, 3), toMs: Date.UTC(2024, 0, 2) }],
  };
  const form = { ...compared, time_grain_sqla: 'P1M', time_compare: ['90 days ago'] };
  for (const [additivity, said] of [
    ['additive', '+100.0% from 90 days ago (1 of 3 compared)'],
    ['non_additive', 'Last: +100.0% from 90 days ago'],
  ] as const)
    expect(changesOf(form, { ...result, additivity: { n: additivity } }, ['n'])).toEqual([said]);
});

test('the period before is called that, whatever amount of time it is', () => {
  const named = (offset: string) => ({
    ...resultOf({ 'date:temporal': days, 'n:numeric': [10, 20, 30], [`n__${offset}:numeric`]: [10, 10, 20] }),
    fromMs: days[0] ?? 0,
    toMs: Date.UTC(2001, 0, 4),
    additivity: { n: 'additive' as const },
  });
  for (const offset of ['3 days ago', 'inherit'])
    expect(changesOf({ ...compared, time_compare: [offset] }, named(offset), ['n'])).toEqual([
      '+50.0% from the period before',
    ]);
  expect(changesOf({ ...compared, time_compare: ['4 days ago'] }, named('4 days ago'), ['n'])).toEqual([
    '+50.0% from 4 days ago',
  ]);
});
