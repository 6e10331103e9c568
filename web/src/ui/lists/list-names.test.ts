import { expect, test } from 'vitest';
import { chartsUsedText, rowsInCache, someNames } from './list-names.ts';

test('a deletion names the dashboards that lose a chart, each once', () => {
  const on = (...titles: readonly string[]) => ({ dashboards: titles.map((dashboard_title) => ({ dashboard_title })) });
  expect(chartsUsedText([on('Sales', 'Board'), on('Sales')])).toBe('They disappear from "Sales", "Board".');
  expect(chartsUsedText([on('Sales')])).toBe('It disappears from "Sales".');
  expect(chartsUsedText([on()])).toBe('It is on no dashboard that you can see.');
  expect(chartsUsedText([on(), on()])).toBe('They are on no dashboard that you can see.');
  expect(someNames(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('"a", "b", "c", "d", "e" and 2 more');
});

test('rows come from any list on screen, in the order asked for', () => {
  expect(
    rowsInCache(
      [
        ['a', { count: 2, ids: [1, 2], result: [{ id: 1 }, { id: 2 }] }],
        ['b', undefined],
      ],
      [2, 9, 1],
    ),
  ).toEqual([{ id: 2 }, { id: 1 }]);
});
