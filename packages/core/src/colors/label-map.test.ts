import { expect, test } from 'vitest';
import { noColors } from './assign.ts';
import { categoricalColors } from './categorical.ts';
import { labelMapOf, placesInOrder, readLabelMap } from './label-map.ts';

const charts = [
  { order: 0, names: ['CA', 'NY'] },
  { order: 1, names: ['NY', 'TX'] },
  { order: 2, names: ['WA'] },
];

test('[4.5-09] a category has the same colour whichever chart of the dashboard answers first', () => {
  const { places } = placesInOrder(noColors, charts);
  expect([...places]).toEqual([
    ['CA', 0],
    ['NY', 1],
    ['TX', 2],
    ['WA', 3],
  ]);
  for (const shuffled of [charts.toReversed(), [charts[1], charts[2], charts[0]].flatMap((one) => one ?? [])])
    expect([...placesInOrder(noColors, shuffled).places]).toEqual([...places]);
});

test('[4.5-09] a stored map gives the same places after a reload, also when other charts have come before', () => {
  const kept = labelMapOf(placesInOrder(noColors, charts).places, 'tessera');
  expect(kept['TX']).toBe(categoricalColors('tessera', 'light')[2]);
  const { places, fixed } = readLabelMap(kept, 'tessera');
  expect(fixed).toEqual({});
  expect(placesInOrder(places, [{ order: 0, names: ['Oregon'] }, ...charts]).places.get('TX')).toBe(2);
});

test('colours from elsewhere stay what they are, names of JavaScript are names', () => {
  const { places, fixed } = readLabelMap({ CA: '#ABCDEF', __proto__x: '#138297' }, 'tessera');
  expect([fixed['CA'], places.get('__proto__x')]).toEqual(['#ABCDEF', 0]);
  expect(readLabelMap({ a: '#00aa00' }, 'tessera', ['#aa0000', '#00AA00']).places.get('a')).toBe(1);
});
