import { spanOf } from '@tessera/viz/layer/span';
import { resultOf } from '@tessera/viz/testing/tables';
import { expect, test } from 'vitest';
import { questionOf, subtitleOf } from './chart-words.ts';

const line = {
  roles: { x: 'x_axis', y: 'metrics', series: 'groupby', filters: 'adhoc_filters' },
  span: spanOf,
} as const;
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
  const span = spanOf([result], form);
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

test('the line says how much the one measure changed', () => {
  const changes = () => ['+50.0% from 1 year ago'];
  const result = resultOf({ 'n:numeric': [10] });
  const said = subtitleOf({ ...line, changes }, { metrics: ['n'] }, [result], { title: '', label });
  expect(said).toBe('n · +50.0% from 1 year ago');
});
