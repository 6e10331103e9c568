import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { emptyDocument } from '@tessera/core/dashboard/document';
import { countedIds } from '@tessera/core/dashboard/fixtures';
import { printDocument } from '@tessera/core/dashboard/printed';
import { AppError } from '@tessera/core/errors/app-error';
import { updateMeta } from '@tessera/core/layout/resize';
import { emptyLayout, GRID_ID, type Layout } from '@tessera/core/layout/types';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import type { DashboardItem, DashboardPatch } from '../../api/dashboards.ts';
import { useToasts } from '../../ui/feedback/toast-store.ts';
import { dashboardItem } from './dashboard-fixtures.ts';
import { createDashboardStore, isUnsaved, type DashboardStore } from './dashboard-store.ts';
import { readDraft } from './dashboard-draft.ts';
import { edit } from './edit/apply-change.ts';
import { rereadDashboard } from './reread-dashboard.ts';
import { keepAsNew, save, saveErrorText, storeDashboard, storeNewDashboard } from './save.ts';

/** Where both changed the title, mine stays. */
const allMine = { choices: new Map([['title', 'mine' as const]]), newId: (kind: string) => kind };

afterEach(() => vi.unstubAllGlobals());

const item = (id: number) => dashboardItem({ id });

/** An open dashboard in edit mode, in a store of its own. */
function opened(of = item(1)) {
  const store = createDashboardStore();
  const { dispatch } = store.getState();
  dispatch({ type: 'hydrated', item: of, charts: [], edit: true, newId: countedIds() });
  return { store, client: new QueryClient(), dispatch };
}
const document = (store: DashboardStore) => store.getState().history.present;
const noteOf = (layout: Layout, note: string) => updateMeta(layout, GRID_ID, { note });

test('[9.0-24] [8.3-02] a layout over the limit is refused before it is sent', () => {
  const big = { ...emptyDocument, layout: updateMeta(emptyLayout, GRID_ID, { code: 'x'.repeat(66_000) }) };
  const attempt = () => printDocument(big, null);
  expect(attempt).toThrow(AppError);
  try {
    attempt();
  } catch (error) {
    expect(saveErrorText(error)).toMatch(/^Sorry, there was an error saving this dashboard: .*at most 65535/);
  }
});

test('[4.4-01] [6.0-05] [8.3-02] a refused save says that the right is missing', () => {
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
  const { store, client } = opened();
  edit(store, { title: 'Mine' });
  const savingWhenSent: boolean[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit & { readonly body?: string }) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    if (init?.method === 'PUT') savingWhenSent.push(store.getState().isSaving);
    return Response.json({ message: 'Not now' }, { status });
  });
  await expect(storeDashboard(store, client, null)).rejects.toMatchObject({ status, message: 'Not now' });
  expect(savingWhenSent).toEqual([true]);
  expect(store.getState()).toMatchObject({ isSaving: false, editMode: true, version: 3 });
  expect([isUnsaved(store.getState()), document(store).title]).toEqual([true, 'Mine']);
});

