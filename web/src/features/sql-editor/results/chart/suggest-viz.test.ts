import { expect, test } from 'vitest';
import type { FieldColumn } from '../../../../controls/fields.ts';
import { measuresOf, suggestViz } from './suggest-viz.ts';

const column = (name: string, kind: FieldColumn['kind']): FieldColumn => ({
  name,
  label: name,
  kind,
  type: null,
  groupable: true,
  filterable: true,
  expression: null,
  description: null,
  certifiedBy: null,
});
const [at, city, revenue, id] = [
  column('at', 'temporal'),
  column('city', 'string'),
  column('revenue', 'numeric'),
  column('order_id', 'numeric'),
];

test('a result begins with the chart that its columns and rows call for', () => {
  const rows = (rowCount: number) => ({ rowCount });
  expect([
    suggestViz([revenue], rows(1)),
    suggestViz([at, city, revenue], rows(500)),
    suggestViz([city, revenue], rows(5)),
    suggestViz([city, revenue], rows(40)),
    suggestViz([city, revenue], rows(100_000)),
    suggestViz([city, id], rows(40)),
  ]).toEqual(['big_number_total', 'echarts_timeseries_line', 'pie', 'echarts_timeseries_bar', 'table', 'table']);
});

test('keys, years and places are added up by nobody', () => {
  expect(measuresOf([id, revenue, column('year', 'numeric'), column('ship_lat', 'numeric'), city])).toEqual([
    'revenue',
  ]);
});
