import { expect, test } from 'vitest';
import { vizTypesByDashboard } from './viz-types.ts';

test('a dashboard picture is made of its chart types, the most frequent first', () => {
  const charts = [
    { viz_type: 'pie', dashboards: [{ id: 1 }] },
    { viz_type: 'table', dashboards: [{ id: 1 }, { id: 2 }] },
    { viz_type: 'table', dashboards: [{ id: 1 }] },
    { viz_type: 'big_number', dashboards: [] },
  ];
  expect([...vizTypesByDashboard(charts)]).toEqual([
    [1, ['table', 'pie']],
    [2, ['table']],
  ]);
});
