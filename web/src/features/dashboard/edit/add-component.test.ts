import { chartIdsOf } from '@tessera/core/layout/charts';
import { createComponent } from '@tessera/core/layout/drop';
import { GRID_ID, ROOT_ID } from '@tessera/core/layout/types';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToasts } from '../../../ui/feedback/toast-store.ts';
import { chartItem, countedIds, dashboardItem } from '../dashboard-fixtures.ts';
import { useDashboard } from '../dashboard-store.ts';
import { learnChart } from '../learn-charts.ts';
import { addChartToEnd, addToEnd } from './add-component.ts';
import { applyChange, presentLayout } from './apply-change.ts';

const texts = () => useToasts.getState().list.map((toast) => toast.message);

beforeEach(() => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'closed' });
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [chartItem(1)], edit: true, newId: countedIds() });
  dispatch({ type: 'datasets_loaded', datasets: [{ id: 1, verbose_map: { a: 'A' }, database: { id: 3 } }] });
  useToasts.setState({ list: [] });
  vi.stubGlobal('requestAnimationFrame', () => 0);
});
afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  );

test('[4.5-08] a saved chart goes into the last row while there is room, then into a new one', async () => {
  answer(200, { result: chartItem(2) });
  await addChartToEnd({ id: 2, name: 'Two' });
  answer(200, { result: chartItem(3) });
  await addChartToEnd({ id: 3, name: 'Three' });
  answer(200, { result: chartItem(4) });
  await addChartToEnd({ id: 4, name: 'Four' });
  const rows = presentLayout()[GRID_ID]?.children.map((row) => presentLayout()[row]?.children.length);
  expect(rows).toEqual([3, 1]);
  expect(chartIdsOf(presentLayout())).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  expect(useDashboard.getState()).toMatchObject({ hasUnsavedChanges: true });
});

test('a chart that is added shows the names of its columns at once, also after the stored datasets are read anew', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address.includes('/explore/'))
      return Response.json({
        result: { dataset: { id: 7, verbose_map: { origin_city: 'City' }, database: { id: 3 } } },
      });
    return Response.json({ result: { ...chartItem(2), datasource_id: 7 } });
  });
  await addChartToEnd({ id: 2, name: 'Two' });
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'datasets_loaded', datasets: [{ id: 1, verbose_map: { a: 'A' }, database: { id: 3 } }] });
  expect(Object.fromEntries(useDashboard.getState().verboseNames)).toEqual({
    1: { a: 'A' },
    7: { origin_city: 'City' },
  });
  expect(useDashboard.getState().databases.get(7)).toBe(3);
  expect(asked.filter((address) => address.includes('/explore/'))).toHaveLength(1);
});

test('a chart whose dataset may not be read is added all the same', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/explore/')
      ? Response.json({ message: 'Forbidden' }, { status: 403 })
      : Response.json({ result: { ...chartItem(2), datasource_id: 7 } }),
  );
  expect(await learnChart(2)).toBe(true);
  expect(useDashboard.getState().charts.has(2)).toBe(true);
});

test('[8.3-04] a chart that is gone is not placed, and the person is told', async () => {
  answer(404, { message: 'Not found' });
  expect(await learnChart(9)).toBe(false);
  expect(texts()).toEqual(['Sorry, there is no chart definition associated with the chart trying to be added.']);
  expect(useDashboard.getState().hasUnsavedChanges).toBe(false);
});

test('parts of a layout are added where they may lie', () => {
  for (const type of ['HEADER', 'DIVIDER', 'MARKDOWN', 'ROW', 'COLUMN', 'TABS'] as const)
    expect({ type, added: addToEnd(type, {}) }).toEqual({ type, added: true });
  expect(texts()).toEqual([]);
  expect(presentLayout()[ROOT_ID]?.children).toEqual([GRID_ID]);
});

test('[8.3-05] the last slot of undo is announced', () => {
  for (let step = 0; step < 51; step += 1) addToEnd('DIVIDER', {});
  expect(texts()).toEqual([
    'You have used all 50 undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
  ]);
});

test('[8.3-08] a move that has no room is refused with its reason, and nothing changes', () => {
  const row = presentLayout()[GRID_ID]?.children[0] ?? '';
  for (let count = 0; count < 2; count += 1) addToEnd('MARKDOWN', {});
  const before = presentLayout();
  expect(applyChange(createComponent(before, 'MARKDOWN', {}, { parentId: row, index: 0 }, countedIds()))).toBe(false);
  expect(presentLayout()).toBe(before);
  expect(texts()).toEqual([
    'There is not enough space for this component. Try decreasing its width, or increasing the destination width.',
  ]);
});
