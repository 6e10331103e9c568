import { expect, test } from 'vitest';
import type { Visit } from '../api/recent.ts';
import { fuzzyScore } from './fuzzy.ts';
import { paletteItems, type PaletteItem } from './palette-items.ts';

const item = (kind: PaletteItem['kind'], id: number, title: string): PaletteItem => ({
  key: `${kind}:${id}`,
  kind,
  title,
  note: '',
  href: '/',
});
const all = [
  item('action', 1, 'Theme: dark'),
  item('place', 1, 'Dashboards'),
  item('dashboard', 7, 'Flights by day'),
  item('chart', 8, 'Delay of flights'),
  item('dataset', 9, 'flights'),
];
const recent: Visit[] = [{ kind: 'chart', id: 8, title: 'Delay of flights', href: '/', at: 1 }];
const titles = (items: readonly PaletteItem[]) => items.map(({ title }) => title);

test('without a search: what was opened lately, then actions and places', () => {
  expect(titles(paletteItems('', all, recent, []))).toEqual(['Delay of flights', 'Theme: dark', 'Dashboards']);
});

test('the whole name wins over its beginning, the beginning over the middle', () => {
  expect(titles(paletteItems('flights', all, [], []))).toEqual(['flights', 'Flights by day', 'Delay of flights']);
});

test('the words of a button find what it does', () => {
  const create = { ...item('action', 2, 'Create: chart'), otherWords: 'New chart' };
  expect(titles(paletteItems('new chart', [...all, create], [], []))).toEqual(['Create: chart']);
});

test('letters with gaps find a title, letters that are not there do not', () => {
  expect(titles(paletteItems('fbd', all, [], []))).toEqual(['Flights by day']);
  expect(fuzzyScore('xyz', 'Flights by day')).toBeNull();
});

test('what the server found joins at the end, each object once', () => {
  const found = [item('dataset', 9, 'flights'), item('chart', 20, 'On time')];
  expect(titles(paletteItems('flights', all, [], found))).toEqual([
    'flights',
    'Flights by day',
    'Delay of flights',
    'On time',
  ]);
});

test('an equal match that was opened lately comes first', () => {
  const twins = [item('chart', 1, 'Sales A'), item('chart', 8, 'Sales B')];
  expect(
    titles(paletteItems('sales', twins, [{ kind: 'chart', id: 8, title: 'Sales B', href: '/', at: 1 }], [])),
  ).toEqual(['Sales B', 'Sales A']);
});
