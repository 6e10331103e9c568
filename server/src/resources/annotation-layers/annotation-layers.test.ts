import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser, nextNumber } from '../../testing/builders.ts';
import { metadataKinds } from '../../testing/metadata-kinds.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

describe.each(metadataKinds)('annotation layers on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let metadata: Awaited<ReturnType<typeof kind.start>>;
    let server: TestApp;
    let alpha: number;
    let gamma: number;

    beforeAll(async () => {
      metadata = await kind.start();
      server = await testApp({ metadata: await metadata.open() });
      alpha = await buildUser(server.metadata.db, {
        username: 'ana',
        roles: ['Alpha'],
        first_name: 'Ana',
        last_name: 'Bell',
      });
      gamma = await buildUser(server.metadata.db, { roles: ['Gamma'] });
    });
    afterAll(async () => {
      await server.close();
      await metadata.stop();
    });

    const base = '/api/v1/annotation_layer/';
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = alpha, headers = {}) =>
      server.request({ method, url: `${base}${url}`, as, headers, ...(payload && { payload }) });
    const layer = async (name = `Layer ${nextNumber()}`) =>
      (await call('POST', '', { name })).json<{ id: number }>().id;
    const mark = async (layerId: number, body: object) =>
      (
        await call('POST', `${layerId}/annotation/`, {
          short_descr: `Mark ${nextNumber()}`,
          start_dttm: '2026-01-02',
          ...body,
        })
      ).json<{ id: number }>().id;

    test('a layer is made, read, changed and deleted; each write raises the version', async () => {
      const payload = { name: 'Releases', descr: 'What went out' };
      const made = await call('POST', '', payload);
      const { id } = made.json<{ id: number }>();
      expect([made.statusCode, made.json(), made.headers['etag']]).toEqual([
        201,
        { id: expect.any(Number), result: payload },
        '"1"',
      ]);
      expect((await call('GET', String(id))).json()).toMatchObject({
        id,
        result: { ...payload, created_by: { first_name: 'Ana' }, changed_by: { last_name: 'Bell' }, version: 1 },
      });

      const changed = await call('PUT', String(id), { descr: null }, alpha, { 'if-match': '"1"' });
      expect([changed.statusCode, changed.headers['etag']]).toEqual([200, '"2"']);
      expect((await call('PUT', String(id), { name: 'Stale' }, alpha, { 'if-match': '"1"' })).statusCode).toBe(412);
      expect((await call('GET', String(id))).json()).toMatchObject({
        result: { name: 'Releases', descr: null, version: 2 },
      });

      expect((await call('DELETE', String(id))).json()).toEqual({ message: 'OK' });
      expect((await call('GET', String(id))).statusCode).toBe(404);
      expect((await call('DELETE', String(id))).statusCode).toBe(404);
      // What is in the trash gives its name away.
      expect((await call('POST', '', payload)).statusCode).toBe(201);
    });

    test('two layers cannot have one name, and unknown or empty fields are reported', async () => {
      const id = await layer();
      await layer('Holidays');
      expect((await call('POST', '', { name: 'Holidays' })).json()).toEqual({
        message: { name: ['An annotation layer of this name already exists.'] },
      });
      expect((await call('PUT', String(id), { name: 'Holidays' })).statusCode).toBe(400);
      expect((await call('POST', '', { name: '' })).statusCode).toBe(400);
      expect((await call('POST', '', { name: 'x', owner: 1 })).json()).toMatchObject({
        message: { owner: ['Unknown field.'] },
      });
      expect((await call('PUT', '2000000', { name: 'x' })).statusCode).toBe(404);
    });

    test('the list searches name and description, and tells what can be done', async () => {
      await call('POST', '', { name: 'Strikes', descr: 'Airports 100% closed' });
      const found = await call(
        'GET',
        `?q=${encodeURIComponent(
          "(filters:!((col:name,opr:annotation_layer_all_text,value:'100%'))," +
            'columns:!(id,name,changed_by.first_name))',
        )}`,
      );
      expect(found.json()).toMatchObject({
        count: 1,
        list_title: 'List Annotation Layers',
        result: [{ name: 'Strikes', changed_by: { first_name: 'Ana' } }],
      });
      const info = async (as: number) => (await call('GET', '_info?q=(keys:!(permissions))', undefined, as)).json();
      expect([await info(alpha), await info(gamma)]).toEqual([
        { permissions: ['can_read', 'can_write'] },
        { permissions: ['can_read'] },
      ]);
      expect((await call('GET', 'related/created_by?q=(filter:ana)')).json()).toMatchObject({
        result: [{ value: alpha, text: 'Ana Bell' }],
      });
    });

    test('a layer with annotations is not deleted, by itself or among others', async () => {
      const [full, empty] = [await layer(), await layer()];
      const inside = await mark(full, { short_descr: 'Kept' });
      const refused = await call('DELETE', String(full));
      expect([refused.statusCode, refused.json()]).toEqual([
        422,
        { message: 'This annotation layer is used by Kept. Delete or move those first.' },
      ]);
      expect((await call('DELETE', `?q=!(${full},${empty})`)).statusCode).toBe(422);
      expect((await call('GET', String(empty))).statusCode).toBe(200);
      await call('DELETE', `${full}/annotation/${inside}`);
      expect((await call('DELETE', `?q=!(${full},${empty})`)).json()).toEqual({
        message: 'Deleted 2 annotation layers',
      });
      expect((await call('DELETE', '?q=!()')).statusCode).toBe(404);
    });

    test('an annotation spans instants in UTC; without an end it is a moment', async () => {
      const id = await layer();
      const payload = {
        short_descr: 'Launch',
        long_descr: 'To everybody',
        start_dttm: '2026-01-02T03:04:05+02:00',
        json_metadata: '{"a":1}',
      };
      const made = await call('POST', `${id}/annotation/`, payload);
      expect([made.statusCode, made.json()]).toEqual([201, { id: expect.any(Number), result: payload }]);
      const url = `${id}/annotation/${made.json<{ id: number }>().id}`;
      expect((await call('GET', url)).json()).toMatchObject({
        result: {
          ...payload,
          start_dttm: '2026-01-02T01:04:05.000Z',
          end_dttm: '2026-01-02T01:04:05.000Z',
          layer: { id },
        },
      });
      expect((await call('PUT', url, { end_dttm: '2026-01-03' })).headers['etag']).toBe('"2"');
      expect((await call('GET', url)).json()).toMatchObject({
        result: { short_descr: 'Launch', end_dttm: '2026-01-03T00:00:00.000Z', json_metadata: '{"a":1}' },
      });
      expect((await call('PUT', url, { start_dttm: '2026-02-01' })).json()).toEqual({
        message: { end_dttm: ['The end is before the start.'] },
      });
    });

    test.each([
      [{ start_dttm: 'tomorrow' }, { start_dttm: ['Not a valid datetime.'] }],
      [{ start_dttm: '2026-01-02', end_dttm: 'x' }, { end_dttm: ['Not a valid datetime.'] }],
      [{ start_dttm: '2026-01-02', json_metadata: '{' }, { json_metadata: ['JSON not valid'] }],
      [
        { start_dttm: '2026-01-02', short_descr: 'Taken' },
        { short_descr: ['The layer already has an annotation of this name.'] },
      ],
    ])('an annotation of %j is refused with the field', async (body, message) => {
      const id = await layer();
      await mark(id, { short_descr: 'Taken' });
      const answer = await call('POST', `${id}/annotation/`, { short_descr: 'New', ...body });
      expect([answer.statusCode, answer.json()]).toEqual([400, { message }]);
    });

    test('the list of a layer holds its own annotations only; another layer does not reach them', async () => {
      const [one, other] = [await layer(), await layer()];
      const early = await mark(one, { short_descr: 'Early', start_dttm: '2025-01-01' });
      const late = await mark(one, { short_descr: 'Late' });
      await mark(other, { short_descr: 'Elsewhere' });
      expect((await call('GET', `${one}/annotation/`)).json()).toMatchObject({
        count: 2,
        ids: [late, early],
        result: [{ short_descr: 'Late' }, { short_descr: 'Early' }],
      });
      const search = encodeURIComponent(
        '(filters:!((col:short_descr,opr:annotation_all_text,value:earl)),order_column:short_descr)',
      );
      expect((await call('GET', `${one}/annotation/?q=${search}`)).json()).toMatchObject({ count: 1, ids: [early] });
      for (const method of ['GET', 'DELETE'] as const)
        expect((await call(method, `${other}/annotation/${early}`)).statusCode).toBe(404);
      expect((await call('PUT', `${other}/annotation/${early}`, { short_descr: 'x' })).statusCode).toBe(404);
      expect((await call('DELETE', `${other}/annotation/?q=!(${early})`)).statusCode).toBe(404);
      expect((await call('DELETE', `${one}/annotation/?q=!(${early},${late})`)).json()).toEqual({
        message: 'Deleted 2 annotations',
      });
      expect((await call('GET', `${one}/annotation/`)).json()).toMatchObject({ count: 0 });
    });
  });
});
