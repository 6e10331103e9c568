import { expect, test } from 'vitest';
import { readLayout } from '@tessera/core/layout/stored';
import { componentOf } from '@tessera/core/layout/types';
import { tabChoices, withChartInTab } from './dashboard-tabs.ts';

const tab = (id: string, text: string) => ({ id, type: 'TAB', children: [], meta: { text } });
const layout = readLayout({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
  'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-a', 'TAB-b'], meta: {} },
  'TAB-a': tab('TAB-a', 'A'),
  'TAB-b': tab('TAB-b', 'B'),
});

test('[4.8-01] a chart goes into the tab that was chosen, others where the page would place them', () => {
  const placed = withChartInTab(layout, 'TAB-b', { id: 7, name: 'Mine' }, [{ id: 8, slice_name: 'Theirs', uuid: 'u' }]);
  const chartsIn = (id: string): readonly unknown[] =>
    (componentOf(placed, id)?.children ?? []).flatMap((child) => [
      ...(componentOf(placed, child)?.type === 'CHART' ? [componentOf(placed, child)?.meta.chartId] : []),
      ...chartsIn(child),
    ]);
  expect([chartsIn('TAB-a'), chartsIn('TAB-b')]).toEqual([[8], [7]]);
  expect(() => withChartInTab(layout, 'TAB-c', { id: 7, name: 'Mine' }, [])).toThrow('The tab is not there any more.');
});

test('tabs inside others are named by both', () => {
  const inner = { title: 'Inner', value: 'TAB-i', parents: ['TAB-a'], children: [] };
  expect(tabChoices([{ title: 'Outer', value: 'TAB-a', parents: [], children: [inner] }])).toEqual([
    { id: 'TAB-a', title: 'Outer' },
    { id: 'TAB-i', title: 'Outer › Inner' },
  ]);
});
