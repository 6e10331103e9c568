import { expect, test } from 'vitest';
import { comparedWith, offsetsFor, targetOf, withTarget } from './compare-with.ts';

test('what is chosen is read from the settings and written into them', () => {
  const period = '28 days ago';
  for (const choice of ['none', 'period', 'year'] as const)
    expect(comparedWith({ time_compare: offsetsFor(choice, period) }, period)).toBe(choice);
  expect(comparedWith({ time_compare: ['2 years ago'] }, period)).toBe('other');
  expect(comparedWith({ time_compare: ['1 year ago', period] }, period)).toBe('other');
  expect(comparedWith({ time_compare: 'inherit' }, period)).toBe('period');
  expect(comparedWith({ time_compare: 'junk' }, null)).toBe('other');
  expect(offsetsFor('period', null)).toEqual([]);
});

test('a target is a line of its own: set, changed with its look, taken out; other layers stay as they were', () => {
  const other = { name: 'Holidays', annotationType: 'EVENT', value: 3 };
  const set = withTarget({ annotation_layers: [other] }, 500);
  expect([set.length, set[0], targetOf({ annotation_layers: set })]).toEqual([2, other, 500]);
  const red = set.map((layer) => (layer === other ? layer : { ...layer, color: '#f00' }));
  const changed = withTarget({ annotation_layers: red }, 0);
  expect([targetOf({ annotation_layers: changed }), changed[1]?.['color']]).toEqual([0, '#f00']);
  expect(withTarget({ annotation_layers: changed }, null)).toEqual([other]);
  expect(targetOf({ annotation_layers: [null, 'x'] })).toBeNull();
});