test('[8.3-07] a layout that is too large fails in the same way, before anything is sent', async () => {
  const { store, client } = opened();
  edit(store, { layout: updateMeta(document(store).layout, GRID_ID, { code: 'x'.repeat(66_000) }) });
  const fetched = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', fetched);
  await expect(storeDashboard(store, client, null)).rejects.toBeInstanceOf(AppError);
  expect([fetched.mock.calls.length, store.getState().isSaving, isUnsaved(store.getState())]).toEqual([0, false, true]);
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

test('what two users changed in different places is saved without a question', async () => {
  const { store, client } = opened();
  edit(store, { layout: noteOf(emptyLayout, 'mine') });
  const written = savedMeanwhile({ dashboard_title: 'Theirs', json_metadata: '{"color_scheme":"theirs"}' });
  expect(await storeDashboard(store, client, null)).toEqual({ mergedWith: 'Ben Okri' });
  expect(written.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
  expect(written[1]?.body.dashboard_title).toBe('Theirs');
  expect(JSON.parse(written[1]?.body.json_metadata ?? '')).toMatchObject({
    color_scheme: 'theirs',
    positions: { GRID_ID: { meta: { note: 'mine' } } },
  });
  // The page has both as well: its next save takes nothing back.
  expect(store.getState()).toMatchObject({
    version: 5,
    history: { present: { title: 'Theirs' } },
    stored: { title: 'Theirs' },
  });
  expect(isUnsaved(store.getState())).toBe(false);
});

test('[5.0-18] the same thing changed by both is not written before a choice; then mine stays there', async () => {
  const { store, client } = opened();
  edit(store, { title: 'Mine' });
  const written = savedMeanwhile({ dashboard_title: 'Theirs', json_metadata: '{"color_scheme":"theirs"}' });
  await expect(storeDashboard(store, client, null)).rejects.toMatchObject({ status: 412 });
  expect(written).toHaveLength(1);
  expect(await storeDashboard(store, client, allMine), 'not both are kept').toEqual({ mergedWith: null });
  expect(written.at(-1)).toMatchObject({ ifMatch: '"4"', body: { dashboard_title: 'Mine' } });
  expect(written.at(-1)?.body.json_metadata).toContain('theirs');
});

test('properties go with the save where they were changed', async () => {
  const { store, client } = opened();
  edit(store, { properties: { ...document(store).properties, description: 'Mine' } });
  const written = savedMeanwhile({ certified_by: 'Ada', description: null });
  await storeDashboard(store, client, null);
  expect(written.map(({ body: { json_metadata: _, ...body } }) => body)).toEqual([
    { dashboard_title: 'Flights', description: 'Mine' },
    { dashboard_title: 'Flights', description: 'Mine' },
  ]);
  expect(store.getState().stored.properties).toMatchObject({ description: 'Mine', certifiedBy: 'Ada' });
});

test('a save tells in words what it saved', async () => {
  const { store, client } = opened();
  useToasts.setState({ list: [] });
  edit(store, { title: 'Mine' });
  edit(store, { settings: { label_colors: { EU: '#123456' } } });
  const server = slowServer();
  server.go();
  expect(await save(store, client)).toBe('saved');
  expect(useToasts.getState().list.map(({ message }) => message)).toEqual([
    'This dashboard was saved successfully. Changed the title, changed the colors.',
  ]);
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
  const { store, client, dispatch } = opened();
  edit(store, { title: 'Mine' });
  const server = slowServer();
  const saving = storeDashboard(store, client, null);
  edit(store, { layout: noteOf(document(store).layout, 'later') });
  edit(store, { title: 'Mine, later' });
  server.go();
  await saving;
  const { stored, ...state } = store.getState();
  expect(state).toMatchObject({ isSaving: false, editMode: true, version: 4 });
  expect([isUnsaved(state), document(store).title]).toEqual([true, 'Mine, later']);
  expect([stored.title, stored.layout[GRID_ID]?.meta, document(store).layout[GRID_ID]?.meta]).toEqual([
    'Mine',
    {},
    { note: 'later' },
  ]);
  for (const unsaved of [true, false, true]) {
    dispatch({ type: 'undone' });
    expect(isUnsaved(store.getState()), 'the history leads back beyond what was saved').toBe(unsaved);
  }
});

test('a save that ends when another dashboard is open does not touch that one', async () => {
  const { store, client, dispatch } = opened();
  edit(store, { title: 'Mine' });
  const server = slowServer();
  const saving = storeDashboard(store, client, null);
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
  expect(store.getState()).toMatchObject({
    id: 2,
    version: 8,
    editMode: true,
    history: { present: { title: 'Another' } },
    stored: { title: 'Another' },
  });
});

test('what is done while a new dashboard is stored waits as the draft of that one', async () => {
  const store = createDashboardStore();
  const { dispatch } = store.getState();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  dispatch({ type: 'begun', title: '[ untitled dashboard ]' });
  const server = slowServer();
  const saving = storeNewDashboard(store, null);
  edit(store, { title: 'Later' });
  server.go();
  expect(await saving).toEqual({ id: 9, isOpen: true });
  expect(readDraft(9)).toMatchObject({
    document: { title: 'Later' },
    version: 1,
    base: { title: '[ untitled dashboard ]' },
  });
});

test('a dashboard that was deleted meanwhile is recognised, and its changes go on as a new one', async () => {
  const { store, client } = opened();
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
  edit(store, { title: 'Mine' });
  expect(await save(store, client)).toBe('gone');
  expect([isUnsaved(store.getState()), document(store).title]).toEqual([true, 'Mine']);
  keepAsNew(store);
  expect(readDraft('new')).toMatchObject({ document: { title: 'Mine' }, version: 0 });
  expect(readDraft(1)).toBeNull();
});

test('a new dashboard is stored with its title and layout in one write', async () => {
  const store = createDashboardStore();
  const { dispatch } = store.getState();
  dispatch({ type: 'begun', title: '[ untitled dashboard ]' });
  edit(store, { title: 'First' });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit & { readonly body?: string }) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    sent.push([init?.method, JSON.parse(init?.body ?? '')]);
    return Response.json({ id: 9, version: 1, result: {} }, { status: 201 });
  });
  expect(await storeNewDashboard(store, null)).toEqual({ id: 9, isOpen: true });
  expect(sent).toEqual([
    [
      'POST',
      {
        dashboard_title: 'First',
        json_metadata: expect.stringContaining('"positions":{"DASHBOARD_VERSION_KEY":"v2"') as string,
      },
    ],
  ]);
  expect(isUnsaved(store.getState())).toBe(false);
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
