import { resultOf } from '@tessera/viz/testing/tables';
import { expect, test } from 'vitest';
import { questionOf, spanText, subtitleOf } from './chart-words.ts';

const line = { roles: { x: 'x_axis', y: 'metrics', series: 'groupby', filters: 'adhoc_filters' } } as const;
const labels = new Map([
  ['delay', 'Average delay'],
  ['city', 'City'],
]);
const label = (name: string) => labels.get(name) ?? name;
const words = { label, isTime: (name: string) => name === 'date' };
const anyTime = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE' } as const;
const form = {
  x_axis: 'date',
  time_grain_sqla: 'P1D',
  metrics: ['delay'],
  groupby: ['city'],
  adhoc_filters: [{ ...anyTime, comparator: 'No filter' }],
};

test('a chart is called by its question', () => {
  expect(questionOf(line, form, words)).toBe('Average delay by day and City');
  expect(questionOf(line, { ...form, groupby: [] }, words)).toBe('Average delay by day');
  expect(questionOf(line, { metrics: ['delay'] }, words)).toBe('Average delay');
  expect(questionOf(line, { ...form, x_axis: 'city', adhoc_filters: [], groupby: [] }, words)).toBe(
    'Average delay by City',
  );
  const map = { roles: { longitude: 'x', latitude: 'y' } } as const;
  expect(questionOf(map, { x: 'lon', y: 'city' }, words)).toBe('lon and City');
  expect(questionOf(line, {}, words)).toBe('');
});

test('the line under it says the span, what was left out and the filters, and nothing twice', () => {
  const days = [Date.UTC(2001, 0, 1), Date.UTC(2001, 6, 31)];
  const result = { ...resultOf({ 'date:temporal': days, 'delay:numeric': [1, 2] }) };
  const cut = { ...result, seriesCut: { shown: 5, of: 222, hasOthers: false } };
  const span = spanText(Date.UTC(2001, 0, 1), Date.UTC(2001, 6, 31));
  expect(span).toMatch(/^Jan.*Jul 2001$/);
  expect(subtitleOf(line, form, [cut], { title: 'Late flights', label })).toBe(
    `Average delay by day and City · ${span} · 5 of 222 by City`,
  );
  expect(subtitleOf(line, form, [result], { title: 'average delay by day and city', label })).toBe(span);
  const snow = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'city', operator: '==', comparator: 'Rome' };
  expect(subtitleOf(line, { ...form, adhoc_filters: [snow] }, [result], { title: '', label })).toContain(
    '· City is Rome',
  );
  expect(subtitleOf(line, { ...form, chart_subtitle: 'As I say' }, [cut], { title: '', label })).toBe('As I say');
});

test('a week that begins in the year before is not of that year', () => {
  const weekly = { ...form, groupby: [], time_grain_sqla: 'P1W' };
  const said = (from: number, to: number, fromMs: number | null = null, asked: object = weekly) =>
    subtitleOf(line, { ...asked }, [{ ...resultOf({ 'date:temporal': [from, to] }), fromMs }], {
      title: 'Average delay by week',
      label,
    });
  const first = Date.UTC(2011, 11, 26);
  expect(said(first, Date.UTC(2015, 11, 28))).toBe(spanText(Date.UTC(2012, 0, 1), Date.UTC(2015, 11, 28)));
  expect(said(first, Date.UTC(2012, 1, 27))).toMatch(/^Jan.*Feb 2012$/);
  // Days say both years, or the first that was asked for.
  expect(said(first, Date.UTC(2012, 0, 9))).toMatch(/^Dec 26, 2011.*Jan 9, 2012$/);
  expect(said(first, Date.UTC(2012, 0, 9), Date.UTC(2012, 0, 1))).toMatch(/^Jan 1.*9, 2012$/);
  const monthly = { ...form, groupby: [], time_grain_sqla: 'P1M' };
  expect(said(Date.UTC(2011, 11, 1), Date.UTC(2015, 11, 1), null, monthly)).toContain('2011');
});

test('the line says how much the one measure changed', () => {
  const changes = () => ['+50.0% from 1 year ago'];
  const result = resultOf({ 'n:numeric': [10] });
  const said = subtitleOf({ ...line, changes }, { metrics: ['n'] }, [result], { title: '', label });
  expect(said).toBe('n · +50.0% from 1 year ago');
});
