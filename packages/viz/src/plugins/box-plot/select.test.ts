import { join } from 'node:path';
import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { labelOf } from '../../select.ts';
import { contextOf } from '../../testing/golden.ts';
import { cases } from './fixtures/cases.ts';
import { boxPlot } from './index.ts';

test('a box filters its group, not its metric', () => {
  const two = cases.find(({ name }) => name === 'two-metrics');
  if (!two) throw new Error(join('fixtures', 'cases.ts'));
  const marks = erase(boxPlot).marks(two.results, two.form, contextOf({}));
  expect(marks.map(labelOf)).toEqual(['Southwest', 'Delta', 'Southwest', 'Delta']);
  expect(marks[0]?.filters).toEqual([{ col: 'carrier', val: 'Southwest', formattedVal: 'Southwest' }]);
});

test('thousands of boxes stand beside each other, not over each other', () => {
  const crowd = cases.find(({ name }) => name === 'ten-thousand');
  const { drawing } = erase(boxPlot);
  if (!crowd || drawing.kind !== 'option') throw new Error('No crowded option');
  const option = drawing.toOption(crowd.results, crowd.form, contextOf({}));
  const [boxes] = [option.series].flat();
  if (boxes?.type !== 'boxplot' || !Array.isArray(boxes.boxWidth)) throw new Error('No boxes');
  expect(Number(boxes.boxWidth[0]) * (boxes.data?.length ?? 0)).toBeLessThan(contextOf({}).width);
});
