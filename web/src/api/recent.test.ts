import { afterEach, expect, test, vi } from 'vitest';
import {
  beginRecent,
  forgetVisit,
  loadRecent,
  mergeVisits,
  readActivity,
  recordVisit,
  useRecent,
  type Visit,
} from './recent.ts';

const visit = (id: number, at: number): Visit => ({
  kind: 'chart',
  id,
  title: `chart ${id}`,
  href: `/explore/?slice_id=${id}`,
  at,
});
const activity = (item_type: string, item_id: number, time: number) => ({
  item_type,
  item_id,
  item_title: `${item_type} ${item_id}`,
  item_url: `/there/${item_id}`,
  time,
});

afterEach(() => {
  vi.unstubAllGlobals();
  useRecent.setState({ user: null, visits: [], isLoaded: false });
});

test('an object that is opened again moves to the front, with its new title', () => {
  const merged = mergeVisits([{ ...visit(1, 9), title: 'renamed' }], [visit(3, 3), visit(2, 2), visit(1, 1)]);
  expect(merged.map(({ id, title }) => [id, title])).toEqual([
    [1, 'renamed'],
    [3, 'chart 3'],
    [2, 'chart 2'],
  ]);
});

test('at most thirty are retained', () => {
  const many = mergeVisits(
    Array.from({ length: 40 }, (_, id) => visit(id, id)),
    [],
  );
  expect([many.length, many[0]?.id]).toEqual([30, 39]);
});

test('what the server stores becomes visits; unknown kinds are left out', () => {
  expect(
    readActivity([
      activity('dashboard', 1, 5),
      activity('slice', 2, 4),
      activity('dataset', 3, 3),
      activity('poem', 4, 2),
    ]).map(({ kind, id }) => `${kind} ${id}`),
  ).toEqual(['dashboard 1', 'chart 2', 'dataset 3']);
});

test('the list follows the user from another browser, and what was opened here stays in front', async () => {
  beginRecent(7);
  recordVisit({ kind: 'chart', id: 2, title: 'here', href: '/explore/?slice_id=2' }, 100);
  vi.stubGlobal('fetch', async () =>
    Response.json({ result: [activity('dashboard', 1, 50), activity('slice', 2, 10)] }),
  );
  await loadRecent(7);
  expect(useRecent.getState().visits.map(({ kind, id, title, at }) => [kind, id, title, at])).toEqual([
    ['chart', 2, 'slice 2', 100],
    ['dashboard', 1, 'dashboard 1', 50],
  ]);
  forgetVisit('dashboard', 1);
  expect(useRecent.getState().visits).toHaveLength(1);
});

test('another user at this browser begins with nothing of the one before', async () => {
  useRecent.setState({ user: 7, visits: [visit(1, 1)] });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no answer');
  });
  await loadRecent(8);
  expect(useRecent.getState()).toEqual({ user: 8, visits: [], isLoaded: true });
});
