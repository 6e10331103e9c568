import { layouts } from '@tessera/core/fixtures/dashboard-layout';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDashboard } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});
afterAll(() => it.close());

const tabsOf = async (position: unknown) => {
  const id = await buildDashboard(it.metadata.db, { published: 1, position_json: JSON.stringify(position) });
  return (await it.request({ url: `/api/v1/dashboard/${id}/tabs`, as: it.adminId })).json<object>();
};

test('[7.4] the tabs of a dashboard are a tree, and titles by id', async () => {
  expect(await tabsOf(layouts['tabs'])).toEqual({
    result: {
      all_tabs: { 'TAB-1': 'One', 'TAB-2': 'Two', 'TAB-3': 'Empty', 'TAB-21': 'In A', 'TAB-22': 'In B' },
      tab_tree: [
        { title: 'One', value: 'TAB-1', parents: [], children: [] },
        {
          title: 'Two',
          value: 'TAB-2',
          parents: [],
          children: [
            { title: 'In A', value: 'TAB-21', parents: ['TAB-2'], children: [] },
            { title: 'In B', value: 'TAB-22', parents: ['TAB-2'], children: [] },
          ],
        },
        { title: 'Empty', value: 'TAB-3', parents: [], children: [] },
      ],
    },
  });
});

test('a dashboard without tabs, or with a layout that nobody can read, has none', async () => {
  const none = { result: { all_tabs: {}, tab_tree: [] } };
  expect([await tabsOf(layouts['simple']), await tabsOf({ ROOT_ID: 3 })]).toEqual([none, none]);
});
