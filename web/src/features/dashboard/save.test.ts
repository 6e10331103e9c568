import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { AppError } from '@tessera/core/errors/app-error';
import { updateMeta } from '@tessera/core/layout/resize';
import { emptyLayout, GRID_ID } from '@tessera/core/layout/types';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { readMetadata, type DashboardItem, type DashboardPatch } from '../../api/dashboards.ts';
import { countedIds, dashboardItem } from './dashboard-fixtures.ts';
import { useDashboard } from './dashboard-store.ts';
import { readDraft } from './dashboard-draft.ts';
import {
  keepAsNew,
  rereadDashboard,
  save,
  savePayload,
  saveErrorText,
  storeDashboard,
  storeNewDashboard,
} from './save.ts';

afterEach(() => vi.unstubAllGlobals());

test('[7.4-03] [5.0-12] a save sends the title and the layout inside the settings', () => {
  const { dashboard_title, json_metadata } = savePayload({
    title: ' ',
    layout: emptyLayout,
    metadata: { color_scheme: 'a' },
  });
  expect(dashboard_title).toBe('[ untitled dashboard ]');
  expect(JSON.parse(json_metadata)).toMatchObject({
    color_scheme: 'a',
    positions: { DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { children: [GRID_ID] } },
  });
});

test('integers beyond 2^53 in the settings are read and sent as they are', () => {
  const metadata = readMetadata(
    '{"native_filter_configuration":[{"defaultDataMask":{"filterState":{"value":[9007199254740993]}}}]}',
  );
  expect(savePayload({ title: 'A', layout: emptyLayout, metadata }).json_metadata).toContain(
    '"value":[9007199254740993]',
  );
});

test('[9.0-24] [8.3-02] a layout over the limit is refused before it is sent', () => {
  const big = updateMeta(emptyLayout, GRID_ID, { code: 'x'.repeat(66_000) });
  const attempt = () => savePayload({ title: 'Big', layout: big, metadata: {} });
  expect(attempt).toThrow(AppError);
  try {
    attempt();
  } catch (error) {
    expect(saveErrorText(error)).toMatch(/^Sorry, there was an error saving this dashboard: .*at most 65535/);
  }
});

test('[6.0-05] [8.3-02] a refused save says that the right is missing', () => {
  const refused = (message: string) => new ApiError({ status: 403, message, code: null, errors: [], requestId: null });
  expect(saveErrorText(refused('Forbidden'))).toBe('You do not have permission to edit this dashboard');
  expect(saveErrorText(refused('You do not have permissions to edit this dashboard.'))).toBe(
    'You do not have permissions to edit this dashboard.',
  );
});

test.each([
  ['[8.3-07] a failed save tells the store and is thrown on; the changes stay', 422],
  ['[8.3-07] so is one that met the save of another person', 412],
])('%s', async (_, status) => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [], edit: true, newId: countedIds() });
  dispatch({ type: 'title_changed', title: 'Mine' });
  const savingWhenSent: boolean[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit & { readonly body?: string }) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    if (init?.method === 'PUT') savingWhenSent.push(useDashboard.getState().isSaving);
    return Response.json({ message: 'Not now' }, { status });
  });
  await expect(storeDashboard(false)).rejects.toMatchObject({ status, message: 'Not now' });
  expect(savingWhenSent).toEqual([true]);
  expect(useDashboard.getState()).toMatchObject({
    isSaving: false,
    hasUnsavedChanges: true,
    editMode: true,
    title: 'Mine',
    version: 3,
  });
});

test('[8.3-07] a layout that is too large fails in the same way, before anything is sent', async () => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [], edit: true, newId: countedIds() });
  dispatch({
    type: 'layout_changed',
    layout: updateMeta(useDashboard.getState().history.present, GRID_ID, { code: 'x'.repeat(66_000) }),
  });
  const fetched = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', fetched);
  await expect(storeDashboard(false)).rejects.toBeInstanceOf(AppError);
  expect([
    fetched.mock.calls.length,
    useDashboard.getState().isSaving,
    useDashboard.getState().hasUnsavedChanges,
  ]).toEqual([0, false, true]);
});

