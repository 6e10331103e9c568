import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { metadataKinds } from '../../testing/metadata-kinds.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

describe.each(metadataKinds)('comments on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let metadata: Awaited<ReturnType<typeof kind.start>>;
    let it: TestApp;
    let ana: number;
    let ben: number;
    let stranger: number;
    let id: number;

    beforeAll(async () => {
      metadata = await kind.start();
      it = await testApp({ metadata: await metadata.open() });
      const { db } = it.metadata;
      ana = await buildUser(db, { roles: ['Alpha'], first_name: 'Ana', last_name: 'Bell' });
      ben = await buildUser(db, { roles: ['Alpha'], first_name: 'Ben', last_name: 'Cole' });
      stranger = await buildUser(db, { roles: ['Gamma'], first_name: 'Stan', last_name: 'Dale' });
      const made = await it.request({
        method: 'POST',
        url: '/api/v1/dashboard/',
        as: ana,
        payload: { dashboard_title: 'Sales', owners: [ana, ben] },
      });
      id = made.json<{ id: number }>().id;
    });
    afterAll(async () => {
      await it.close();
      await metadata.stop();
    });

    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: number, payload?: object) =>
      it.request({ method, url: `/api/v1/dashboard/${id}/comments${path}`, as, ...(payload && { payload }) });
    const say = async (text: string, as = ana, more: object = {}) =>
      (await call('POST', '', as, { text, ...more })).json<{ id: number }>().id;
    const mentions = async (as: number) =>
      (await it.request({ method: 'GET', url: '/api/v1/comment/mentions', as })).json<{
        result: { comment_id: number; dashboard_title: string }[];
      }>().result;

    test('a comment is written, answered, changed by its author, resolved and deleted', async () => {
      const first = await say('  Why the dip in March? ', ana, { state: '{"dataMask":{}}' });
      const answer = await say('Easter.', ben, { parent_id: first });
      const deeper = await say('Thanks', ana, { parent_id: answer });
      const list = (await call('GET', '', ben)).json<{ result: readonly object[] }>().result;
      expect(list).toMatchObject([
        { id: first, text: 'Why the dip in March?', parent_id: null, state: '{"dataMask":{}}', can_edit: false },
        { id: answer, parent_id: first, created_by: { first_name: 'Ben' }, can_edit: true },
        { id: deeper, parent_id: first },
      ]);
      expect((await call('PUT', `/${first}`, ben, { text: 'Not mine' })).statusCode).toBe(403);
      expect((await call('PUT', `/${first}`, ben, { resolved: true })).json()).toMatchObject({
        result: { resolved_by: { first_name: 'Ben' } },
      });
      expect((await call('PUT', `/${first}`, ana, { text: 'Why?', resolved: false })).json()).toMatchObject({
        result: { text: 'Why?', resolved_on: null, resolved_by: null },
      });
      expect((await call('PUT', `/${first}`, ana, {})).statusCode).toBe(200);
      expect((await call('DELETE', `/${first}`, ana)).statusCode).toBe(200);
      expect((await call('GET', '', ana)).json()).toEqual({ result: [] });
    });

    test('who is named finds it, once; nobody who does not see the dashboard is named or offered', async () => {
      const comment = await say('Look here', ana, { mentions: [ben, stranger, ana] });
      expect(await mentions(ben)).toMatchObject([{ comment_id: comment, dashboard_title: 'Sales' }]);
      expect(await mentions(stranger)).toEqual([]);
      await it.request({ method: 'POST', url: '/api/v1/comment/mentions/seen', as: ben, payload: { ids: [comment] } });
      expect(await mentions(ben)).toEqual([]);
      const offered = async (search: string) =>
        (await call('GET', `/people?search=${search}`, ana))
          .json<{ result: { first_name: string }[] }>()
          .result.map(({ first_name: name }) => name);
      expect([await offered('ben'), await offered('stan'), await offered('ana'), await offered('%25')]).toEqual([
        ['Ben'],
        [],
        [],
        [],
      ]);
    });

    test('what cannot be is refused in words', async () => {
      const refused = async (body: object) => (await call('POST', '', ana, body)).json();
      expect(await refused({ text: '  ' })).toEqual({ message: { text: ['Missing data for required field.'] } });
      expect(await refused({ text: 'x', parent_id: 2_000_000 })).toEqual({
        message: { parent_id: ['There is no such comment.'] },
      });
      expect(await refused({ text: 'x', state: '{' })).toEqual({ message: { state: ['JSON not valid'] } });
      expect(await refused({ text: 'x', chart_id: 1_999_999 })).toEqual({
        message: { chart_id: ['The chart is not on this dashboard.'] },
      });
      expect((await call('POST', '', ana, { text: 'x'.repeat(2001) })).statusCode).toBe(400);
    });

    test('strangers read nothing, and an administrator can turn comments off', async () => {
      const denied = [await call('GET', '', stranger), await call('POST', '', stranger, { text: 'Hello' })];
      expect(denied.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
      const off = await testApp({ settings: { featureFlags: { DASHBOARD_COMMENTS: false } } });
      try {
        const made = await off.request({
          method: 'POST',
          url: '/api/v1/dashboard/',
          as: off.adminId,
          payload: { dashboard_title: 'Quiet' },
        });
        const url = `/api/v1/dashboard/${made.json<{ id: number }>().id}/comments`;
        expect((await off.request({ method: 'GET', url, as: off.adminId })).statusCode).toBe(404);
      } finally {
        await off.close();
      }
    });
  });
});
