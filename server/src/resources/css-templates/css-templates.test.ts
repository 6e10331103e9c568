import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser, nextNumber } from '../../testing/builders.ts';
import { metadataKinds } from '../../testing/metadata-kinds.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

describe.each(metadataKinds)('CSS templates on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let metadata: Awaited<ReturnType<typeof kind.start>>;
    let server: TestApp;
    let alpha: number;
    let gamma: number;

    beforeAll(async () => {
      metadata = await kind.start();
      server = await testApp({ metadata: await metadata.open() });
      alpha = await buildUser(server.metadata.db, { roles: ['Alpha'], first_name: 'Ana', last_name: 'Bell' });
      gamma = await buildUser(server.metadata.db, { roles: ['Gamma'] });
    });
    afterAll(async () => {
      await server.close();
      await metadata.stop();
    });

    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = alpha, headers = {}) =>
      server.request({ method, url: `/api/v1/css_template/${url}`, as, headers, ...(payload && { payload }) });
    const make = async (name = `Template ${nextNumber()}`) =>
      (await call('POST', '', { template_name: name, css: 'article { color: red }' })).json<{ id: number }>().id;

    test('a template is made, read, changed and deleted; each write raises the version', async () => {
      const payload = { template_name: 'House', css: 'article { border-radius: 12px }' };
      const made = await call('POST', '', payload);
      const { id } = made.json<{ id: number }>();
      expect([made.statusCode, made.json(), made.headers['etag']]).toEqual([201, { id, result: payload }, '"1"']);
      const changed = await call('PUT', String(id), { css: '' }, alpha, { 'if-match': '"1"' });
      expect([changed.statusCode, changed.headers['etag']]).toEqual([200, '"2"']);
      expect((await call('PUT', String(id), { css: 'x' }, alpha, { 'if-match': '"1"' })).statusCode).toBe(412);
      expect((await call('GET', String(id))).json()).toMatchObject({
        id,
        result: { template_name: 'House', css: '', version: 2, created_by: { first_name: 'Ana' } },
      });
      expect((await call('DELETE', String(id))).json()).toEqual({ message: 'OK' });
      expect([(await call('GET', String(id))).statusCode, (await call('DELETE', String(id))).statusCode]).toEqual([
        404, 404,
      ]);
      // What is in the trash gives its name away.
      expect((await call('POST', '', payload)).statusCode).toBe(201);
    });

    test('names are unique, and unknown or empty fields are reported', async () => {
      await make('Taken');
      const id = await make();
      const taken = { message: { template_name: ['A CSS template of this name already exists.'] } };
      expect((await call('POST', '', { template_name: 'Taken', css: '' })).json()).toEqual(taken);
      expect((await call('PUT', String(id), { template_name: 'Taken' })).json()).toEqual(taken);
      expect((await call('POST', '', { template_name: '', css: '' })).statusCode).toBe(400);
      expect((await call('POST', '', { template_name: 'x', css: '', owner: 1 })).json()).toMatchObject({
        message: { owner: ['Unknown field.'] },
      });
    });

    test('the list searches names and styles; several are deleted at once', async () => {
      const ids = [await make('Searched one'), await make('Searched two')];
      const q = encodeURIComponent("(filters:!((col:template_name,opr:css_template_all_text,value:'searched')))");
      expect((await call('GET', `?q=${q}`)).json()).toMatchObject({
        count: 2,
        result: [{ template_name: 'Searched one' }, { template_name: 'Searched two' }],
      });
      expect((await call('DELETE', `?q=!(${ids.join(',')})`)).json()).toEqual({ message: 'Deleted 2 css templates' });
    });

    test('who makes no styles for others reads them only', async () => {
      const id = await make();
      expect((await call('GET', String(id), undefined, gamma)).statusCode).toBe(200);
      const denied = [
        await call('POST', '', { template_name: 'x', css: '' }, gamma),
        await call('PUT', String(id), { css: '' }, gamma),
        await call('DELETE', String(id), undefined, gamma),
      ];
      expect(denied.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    });
  });
});
