import { expect, test } from 'vitest';
import { categoriesOf, findTypes, type GalleryItem } from './gallery.ts';

const item = (
  type: string,
  name: string,
  category: GalleryItem['category'],
  tags: GalleryItem['tags'] = [],
): GalleryItem => ({ type, name, category, tags, description: `Shows ${name}`, roles: ['x', 'y'], thumbnail: '' });
const items = [
  item('a', 'Area chart', 'Evolution'),
  item('l', 'Line chart', 'Evolution', ['Featured']),
  item('o', 'Old line', 'Evolution', ['Deprecated']),
  item('p', 'Pie chart', 'Part of a Whole', ['Featured']),
];
const names = (found: readonly GalleryItem[]) => found.map((one) => one.type);

test('[3.1-03] featured types come first, deprecated ones last', () => {
  expect(names(findTypes(items, { kind: 'all' }, ''))).toEqual(['l', 'p', 'a', 'o']);
});

test('a category or the featured ones narrow the gallery, a search looks everywhere', () => {
  expect(names(findTypes(items, { kind: 'category', name: 'Part of a Whole' }, ''))).toEqual(['p']);
  expect(names(findTypes(items, { kind: 'featured' }, ''))).toEqual(['l', 'p']);
  expect(names(findTypes(items, { kind: 'category', name: 'Part of a Whole' }, 'line'))).toEqual(['l', 'o']);
  expect(names(findTypes(items, { kind: 'all' }, 'whole'))).toEqual(['p']);
  expect(findTypes(items, { kind: 'all' }, 'nothing')).toEqual([]);
});

test('categories are counted', () => {
  expect(categoriesOf(items)).toEqual([
    { name: 'Evolution', count: 3 },
    { name: 'Part of a Whole', count: 1 },
  ]);
});

test('of types that match alike the one comes first that takes what is chosen', () => {
  const types = [
    { ...item('b', 'Bar chart', 'Evolution'), roles: ['x', 'y'] as const },
    { ...item('n', 'Number', 'KPI'), roles: ['value'] as const },
    { ...item('p', 'Pie chart', 'Part of a Whole'), roles: ['series', 'value'] as const },
  ];
  expect(names(findTypes(types, { kind: 'all' }, '', new Set(['series', 'y'])))).toEqual(['p', 'n', 'b']);
  expect(names(findTypes(types, { kind: 'all' }, '', new Set()))).toEqual(['b', 'n', 'p']);
});
