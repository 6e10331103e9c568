import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let it: TestApp;
let ana: number;
let ben: number;
let reader: number;
let id: number;

beforeAll(async () => {
  it = await testApp();
  ana = await buildUser(it.metadata.db, { roles: ['Alpha'], first_name: 'Ana', last_name: 'Bell' });
  ben = await buildUser(it.metadata.db, { roles: ['Alpha'], first_name: 'Ben', last_name: 'Cole' });
  reader = await buildUser(it.metadata.db, { roles: ['Gamma'] });
  const made = await it.request({
    method: 'POST',
    url: '/api/v1/dashboard/',
    as: ana,
    payload: { dashboard_title: 'Sales', owners: [ana, ben] },
  });
  id = made.json<{ id: number }>().id;
});
afterAll(() => it.close());

const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, as: number, payload?: object) =>
  it.request({ method, url: `/api/v1/dashboard/${id}/${path}`, as, ...(payload && { payload }) });

test('changes that are not saved wait for their author alone, on any machine', async () => {
  expect((await call('GET', 'draft', ana)).json()).toEqual({ result: { draft: null, saved_on: null, token: null } });
  expect((await call('PUT', 'draft', ana, { draft: '{"a":1}', token: 'a1', over: [] })).statusCode).toBe(200);
  expect((await call('GET', 'draft', ana)).json()).toEqual({
    result: { draft: '{"a":1}', saved_on: expect.stringMatching(/Z$/) as unknown, token: 'a1' },
  });
  expect((await call('GET', 'draft', ben)).json()).toEqual({ result: { draft: null, saved_on: null, token: null } });
  await call('DELETE', 'draft', ana);
  expect((await call('GET', 'draft', ana)).json()).toMatchObject({ result: { draft: null } });
});

test('a draft is written over and given up by who knows it, and by nobody else', async () => {
  const write = async (token: string, over: readonly string[]) =>
    (await call('PUT', 'draft', ana, { draft: `"${token}"`, token, over })).statusCode;
  const stored = async () => (await call('GET', 'draft', ana)).json<{ result: { token: string } }>().result.token;
  expect([await write('a1', []), await write('b1', []), await write('a2', ['a1'])]).toEqual([200, 412, 200]);
  // Its answer was lost: the page sends it again.
  expect([await write('a2', ['a1']), await write('b1', ['a1']), await stored()]).toEqual([200, 412, 'a2']);
  expect((await call('DELETE', 'draft?over=b1,b2', ana)).statusCode).toBe(412);
  expect(await stored()).toBe('a2');
  expect(await write('b1', ['b0', 'a2'])).toBe(200);
  expect((await call('DELETE', 'draft?over=b1,b2', ana)).statusCode).toBe(200);
  expect(await stored()).toBeNull();
});

test('who edits a dashboard sees who else does, until they leave or are gone for a minute', async () => {
  const others = async (as: number) =>
    (await call('PUT', 'editors', as))
      .json<{ result: { first_name: string }[] }>()
      .result.map(({ first_name: name }) => name);
  expect([await others(ana), await others(ben), await others(ana)]).toEqual([[], ['Ana'], ['Ben']]);
  await call('DELETE', 'editors', ben);
  expect(await others(ana)).toEqual([]);
  await others(ben);
  await it.metadata.db
    .updateTable('key_value')
    .set({ expires_on: '2020-01-01T00:00:00.000Z' })
    .where('resource', '=', 'dashboard_editor')
    .execute();
  expect(await others(ana)).toEqual([]);
});

test('readers name sets of filter values for themselves; drafts and editors are not for them', async () => {
  await it.request({ method: 'PUT', url: `/api/v1/dashboard/${id}`, as: ana, payload: { published: true } });
  const presets = [{ name: 'North', data_mask: '{"NATIVE_FILTER-1":{}}' }];
  const seen = await call('PUT', 'filter_presets', ana, { presets });
  expect([seen.statusCode, seen.json()]).toEqual([200, { result: { presets } }]);
  expect((await call('GET', 'filter_presets', ben)).json()).toEqual({ result: { presets: [] } });
  await call('PUT', 'filter_presets', ana, { presets: [] });
  expect((await call('GET', 'filter_presets', ana)).json()).toEqual({ result: { presets: [] } });
  const denied = await Promise.all([
    call('GET', 'draft', reader),
    call('PUT', 'draft', reader, { draft: '{}', token: 'a', over: [] }),
    call('PUT', 'editors', reader),
  ]);
  expect(denied.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  const many = Array.from({ length: 31 }, (_, at) => ({ name: String(at), data_mask: '{}' }));
  expect((await call('PUT', 'filter_presets', ana, { presets: many })).statusCode).toBe(400);
});
