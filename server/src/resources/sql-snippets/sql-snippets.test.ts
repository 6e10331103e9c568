import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let ana: number;
let bob: number;

beforeAll(async () => {
  server = await testApp();
  ana = await buildUser(server.metadata.db, { roles: ['sql_lab'] });
  bob = await buildUser(server.metadata.db, { roles: ['sql_lab'] });
});
afterAll(() => server.close());

const url = '/api/v1/sqllab/snippets/';
const read = async (as: number) => (await server.request({ url, as })).json().result.snippets;
const put = async (as: number, ...snippets: readonly object[]) =>
  (await server.request({ url, as, method: 'PUT', payload: { snippets } })).statusCode;
const top = { name: 'top', description: '', sql: 'SELECT *\nFROM t -- "\u2028Ω"' };

test('snippets belong to one user, and are found from any browser', async () => {
  expect(await read(ana)).toEqual([]);
  const other = { ...top, name: "o'ther", sql: 'x'.repeat(100_000) };
  expect(await put(ana, top, other)).toBe(200);
  expect([await read(ana), await read(bob)]).toEqual([[top, other], []]);
  expect(await put(ana)).toBe(200);
  expect(await read(ana)).toEqual([]);
});

test('a list that cannot be one is refused whole', async () => {
  await put(ana, top);
  for (const wrong of [{ ...top, name: '  ' }, { ...top, sql: '' }, { ...top, sql: 'x'.repeat(100_001) }, {}])
    expect(await put(ana, wrong)).toBe(400);
  expect(await put(ana, top, top)).toBe(400);
  expect(await put(ana, ...Array.from({ length: 201 }, (_, at) => ({ ...top, name: `${at}` })))).toBe(400);
  expect(await read(ana)).toEqual([top]);
});
