import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, type Principal } from '../../principal.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { buildRole, buildUser } from '../../testing/builders.ts';
import {
  buildChart,
  buildDashboard,
  buildEmbedding,
  buildFolder,
  buildPlainDataset,
  buildSavedQuery,
} from '../../testing/content.ts';
import { guestLike } from '../../testing/pipeline.ts';
import { testMetadata } from '../../testing/test-metadata.ts';
import { createChartStore } from '../charts/store.ts';
import { createDashboardStore } from '../dashboards/store.ts';
import { createSavedQueryStore } from '../saved-queries/store.ts';
import { mayViewChart, mayViewDashboard, mayViewSavedQuery, opensData } from './policy.ts';
import { opening, visibleChart, visibleDashboard, visibleSavedQuery } from './visible.ts';

let metadata: Metadata;
let principals: readonly Principal[];
const charts: number[] = [];
const dashboards: number[] = [];
const queries: number[] = [];

/** Every combination that matters: owners × datasets × publication × roles × embedding, seen by everybody. */
beforeAll(async () => {
  metadata = await testMetadata();
  const { db } = metadata;
  const [ana, ben] = [await buildUser(db, { roles: [] }), await buildUser(db, { roles: [] })];
  const [staff, board] = [await buildRole(db), await buildRole(db)];
  const datasets = [
    await buildPlainDataset(db),
    await buildPlainDataset(db, { owners: [ana] }),
    await buildPlainDataset(db, { deleted_on: '2026-01-01T00:00:00.000Z' }),
  ];
  for (const datasource_id of [...datasets, null])
    for (const owners of [[], [ana], [ben]]) charts.push(await buildChart(db, { datasource_id, owners }));
  charts.push(await buildChart(db, { deleted_on: '2026-01-01T00:00:00.000Z', datasource_id: datasets[0] ?? null }));
  for (const published of [0, 1]) {
    for (const owners of [[], [ana]]) {
      for (const roles of [[], [staff], [board]]) {
        for (const content of [[], charts.slice(0, 2), charts.slice(3, 5), charts.slice(6, 9), charts.slice(-1)])
          dashboards.push(await buildDashboard(db, { published, owners, roles, charts: content }));
      }
    }
  }
  // Some lie in a folder of Ben's and the staff, some in one below it.
  const folder = await buildFolder(db, { owners: [ben], roles: [staff] });
  const inner = await buildFolder(db, { above: [folder], roles: [board] });
  for (const [index, id] of dashboards.entries())
    if (index % 5 < 2)
      await db
        .updateTable('dashboards')
        .set({ folder_id: index % 5 === 0 ? folder : inner })
        .where('id', '=', id)
        .execute();
  const embedded = dashboards.filter((_, index) => index % 4 === 0);
  for (const dashboard_id of embedded) await buildEmbedding(db, dashboard_id);
  const uuids = (await db.selectFrom('embedded_dashboards').select('uuid').orderBy('dashboard_id').execute()).map(
    ({ uuid }) => uuid,
  );
  const guest = (named: readonly string[]): Principal => ({ ...guestLike(anonymous), embeddings: new Set(named) });
  const user: Principal = { ...anonymous, kind: 'user', userId: ben, username: 'ben' };
  const granted = await databaseOf(db, datasets[0] ?? 0);
  const elsewhere = await databaseOf(db, datasets[1] ?? 0);
  for (const database_id of [granted, elsewhere])
    for (const created_by of [ana, ben, null])
      for (const is_shared of [0, 1])
        for (const reader of [null, { kind: 'user', reader_id: ben }, { kind: 'role', reader_id: staff }] as const) {
          const saved_query_id = await buildSavedQuery(db, { database_id, created_by, is_shared });
          if (reader)
            await db
              .insertInto('saved_query_readers')
              .values({ saved_query_id, ...reader })
              .execute();
          queries.push(saved_query_id);
        }
  principals = [
    anonymous,
    user,
    { ...user, userId: ana },
    { ...user, isAdmin: true },
    { ...user, roleIds: [staff] },
    { ...user, roleIds: [staff, board] },
    { ...user, datasetIds: new Set(datasets.slice(0, 1)) },
    { ...user, databaseIds: new Set([granted]) },
    { ...user, databaseIds: new Set([elsewhere]), roleIds: [staff] },
    { ...user, userId: ana, databaseIds: 'all' },
    { ...user, datasetIds: 'all' },
    guest([]),
    guest(uuids.slice(0, 7)),
    { ...guest(uuids), roleIds: [staff], databaseIds: new Set([elsewhere]) },
  ];
});
afterAll(() => metadata.close());

async function databaseOf(db: Metadata['db'], dataset: number): Promise<number> {
  const row = db.selectFrom('datasets').select('database_id').where('id', '=', dataset);
  return (await row.executeTakeFirstOrThrow()).database_id;
}

test.each([false, true])(
  'the lists see exactly what the policies allow (role-based dashboards: %s)',
  async (dashboardRoles) => {
    const chartStore = createChartStore(metadata.db, dashboardRoles);
    const dashboardStore = createDashboardStore(metadata.db, dashboardRoles);
    const seen = new Set<string>();
    for (const principal of principals) {
      const listedCharts = await metadata.db
        .selectFrom('charts')
        .select('id')
        .where('deleted_on', 'is', null)
        .where(visibleChart(principal, dashboardRoles))
        .orderBy('id')
        .execute();
      const allowedCharts: number[] = [];
      for (const id of charts) {
        const row = await chartStore.find(id);
        if (row && mayViewChart(principal, await chartStore.facts(row))) allowedCharts.push(id);
      }
      expect(listedCharts.map((row) => row.id)).toEqual(allowedCharts);

      const listedDashboards = await metadata.db
        .selectFrom('dashboards')
        .select('id')
        .where(visibleDashboard(principal, dashboardRoles))
        .orderBy('id')
        .execute();
      const allowedDashboards: number[] = [];
      for (const id of dashboards) {
        const row = await dashboardStore.find('id', id);
        if (row && mayViewDashboard(principal, await dashboardStore.facts(row))) allowedDashboards.push(id);
      }
      expect(listedDashboards.map((row) => row.id)).toEqual(allowedDashboards);

      const opened = await metadata.db
        .selectFrom('dashboards')
        .select('id')
        .where(opening(principal, dashboardRoles, 'dashboards'))
        .orderBy('id')
        .execute();
      const mayOpen: number[] = [];
      for (const id of dashboards) {
        const row = await dashboardStore.find('id', id);
        if (row && opensData(principal, await dashboardStore.facts(row))) mayOpen.push(id);
      }
      expect(opened.map((row) => row.id)).toEqual(mayOpen);
      seen.add(`${allowedCharts.length}/${allowedDashboards.length}`);
    }
    // The users differ in what they see; a predicate that is always true or false would not.
    expect(seen.size).toBeGreaterThan(4);
  },
);

test('the list of saved queries sees exactly what the policy allows', async () => {
  const store = createSavedQueryStore(metadata.db);
  const seen = new Set<number>();
  for (const principal of principals) {
    const listedQueries = await metadata.db
      .selectFrom('saved_queries')
      .select('id')
      .where(visibleSavedQuery(principal))
      .orderBy('id')
      .execute();
    const allowed: number[] = [];
    for (const row of await store.listed(queries, 1_000_000))
      if (mayViewSavedQuery(principal, await store.facts(row))) allowed.push(row.id);
    expect(listedQueries.map((row) => row.id)).toEqual(allowed);
    seen.add(allowed.length);
  }
  expect(seen.size).toBeGreaterThan(4);
});
