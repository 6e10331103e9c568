import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole } from '../testing/builders.ts';
import { grantDataset, layoutOf } from '../testing/content.ts';
import { salesApp, type SalesApp } from '../testing/sales-app.ts';

let server: SalesApp;
let web: string;
let open: number;
let hidden: number;
let draft: number;
const title = 'Open "board" </head> __ANSWERS__';

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'tessera-web-'));
  writeFileSync(
    join(web, 'index.html'),
    '<!doctype html><html><head><meta name="tessera-answers" content="__ANSWERS__" /></head><body></body></html>',
  );
  server = await salesApp(
    ['CREATE TABLE sales (day DATE, region TEXT)', "INSERT INTO sales VALUES ('2024-01-01', 'north')"],
    { baseUrl: 'https://boards.example.org' },
    undefined,
    web,
  );
  const { db } = server.metadata;
  const other = await server.make('dataset/', {
    database: server.database,
    sql: 'SELECT 1 AS one',
    table_name: 'private rows',
  });
  const chart = async (dataset: number) =>
    server.make('chart/', {
      slice_name: 'Rows',
      viz_type: 'big_number_total',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'big_number_total', metric: 'count', adhoc_filters: [] }),
    });
  const make = async (name: string, dataset: number, published: boolean) =>
    server.make('dashboard/', {
      dashboard_title: name,
      published,
      position_json: JSON.stringify(layoutOf([await chart(dataset)])),
    });
  [open, hidden, draft] = [
    await make(title, server.dataset, true),
    await make('Secret plans', other, true),
    await make('Half-made', server.dataset, false),
  ];
  const readable = { pairs: ['can_read Dashboard', 'can_read Chart', 'can_read Dataset'] };
  const { id: role } = await db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
  const like = await buildRole(db, readable);
  const pairs = await db.selectFrom('role_permissions').selectAll().where('role_id', '=', like).execute();
  await db
    .insertInto('role_permissions')
    .values(pairs.map(({ permission, view }) => ({ role_id: role, permission, view })))
    .execute();
  await grantDataset(db, role, server.dataset);
});
afterAll(async () => {
  await server.close();
  rmSync(web, { recursive: true, force: true });
});

const page = async (id: number, as?: number) => {
  const url = `/tessera/dashboard/${id}/`;
  const answer = await server.request({ url, headers: { accept: 'text/html' }, ...(as === undefined ? {} : { as }) });
  return answer.body;
};
const properties = (html: string) =>
  new Map(
    [...html.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)" \/>/g)].map(([, name = '', content = '']) => [
      name,
      content,
    ]),
  );

test('a link to a dashboard that anybody may see brings its title and its picture, as text', async () => {
  const found = properties(await page(open));
  expect(found.get('title')).toBe('Open &quot;board&quot; &lt;/head&gt; __ANSWERS__');
  expect(found.get('url')).toMatch(/^https:\/\/boards\.example\.org\/tessera\/dashboard\//);
  const image = found.get('image') ?? '';
  expect(image).toMatch(/^https:\/\/boards\.example\.org\/api\/v1\/dashboard\/\d+\/thumbnail\/\w+\/$/);
  // A program that shows links asks once: it waits for the picture.
  const picture = await server.request({ url: new URL(image).pathname });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
});

test('[attack 109] a link to what only some may see tells nobody else anything of it', async () => {
  for (const id of [hidden, draft]) {
    const html = await page(id);
    expect([...properties(html)]).toEqual([]);
    expect(html).not.toMatch(/Secret plans|Half-made/);
    const picture = await server.request({ url: `/api/v1/dashboard/${id}/thumbnail/any/` });
    expect(picture.statusCode).toBe(404);
  }
  expect([...properties(await page(open, server.adminId))]).toEqual([]);
});
