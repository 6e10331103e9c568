import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const people = ['alpha', 'gamma', 'reader', 'stranger'] as const;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  const made = await server.request({
    method: 'POST',
    url: '/api/v1/security/roles/',
    as: server.adminId,
    payload: { name: 'Reader' },
  });
  const pairs = ['Chart', 'Dashboard', 'Dataset', 'Database', 'Annotation', 'Log'].map((view) => ({
    role_id: made.json<{ id: number }>().id,
    permission: 'can_read',
    view,
  }));
  await db.insertInto('role_permissions').values(pairs).execute();
  const roles = { alpha: ['Alpha'], gamma: ['Gamma'], reader: ['Reader'], stranger: ['Gamma'] } as const;
  for (const name of people)
    ids[name] = await buildUser(db, { username: name, roles: [...roles[name]], email: `${name}@secret.example.org` });
});
afterAll(() => server.close());

/** Who chooses owners among all users: those who may write objects of the kind. */
const columns: readonly { readonly path: string; readonly among: readonly string[] }[] = [
  ...['owners', 'created_by', 'changed_by'].flatMap((column) => [
    { path: `chart/related/${column}`, among: ['admin', 'alpha', 'gamma'] },
    { path: `dashboard/related/${column}`, among: ['admin', 'alpha', 'gamma'] },
    { path: `dataset/related/${column}`, among: ['admin', 'alpha'] },
  ]),
  ...['created_by', 'changed_by'].flatMap((column) => [
    { path: `database/related/${column}`, among: ['admin'] },
    { path: `annotation_layer/related/${column}`, among: ['admin', 'alpha'] },
  ]),
  { path: 'log/related/user', among: ['admin'] },
];

type Choices = { readonly count: number; readonly result: readonly { readonly value: number }[] };

describe.each(columns)('$path', ({ path, among }) => {
  test.each(['admin', 'alpha', 'gamma', 'reader'])(
    '[attack 88] lists all users to %s if they choose among them, else the one who asks; no mail address to anybody',
    async (name) => {
      const own = name === 'admin' ? server.adminId : (ids[name] ?? 0);
      const answer = await server.request({
        url: `/api/v1/${path}?q=(page_size:100,include_ids:!(${ids['stranger']}))`,
        as: own,
      });
      if (answer.statusCode === 403) return;
      const { count, result } = answer.json<Choices>();
      expect(answer.body).not.toContain('secret.example.org');
      if (among.includes(name)) expect(result.map(({ value }) => value)).toContain(ids['stranger']);
      else expect([count, result.map(({ value }) => value)]).toEqual([1, [own]]);
    },
  );
});

test('[attack 88] who makes no dashboards finds no roles but their own to share them with', async () => {
  const names = async (as: number) =>
    (await server.request({ url: '/api/v1/dashboard/related/roles?q=(page_size:100)', as }))
      .json<{ result: readonly { text: string }[] }>()
      .result.map(({ text }) => text);
  expect(await names(ids['reader'] ?? 0)).toEqual(['Reader']);
  expect(await names(ids['gamma'] ?? 0)).toEqual(expect.arrayContaining(['Admin', 'Alpha', 'Reader']));
});

test('[attack 92] slugs of dashboards that one may not see cannot be listed by guessing', async () => {
  const post = (as: number, slug: string) =>
    server.request({ method: 'POST', url: '/api/v1/dashboard/', as, payload: { dashboard_title: 'one', slug } });
  expect((await post(server.adminId, 'hidden')).statusCode).toBe(201);
  const gamma = ids['gamma'] ?? 0;
  const statuses: number[] = [];
  for (let n = 0; n < 25; n += 1) statuses.push((await post(gamma, 'hidden')).statusCode);
  expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
  // One that is free gets no sooner.
  expect((await post(gamma, 'free')).statusCode).toBe(429);
  server.pass(6 * 60_000);
  expect((await post(gamma, 'free')).statusCode).toBe(201);
});
