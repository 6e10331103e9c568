import { sql, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type Principal } from '../principal.ts';
import { created } from '../metadata/audit.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { TEST_NOW, buildRole, buildUser } from '../testing/builders.ts';
import { metadataKinds } from '../testing/metadata-kinds.ts';
import { createServer } from './server.ts';
import { contains, textOf } from './list-filters.ts';
import { listRoutes } from './list-resource.ts';
import type { ListSpec } from './list-spec.ts';
import type { App } from './app-types.ts';

const reader: Principal = {
  ...anonymous,
  kind: 'user',
  userId: 1,
  username: 'ana',
  grants: new Set(['can_read Chart']),
};

describe.each(metadataKinds)('lists on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let server: Awaited<ReturnType<typeof kind.start>>;
    let metadata: Metadata;
    let app: App;
    let ana: number;
    let asks: Principal;
    let removed: readonly number[];

    const charts: readonly (readonly [name: string, type: string, description: string | null])[] = [
      ['Beta 100%', 'pie', null],
      ['alpha', 'table', 'x_y'],
      ['Gamma', 'pie', 'xzy'],
      ['hidden', 'secret', 'nobody sees it'],
    ];

    beforeAll(async () => {
      server = await kind.start();
      metadata = await server.open();
      ana = await buildUser(metadata.db, { username: 'ana', first_name: 'Ana', last_name: 'Bell', roles: [] });
      await buildRole(metadata.db, { name: 'R' });
      for (const [slice_name, viz_type, description] of charts) {
        await metadata.db
          .insertInto('charts')
          .values({
            ...created({ userId: slice_name === 'Gamma' ? ana : null }, TEST_NOW),
            slice_name,
            viz_type,
            description,
            datasource_type: 'table',
          })
          .execute();
      }
      await metadata.db
        .insertInto('charts')
        .values({
          ...created({ userId: null }, TEST_NOW),
          slice_name: 'in the trash',
          viz_type: 'gone',
          datasource_type: 'table',
          deleted_on: 'x',
        })
        .execute();
      await metadata.db.insertInto('owners').values({ object_type: 'chart', object_id: 2, user_id: ana }).execute();
      app = createServer({
        config: { logLevel: 'silent', trustProxy: false, bodyLimitKb: 64, largeBodyLimitKb: 128, metricsToken: null },
        ready: [],
        webRoot: null,
        checkResponses: true,
        authenticate: () => ({ principal: asks, credential: 'token', csrf: null }),
      });
      listRoutes(app, { db: metadata.db }, spec());
      listRoutes(app, { db: metadata.db }, { ...spec(), path: 'long', longTexts: ['description'] });
    });
    beforeEach(() => {
      asks = reader;
      removed = [];
    });
    afterAll(async () => {
      await app.close();
      await metadata.close();
      await server.stop();
    });

    function spec(): ListSpec {
      return {
        path: 'chart',
        noun: 'chart',
        title: 'List Slice',
        table: 'charts',
        view: 'Chart',
        read: 'can_read Chart',
        columns: {
          id: { sql: sql.ref('charts.id'), filter: 'integer' },
          slice_name: { label: 'Chart', description: 'Its name', sql: sql.ref('charts.slice_name'), filter: 'text' },
          viz_type: { sql: sql.ref('charts.viz_type'), filter: 'text' },
          description: { sql: sql.ref('charts.description'), filter: 'text' },
          changed_on: { sql: sql.ref('charts.changed_on'), filter: 'time' },
          published: { sql: sql`1`, filter: 'flag', order: false },
          created_by: { sql: sql.ref('charts.created_by'), filter: 'relation_one', shown: false },
          owners: {
            filter: 'relation_many',
            shown: false,
            relatedTo: (id) =>
              sql<SqlBool>`EXISTS (SELECT 1 FROM owners WHERE object_type = 'chart' AND object_id = charts.id AND
                user_id = ${id})`,
          },
          'owners.first_name': {},
          'owners.id': {},
        },
        defaultOrder: { column: 'id', direction: 'asc' },
        searches: {
          slice_name: {
            chart_all_text: (value) =>
              contains(sql`coalesce(charts.slice_name, '') || ' ' || coalesce(charts.description, '')`, textOf(value)),
          },
        },
        related: {
          owners: {
            from: () => sql`FROM users WHERE deleted_on IS NULL`,
            value: sql.ref('id'),
            text: sql<string>`first_name || ' ' || last_name`,
            more: { is_active: sql.ref('is_active') },
            extra: (row) => ({ active: row['is_active'] === 1 }),
          },
        },
        distinct: { viz_type: sql.ref('charts.viz_type') },
        visible: (principal) => (principal.isAdmin ? null : sql<SqlBool>`charts.slice_name <> 'hidden'`),
        rows: async (ids) =>
          ids.map((id) => ({
            id,
            slice_name: charts[id - 1]?.[0],
            viz_type: charts[id - 1]?.[1],
            owners: [{ id: ana, first_name: 'Ana', password: 'never' }],
          })),
        addSchema: Type.Object({ slice_name: Type.String({ maxLength: 250 }), viz_type: Type.Optional(Type.String()) }),
        remove: { permission: 'can_write Chart', run: async (_, ids) => (removed = ids).length },
      };
    }

    async function ask(
      url: string,
      method: 'GET' | 'DELETE' = 'GET',
    ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
      const answer = await app.inject({ method, url });
      return { status: answer.statusCode, body: answer.json() };
    }
    const idsOf = async (q: string): Promise<unknown> => (await ask(`/chart/?q=${encodeURIComponent(q)}`)).body['ids'];

    test('the envelope has what clients read, and only what may be seen is counted', async () => {
      const { status, body } = await ask('/chart/?q=(columns:!(id,slice_name,owners.first_name),page_size:2)');
      expect(status).toBe(200);
      expect(body).toEqual({
        count: 3,
        ids: [1, 2],
        result: [
          { id: 1, slice_name: 'Beta 100%', owners: [{ first_name: 'Ana' }] },
          { id: 2, slice_name: 'alpha', owners: [{ first_name: 'Ana' }] },
        ],
        list_columns: ['id', 'slice_name', 'owners.first_name'],
        label_columns: { id: 'Id', slice_name: 'Chart', 'owners.first_name': 'Owners First Name' },
        description_columns: { slice_name: 'Its name' },
        order_columns: ['id', 'slice_name', 'viz_type', 'description', 'changed_on', 'created_by'],
        list_title: 'List Slice',
      });
    });

    test('an admin sees and counts all of them; the trash is for nobody', async () => {
      asks = { ...reader, isAdmin: true };
      expect((await ask('/chart/')).body).toMatchObject({ count: 4, ids: [1, 2, 3, 4] });
    });

    test('keys choose the parts of the envelope', async () => {
      expect(Object.keys((await ask('/chart/?q=(keys:!(none))')).body)).toEqual(['count', 'ids', 'result']);
      expect(Object.keys((await ask('/chart/?q=(keys:!(list_columns))')).body)).toEqual([
        'count',
        'ids',
        'result',
        'list_columns',
      ]);
    });

    test.each([
      ['(filters:!((col:slice_name,opr:sw,value:BET)))', [1]],
      ['(filters:!((col:slice_name,opr:nsw,value:bet)))', [2, 3]],
      ['(filters:!((col:slice_name,opr:ew,value:MA)))', [3]],
      ['(filters:!((col:slice_name,opr:new,value:ma)))', [1, 2]],
      ['(filters:!((col:slice_name,opr:ct,value:LPH)))', [2]],
      ['(filters:!((col:slice_name,opr:nct,value:a)))', []],
      ["(filters:!((col:slice_name,opr:ct,value:'%')))", [1]],
      ["(filters:!((col:description,opr:ct,value:'x_y')))", [2]],
      ['(filters:!((col:viz_type,opr:eq,value:pie)))', [1, 3]],
      ['(filters:!((col:viz_type,opr:neq,value:pie)))', [2]],
      ['(filters:!((col:viz_type,opr:in,value:!(pie,table))))', [1, 2, 3]],
      ['(filters:!((col:viz_type,opr:not_in,value:!(pie))))', [2]],
      ['(filters:!((col:viz_type,opr:in,value:!())))', []],
      ['(filters:!((col:description,opr:eq,value:!n)))', [1]],
      ['(filters:!((col:description,opr:neq,value:!n)))', [2, 3]],
      ['(filters:!((col:id,opr:gt,value:1)))', [2, 3]],
      ['(filters:!((col:id,opr:lt,value:2)))', [1]],
      ['(filters:!((col:published,opr:eq,value:!t)))', [1, 2, 3]],
      ['(filters:!((col:published,opr:eq,value:!f)))', []],
      ["(filters:!((col:changed_on,opr:gt,value:'2026-03-02T09:00:00Z')))", [1, 2, 3]],
      ['(filters:!((col:created_by,opr:rel_o_m,value:1)))', [3]],
      ['(filters:!((col:owners,opr:rel_m_m,value:!(1))))', [2]],
      ['(filters:!((col:owners,opr:nrel_m_m,value:1)))', [1, 3]],
      ['(filters:!((col:slice_name,opr:chart_all_text,value:xz)))', [3]],
      ['(filters:!((col:viz_type,opr:eq,value:pie),(col:id,opr:gt,value:1)))', [3]],
      ['(order_column:slice_name,order_direction:asc)', [2, 1, 3]],
      ['(order_column:slice_name,order_direction:desc)', [3, 1, 2]],
      ['(order_column:description,order_direction:desc)', [3, 2, 1]],
      ['(page:1,page_size:2)', [3]],
      ['(page:9,page_size:2)', []],
    ])('%s gives %j', async (q, expected) => {
      expect(await idsOf(q)).toEqual(expected);
    });

    test.each([
      ['(filters:!((col:nope,opr:eq,value:1)))', { message: 'Filter column: nope not allowed to filter' }],
      ['(filters:!((col:__proto__,opr:eq,value:1)))', { message: 'Filter column: __proto__ not allowed to filter' }],
      [
        '(filters:!((col:slice_name,opr:gt,value:1)))',
        { message: 'Filter operator: gt not allowed on column slice_name' },
      ],
      [
        '(filters:!((col:slice_name,opr:constructor,value:1)))',
        { message: 'Filter operator: constructor not allowed on column slice_name' },
      ],
      ['(filters:!((col:id,opr:eq,value:abc)))', { message: { id: ['Not a valid integer.'] } }],
      ['(filters:!((col:id,opr:eq,value:1e30)))', { message: { id: ['Not a valid integer.'] } }],
      ['(filters:!((col:slice_name,opr:ct,value:!(1))))', { message: { slice_name: ['Not a valid string.'] } }],
      [
        `(filters:!((col:slice_name,opr:ct,value:${'a'.repeat(1001)})))`,
        { message: { value: ['Longer than maximum length 1000.'] } },
      ],
      [
        `(filters:!(${'(col:slice_name,opr:ct,value:a),'.repeat(20)}(col:id,opr:eq,value:1)))`,
        { message: { filters: ['At most 20 values.'] } },
      ],
      ["(filters:!((col:changed_on,opr:gt,value:'then')))", { message: { changed_on: ['Not a valid datetime.'] } }],
      ["(order_column:'id;drop table charts')", { message: 'Order column: id;drop table charts not allowed to order' }],
      ['(order_column:published)', { message: 'Order column: published not allowed to order' }],
    ])('%s is 400', async (q, expected) => {
      expect(await ask(`/chart/?q=${encodeURIComponent(q)}`)).toEqual({ status: 400, body: expected });
    });

    test('hostile values are values', async () => {
      expect(await idsOf("(filters:!((col:slice_name,opr:eq,value:'x!' or 1=1 --')))")).toEqual([]);
    });

    test('[attack 61] a long text is looked for in megabytes of one letter at once', async () => {
      const one = () => contains(sql`cast(${'a'.repeat(1_000_000)} as text)`, `${'a'.repeat(999)}b`);
      const found = sql.join(Array.from({ length: 10 }, one), sql` or `);
      expect((await sql`select 1 as found where ${found}`.execute(metadata.db)).rows).toEqual([]);
    });

    test('[attack 61] what is looked for in long texts is found in the order and on the page asked for', async () => {
      const where = 'filters:!((col:description,opr:nct,value:zzz),(col:slice_name,opr:neq,value:hidden))';
      const q = (page: number) => `(order_column:slice_name,page_size:2,page:${page},${where})`;
      const whole = await ask(`/chart/?q=${encodeURIComponent(q(0))}`);
      const sliced = await ask(`/long/?q=${encodeURIComponent(q(0))}`);
      expect(sliced).toEqual({ status: 200, body: { ...whole.body, result: whole.body['result'] } });
      expect((await ask(`/long/?q=${encodeURIComponent(q(1))}`)).body).toEqual(
        (await ask(`/chart/?q=${encodeURIComponent(q(1))}`)).body,
      );
      expect(whole.body).toMatchObject({ count: 3 });
    });

    test('_info says what the user may do and how each column is filtered', async () => {
      const { body } = await ask('/chart/_info');
      expect(body['permissions']).toEqual(['can_read']);
      expect(body['filters']).toMatchObject({
        slice_name: expect.arrayContaining([
          { name: 'Contains', operator: 'ct' },
          { name: 'Chart all text', operator: 'chart_all_text' },
        ]),
        owners: [
          { name: 'Relation as Many', operator: 'rel_m_m' },
          { name: 'No Relation as Many', operator: 'nrel_m_m' },
        ],
      });
      expect(body['add_columns']).toMatchObject([
        { name: 'slice_name', label: 'Chart', required: true, validate: ['maxLength 250'] },
        { name: 'viz_type', required: false },
      ]);
      expect((await ask('/chart/_info?q=(keys:!(permissions))')).body).toEqual({ permissions: ['can_read'] });
    });

    test('related gives users to choose from, those asked for by id among them', async () => {
      expect((await ask('/chart/related/owners')).body).toEqual({
        count: 1,
        result: [{ value: ana, text: 'Ana Bell', extra: { active: true } }],
      });
      expect((await ask(`/chart/related/owners?q=(filter:zzz,include_ids:!(${ana}))`)).body).toMatchObject({
        count: 0,
        result: [{ value: ana }],
      });
      expect((await ask('/chart/related/nope')).status).toBe(404);
    });

    test('distinct gives the values of what the user sees', async () => {
      expect((await ask('/chart/distinct/viz_type')).body).toEqual({
        count: 2,
        result: [
          { text: 'pie', value: 'pie' },
          { text: 'table', value: 'table' },
        ],
      });
      expect((await ask('/chart/distinct/viz_type?q=(filter:ab)')).body).toMatchObject({ count: 1 });
      expect((await ask('/chart/distinct/description')).status).toBe(404);
    });

    test('bulk delete needs the right, says how many, and wants at least one', async () => {
      expect((await ask('/chart/?q=!(1,2)', 'DELETE')).status).toBe(403);
      asks = { ...reader, grants: new Set(['can_write Chart']) };
      expect(await ask('/chart/?q=!(1,2,2)', 'DELETE')).toEqual({ status: 200, body: { message: 'Deleted 2 charts' } });
      expect(removed).toEqual([1, 2]);
      expect((await ask('/chart/?q=[3]', 'DELETE')).body).toEqual({ message: 'Deleted 1 chart' });
      expect((await ask('/chart/?q=!()', 'DELETE')).status).toBe(404);
    });
  });
});
