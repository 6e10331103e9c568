import { GRID_COLUMNS } from '@tessera/core/layout/types';
import { plugins } from '@tessera/viz/registry';
import { expect, test } from 'vitest';
import { leastCardSize, leastCardWidth, newCardSize } from './card-size.ts';

test('a new card has the size that its chart type declares; a type that nobody knows has the usual one', () => {
  expect(newCardSize('not_there')).toEqual({ width: 4, height: 50 });
  for (const [type, { capabilities }] of Object.entries(plugins))
    expect(newCardSize(type)).toEqual(capabilities.size.default);
});

test('a card is made no smaller than its chart type declares, one of an unknown type as small as any', () => {
  expect(leastCardSize('not_there')).toEqual({ width: 1, height: 5 });
  for (const [type, { capabilities }] of Object.entries(plugins))
    expect(leastCardSize(type)).toEqual(capabilities.size.minimum);
});

test('where rows wrap a card keeps the declared columns of the narrowest page that has twelve', () => {
  expect(leastCardWidth('not_there')).toBe(315);
  for (const [type, { capabilities }] of Object.entries(plugins)) {
    const { width } = capabilities.size.minimum;
    expect(leastCardWidth(type)).toBe(Math.round((976 * width) / GRID_COLUMNS - 16 * (1 - width / GRID_COLUMNS)));
  }
});