/**
 * A server on which somebody else has saved version 4 of dashboard 1.
 * @returns what was written, with the version that
 * it was made on
 */
function savedMeanwhile(
  theirs: Partial<DashboardItem>,
): readonly { readonly ifMatch: string | null; readonly body: DashboardPatch }[] {
  const written: { readonly ifMatch: string | null; readonly body: DashboardPatch }[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit & { readonly body?: string }) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    if (init?.method !== 'PUT')
      return Response.json({ result: dashboardItem({ version: 4, changed_by_name: 'Ben Okri', ...theirs }) });
    const ifMatch = new Headers(init.headers).get('If-Match');
    written.push({ ifMatch, body: JSON.parse(init.body ?? '') as DashboardPatch });
    return ifMatch === '"4"'
      ? Response.json({ id: 1, version: 5, result: {} })
      : Response.json({ message: 'Stale' }, { status: 412 });
  });
  return written;
}

test('what two people changed in different places is saved without a question, on the version of the other', async () => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [], edit: true, newId: countedIds() });
  dispatch({ type: 'layout_changed', layout: updateMeta(emptyLayout, GRID_ID, { note: 'mine' }) });
  const written = savedMeanwhile({ dashboard_title: 'Theirs', json_metadata: '{"color_scheme":"theirs"}' });
  expect(await storeDashboard(false)).toEqual({ mergedWith: 'Ben Okri' });
  expect(written.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
  expect(written[1]?.body.dashboard_title).toBe('Theirs');
  expect(JSON.parse(written[1]?.body.json_metadata ?? '')).toMatchObject({
    color_scheme: 'theirs',
    positions: { GRID_ID: { meta: { note: 'mine' } } },
  });
  // The page has both as well: its next save takes nothing back.
  expect(useDashboard.getState()).toMatchObject({
    title: 'Theirs',
    version: 5,
    hasUnsavedChanges: false,
    base: { title: 'Theirs' },
  });
});

test('[5.0-18] the same thing changed by both is not written before a choice; then mine stays there, and the rest of theirs too', async () => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [], edit: true, newId: countedIds() });
  dispatch({ type: 'title_changed', title: 'Mine' });
  const written = savedMeanwhile({ dashboard_title: 'Theirs', json_metadata: '{"color_scheme":"theirs"}' });
  await expect(storeDashboard(false)).rejects.toMatchObject({ status: 412 });
  expect(written).toHaveLength(1);
  expect(await storeDashboard(true), 'not both are kept').toEqual({ mergedWith: null });
  expect(written.at(-1)).toMatchObject({ ifMatch: '"4"', body: { dashboard_title: 'Mine' } });
  expect(written.at(-1)?.body.json_metadata).toContain('theirs');
});

/** A server that answers a write when `go` says so. */
function slowServer(): { readonly go: () => void } {
  let go = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    go = resolve;
  });
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    await promise;
    return Response.json({ id: 9, version: 4, result: {} });
  });
  return { go: () => go() };
}

test('what is done while a save is under way stays on screen, unsaved, and goes with the next save', async () => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [], edit: true, newId: countedIds() });
  dispatch({ type: 'title_changed', title: 'Mine' });
  const server = slowServer();
  const saving = storeDashboard(false);
  dispatch({
    type: 'layout_changed',
    layout: updateMeta(useDashboard.getState().history.present, GRID_ID, { note: 'later' }),
  });
  dispatch({ type: 'title_changed', title: 'Mine, later' });
  server.go();
  await saving;
  const { base, history, ...state } = useDashboard.getState();
  expect(state).toMatchObject({
    isSaving: false,
    hasUnsavedChanges: true,
    editMode: true,
    title: 'Mine, later',
    version: 4,
  });
  expect([base.title, base.layout[GRID_ID]?.meta, history.present[GRID_ID]?.meta]).toEqual([
    'Mine',
    {},
    { note: 'later' },
  ]);
  dispatch({ type: 'undone' });
  expect(useDashboard.getState().hasUnsavedChanges).toBe(true);
});

