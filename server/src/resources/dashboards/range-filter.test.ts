import { afterAll, beforeAll, expect, test } from 'vitest';
import { endsQuery } from '@tessera/core/native-filters/choices';
import { filtersOf, readFilterEntries } from '@tessera/core/native-filters/definition';
import type { QueryObject } from '@tessera/core/query-object';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildEmbedding, layoutOf } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

// The slider of a range filter, for who reaches its dataset through the dashboard alone.
let it: SalesApp;
let board: number;
let reader: number;
let guest: string;
let query: QueryObject;

beforeAll(async () => {
  it = await salesApp(['CREATE TABLE sales AS SELECT i AS amount FROM range(120) AS r(i)'], {
    featureFlags: { DASHBOARD_RBAC: true },
  });
  const settings = {
    native_filter_configuration: [
      {
        id: 'NATIVE_FILTER-amount',
        type: 'NATIVE_FILTER',
        name: 'Amount',
        filterType: 'filter_range',
        targets: [{ datasetId: it.dataset, column: { name: 'amount' } }],
        adhoc_filters: [
          { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'amount', operator: '<', comparator: 60 },
        ],
        scope: { rootPath: ['ROOT_ID'], excluded: [] },
      },
    ],
  };
  const [filter] = filtersOf(readFilterEntries(settings));
  const asked = filter ? endsQuery(filter) : null;
  if (asked === null) throw new Error('The filter has no query');
  query = asked;
  const role = await buildRole(it.metadata.db, { pairs: ['can_read Chart', 'can_read Dashboard'] });
  reader = await buildUser(it.metadata.db, { roles: [role] });
  const chart = await it.make('chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: it.dataset,
    datasource_type: 'table',
    params: '{}',
  });
  board = await it.make('dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    roles: [role],
    json_metadata: JSON.stringify(settings),
    position_json: JSON.stringify(layoutOf([chart])),
  });
  const answer = await it.request({
    as: it.adminId,
    method: 'POST',
    url: '/api/v1/security/guest_token/',
    payload: { resources: [{ type: 'dashboard', id: await buildEmbedding(it.metadata.db, board) }], rls: [] },
  });
  guest = answer.json<{ token: string }>().token;
});
afterAll(() => it.close());

test('a reader by role and a guest get the ends of a range filter by the query of the page', async () => {
  const ask = (who: object, asked: QueryObject) =>
    it.request({
      ...who,
      method: 'POST',
      url: '/api/v1/chart/data',
      payload: {
        datasource: { id: it.dataset, type: 'table' },
        queries: [asked],
        form_data: { native_filter_id: 'NATIVE_FILTER-amount', dashboardId: board },
      },
    });
  for (const who of [{ as: reader }, { headers: { 'x-guesttoken': guest } }]) {
    const answer = await ask(who, query);
    expect([answer.statusCode, answer.json<{ result: { data: unknown }[] }>().result?.[0]?.data]).toEqual([
      200,
      [{ min: 0, max: 59 }],
    ]);
    expect((await ask(who, { ...query, row_limit: 10_000 })).statusCode).toBe(200);
    // The ends of what the filter leaves out are not for them.
    expect((await ask(who, { ...query, filters: [] })).statusCode).toBe(403);
  }
});
