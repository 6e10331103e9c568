import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { echartsArea } from './index.ts';

const area = erase(echartsArea);
const metrics = [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'n' }];
const result = resultOf({ 'ds:temporal': months(2024, 2), 'Delta:numeric': [297, 188], 'United:numeric': [99, 564] });
const form = { x_axis: 'ds', time_grain_sqla: 'P1M', metrics, groupby: ['carrier'], stack: 'Expand' };
const percent = { ...form, y_axis_format: '.1%' };

test.each([form, percent])('a stack of shares is said as it is drawn, however its axis is written', (own) => {
  const said = area.describe([result], own, contextOf({}));
  expect(said).toContain('Percentages are shares of all series at each point.');
  expect(said).toContain('Delta goes from 75.0% to 25.0%');
});

test.each([form, percent])('its values are numbers where they are pointed at', (own) => {
  if (area.drawing.kind !== 'option') throw new TypeError('not an option');
  const { tooltip } = area.drawing.toOption([result], own, contextOf({}));
  const { formatter } = tooltip as { readonly formatter: (params: unknown) => string };
  const first = area.marks([result], own, contextOf({})).find(({ name }) => name.startsWith('Delta'));
  const html = formatter([
    { seriesId: 'Delta', dataIndex: 0 },
    { seriesId: 'United', dataIndex: 0 },
  ]);
  expect(html).toContain('>297<');
  expect(html).toContain('75.0%');
  expect(first?.name).toContain('297');
  expect(html + first?.name).not.toContain('29700');
});
