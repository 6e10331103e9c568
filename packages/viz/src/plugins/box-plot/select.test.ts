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