test('a save that ends when another dashboard is open does not touch that one', async () => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [], edit: true, newId: countedIds() });
  dispatch({ type: 'title_changed', title: 'Mine' });
  const server = slowServer();
  const saving = storeDashboard(false);
  dispatch({ type: 'closed' });
  dispatch({
    type: 'hydrated',
    item: dashboardItem({ id: 2, dashboard_title: 'Another', version: 8 }),
    charts: [],
    edit: true,
    newId: countedIds(),
  });
  server.go();
  await saving;
  expect(useDashboard.getState()).toMatchObject({
    id: 2,
    title: 'Another',
    version: 8,
    editMode: true,
    base: { title: 'Another' },
  });
});

test('what is done while a new dashboard is stored waits as the draft of that one', async () => {
  const { dispatch } = useDashboard.getState();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  dispatch({ type: 'begun', title: '[ untitled dashboard ]' });
  const server = slowServer();
  const saving = storeNewDashboard();
  dispatch({ type: 'title_changed', title: 'Later' });
  server.go();
  expect(await saving).toEqual({ id: 9, isOpen: true });
  expect(readDraft(9)).toMatchObject({ title: 'Later', version: 1, base: { title: '[ untitled dashboard ]' } });
});

test('a dashboard that was deleted meanwhile is told apart, and its changes go on as a new one', async () => {
  const { dispatch } = useDashboard.getState();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('csrf_token')
      ? Response.json({ result: 'token' })
      : Response.json({ message: 'Not found' }, { status: 404 }),
  );
  dispatch({ type: 'hydrated', item: dashboardItem(), charts: [], edit: true, newId: countedIds() });
  dispatch({ type: 'title_changed', title: 'Mine' });
  expect(await save(new QueryClient())).toBe('gone');
  expect(useDashboard.getState()).toMatchObject({ title: 'Mine', hasUnsavedChanges: true });
  keepAsNew();
  expect(readDraft('new')).toMatchObject({ title: 'Mine', version: 0 });
  expect(readDraft(1)).toBeNull();
});

test('a new dashboard is stored with its title and layout in one write', async () => {
  const { dispatch } = useDashboard.getState();
  dispatch({ type: 'begun', title: '[ untitled dashboard ]' });
  dispatch({ type: 'title_changed', title: 'First' });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit & { readonly body?: string }) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    sent.push([init?.method, JSON.parse(init?.body ?? '')]);
    return Response.json({ id: 9, version: 1, result: {} }, { status: 201 });
  });
  expect(await storeNewDashboard()).toEqual({ id: 9, isOpen: true });
  expect(sent).toEqual([
    [
      'POST',
      {
        dashboard_title: 'First',
        json_metadata: expect.stringContaining('"positions":{"DASHBOARD_VERSION_KEY":"v2"') as string,
      },
    ],
  ]);
  expect(useDashboard.getState().hasUnsavedChanges).toBe(false);
});

test('after a save the charts are read before the dashboard, so that no chart seems deleted', async () => {
  const read: string[] = [];
  const client = new QueryClient();
  for (const part of ['item', 'charts', 'datasets']) {
    const observer = new QueryObserver(client, {
      queryKey: ['dashboard', part, '1'],
      queryFn: async () => {
        await Promise.resolve();
        read.push(part);
        return part;
      },
    });
    observer.subscribe(() => undefined);
  }
  await vi.waitFor(() => expect(read).toHaveLength(3));
  read.length = 0;
  await rereadDashboard(client);
  expect(read.toSorted()).toEqual(['charts', 'datasets', 'item']);
  expect(read.at(-1)).toBe('item');
  client.clear();
});
