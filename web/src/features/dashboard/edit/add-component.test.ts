import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { countedIds } from '@tessera/core/dashboard/fixtures';
import { chartIdsOf, placesOfChart } from '@tessera/core/layout/charts';
import { createComponent } from '@tessera/core/layout/drop';
import { GRID_ID, ROOT_ID } from '@tessera/core/layout/types';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartDefinition, datasetNames } from '../../../api/dashboards.ts';
import { useToasts } from '../../../ui/feedback/toast-store.ts';
import { chartItem, dashboardItem } from '../dashboard-fixtures.ts';
import { createDashboardStore, isUnsaved } from '../dashboard-store.ts';
import { forgetCharts, learnChart } from '../learn-charts.ts';
import { addChartToEnd, addToEnd, fillGap } from './add-component.ts';
import { applyChange, presentLayout } from './apply-change.ts';

const texts = () => useToasts.getState().list.map((toast) => toast.message);

let store = createDashboardStore();
let client = new QueryClient();
beforeEach(() => {
  store = createDashboardStore();
  client = new QueryClient();
  const charts = [{ id: 1, name: 'Chart 1' }];
  store.getState().dispatch({ type: 'hydrated', item: dashboardItem(), charts, edit: true, newId: countedIds() });
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
  answer(200, { result: { ...chartItem(2), dataset: null } });
  await addChartToEnd(store, client, { id: 2, name: 'Two' });
  answer(200, { result: { ...chartItem(3), dataset: null } });
  await addChartToEnd(store, client, { id: 3, name: 'Three' });
  answer(200, { result: { ...chartItem(4), dataset: null } });
  await addChartToEnd(store, client, { id: 4, name: 'Four' });
  const rows = presentLayout(store)[GRID_ID]?.children.map((row) => presentLayout(store)[row]?.children.length);
  expect(rows).toEqual([3, 1]);
  expect(chartIdsOf(presentLayout(store))).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  expect(isUnsaved(store.getState())).toBe(true);
});

test('a chart that is added has its definition in the query cache when it is placed', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address.includes('/explore/'))
      return Response.json({
        result: { dataset: { id: 7, verbose_map: { origin_city: 'City' }, database: { id: 3 } } },
      });
    return Response.json({ result: { ...chartItem(2), datasource_id: 7 } });
  });
  await addChartToEnd(store, client, { id: 2, name: 'Two' });
  expect(client.getQueryData(chartDefinition(2).queryKey)).toMatchObject({ id: 2 });
  expect(client.getQueryData(datasetNames(7).queryKey)).toEqual({
    id: 7,
    verbose_map: { origin_city: 'City' },
    database: { id: 3 },
  });
  expect(asked.filter((address) => address.includes('/explore/'))).toHaveLength(1);
});

test('a chart takes the selected place of one that is gone, with its size, and no other place', async () => {
  const [gap = ''] = placesOfChart(presentLayout(store), 1);
  const { width, height } = presentLayout(store)[gap]?.meta ?? {};
  const two = { id: 2, name: 'Two' };
  answer(200, { result: { ...chartItem(2), dataset: null } });
  expect(await fillGap(store, client, two, new Set<number>())).toBe(false);
  store.getState().dispatch({ type: 'selected', ids: new Set([gap]) });
  expect(await fillGap(store, client, two, new Set([1]))).toBe(false);
  expect(await fillGap(store, client, two, new Set<number>())).toBe(true);
  expect([placesOfChart(presentLayout(store), 2), placesOfChart(presentLayout(store), 1)]).toEqual([[gap], []]);
  expect(presentLayout(store)[gap]?.meta).toEqual({ chartId: 2, sliceName: 'Two', width, height });
  expect(isUnsaved(store.getState())).toBe(true);
});

test('a chart that is added again gets a second placement', async () => {
  answer(200, { result: { ...chartItem(2), dataset: null } });
  await addChartToEnd(store, client, { id: 2, name: 'Two' });
  answer(200, { result: { ...chartItem(2), dataset: null } });
  await addChartToEnd(store, client, { id: 2, name: 'Two' });
  const places = placesOfChart(presentLayout(store), 2);
  expect([places.length, new Set(places).size, chartIdsOf(presentLayout(store)).length]).toEqual([2, 2, 2]);
});

test('a chart whose dataset may not be read is added all the same', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/explore/')
      ? Response.json({ message: 'Forbidden' }, { status: 403 })
      : Response.json({ result: { ...chartItem(2), datasource_id: 7 } }),
  );
  expect(await learnChart(client, 2)).toBe(true);
  expect(client.getQueryData(chartDefinition(2).queryKey)).toMatchObject({ id: 2 });
});

test('[8.3-04] a chart that is gone is not placed, and the user is notified', async () => {
  answer(404, { message: 'Not found' });
  expect(await learnChart(client, 9)).toBe(false);
  expect(texts()).toEqual(['Sorry, there is no chart definition associated with the chart trying to be added.']);
  expect(isUnsaved(store.getState())).toBe(false);
});

test('a chart that left the page is learned anew when it comes back; one that is on it stays known', () => {
  for (const id of [2, 3]) client.setQueryData(chartDefinition(id).queryKey, chartItem(id));
  const leave = new QueryObserver(client, { ...chartDefinition(3), enabled: false }).subscribe(() => undefined);
  forgetCharts(client);
  expect([2, 3].map((id) => client.getQueryData(chartDefinition(id).queryKey)?.id)).toEqual([undefined, 3]);
  leave();
});

test('parts of a layout are added where they may lie', () => {
  for (const type of ['HEADER', 'DIVIDER', 'MARKDOWN', 'ROW', 'COLUMN', 'TABS'] as const)
    expect({ type, added: addToEnd(store, type, {}) }).toEqual({ type, added: true });
  expect(texts()).toEqual([]);
  expect(presentLayout(store)[ROOT_ID]?.children).toEqual([GRID_ID]);
});

test('[8.3-05] the last slot of undo is announced', () => {
  for (let step = 0; step < 51; step += 1) addToEnd(store, 'DIVIDER', {});
  expect(texts()).toEqual([
    'You have used all 50 undo slots and will not be able to fully undo subsequent actions. You may save your ' +
      'current state to reset the history.',
  ]);
});

test('[8.3-08] a move that has no room is refused with its reason, and nothing changes', () => {
  const row = presentLayout(store)[GRID_ID]?.children[0] ?? '';
  for (let count = 0; count < 2; count += 1) addToEnd(store, 'MARKDOWN', {});
  const before = presentLayout(store);
  expect(applyChange(store, createComponent(before, 'MARKDOWN', {}, { parentId: row, index: 0 }, countedIds()))).toBe(
    false,
  );
  expect(presentLayout(store)).toBe(before);
  expect(texts()).toEqual([
    'There is not enough space for this component. Try decreasing its width, or increasing the destination width.',
  ]);
});
