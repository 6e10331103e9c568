import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { parseForm } from '../../parse-form.ts';
import { readHorizon } from './bands.ts';
import { horizonControls, horizonDefaults } from './controls.ts';
import { horizon } from './index.ts';

const viz = erase(horizon);
const raw: RawForm = { granularity_sqla: 'date', time_grain_sqla: 'P1M', metrics: ['count'], groupby: ['place'] };
const results = [
  resultOf(
    { '__timestamp:temporal': months(2001, 3), 'count, A:numeric': [5, 9, 2], 'count, B:numeric': [null, -20, -10] },
    { 'count, A': ['count', 'A'], 'count, B': ['count', 'B'] },
  ),
];
const read = (scale: string) =>
  readHorizon(
    results[0],
    parseForm(horizonControls, horizonDefaults, { ...raw, horizon_color_scale: scale }),
    contextOf({}),
  ).series.map(({ drawn, reach }) => ({ drawn, reach }));

test('a scale for each series, one for all, or the change since the first value', () => {
  expect(read('series')).toEqual([
    { drawn: [5, 9, 2], reach: 9 },
    { drawn: [null, -20, -10], reach: 20 },
  ]);
  expect(read('overall').map(({ reach }) => reach)).toEqual([20, 20]);
  expect(read('change')).toEqual([
    { drawn: [0, 4, -3], reach: 4 },
    { drawn: [null, 0, 10], reach: 10 },
  ]);
});

test('a strip filters by its dimensions, a moment names its rows too', () => {
  const marks = viz.marks(results, raw, contextOf({}));
  expect(marks.map(({ key }) => key)).toHaveLength(2 + 3 + 2);
  const point = marks.find(({ name }) => name.includes('9'));
  const strip = marks[0];
  if (!point || !strip) throw new Error('no marks');
  expect(viz.select({ kind: 'select', mark: strip, isAdded: false }, results, raw, NO_INPUTS)).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'place', op: 'IN', val: ['A'] }] } },
  });
  expect(viz.select({ kind: 'menu', mark: point }, results, raw, NO_INPUTS)).toMatchObject({
    target: {
      toDetail: [
        { col: 'date', op: '==', val: Date.UTC(2001, 1), grain: 'P1M' },
        { col: 'place', op: '==', val: 'A' },
      ],
    },
  });
});
