import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import type { UploadLine, UploadOptions, UploadPreview } from './schema.ts';

let server: TestApp;
let uploader: number;
let stranger: number;
let folder: string;

beforeAll(async () => {
  server = await testApp({ scriptFolder: builtServer });
  const { db } = server.metadata;
  await buildRole(db, { name: 'Uploaders', pairs: ['can_upload Database', 'can_write Dataset'] });
  uploader = await buildUser(db, { roles: ['Gamma', 'Uploaders'] });
  stranger = await buildUser(db, { roles: ['Gamma', 'Uploaders'] });
  folder = join(server.config.home, 'data/uploads');
});
afterAll(() => server.close());

const ask = async (url: string, more: Partial<TestRequest> = {}) => {
  const response = await server.request({ url: `/api/v1/${url}`, as: uploader, ...more });
  return {
    status: response.statusCode,
    text: response.body,
    body: /^[{[]/.test(response.body) ? firstOf(response.body) : null,
  };
};
const firstOf = (text: string) => JSON.parse(text.split('\n')[0] ?? 'null');

async function send(name: string, content: string | Buffer, as = uploader): Promise<string> {
  const bytes = Buffer.from(content);
  const { status, body } = await ask('upload/', { method: 'POST', as, payload: { name, size: bytes.length } });
  expect(status).toBe(201);
  for (let offset = 0; offset < bytes.length; offset += body.part_bytes) {
    const part = bytes.subarray(offset, offset + body.part_bytes);
    const sent = await ask(`upload/${body.key}/part/?offset=${offset}`, {
      method: 'PUT',
      as,
      payload: part,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([sent.status, sent.body.received]).toEqual([200, offset + part.length]);
  }
  return body.key;
}

async function lastLine(key: string, options: UploadOptions = {}, as = uploader): Promise<UploadLine> {
  const { text } = await ask(`upload/${key}/preview/`, { method: 'POST', as, payload: options });
  return JSON.parse(text.trim().split('\n').at(-1) ?? 'null');
}

async function preview(key: string, options: UploadOptions = {}): Promise<UploadPreview> {
  const line = await lastLine(key, options);
  if (line.state !== 'done') throw new Error(JSON.stringify(line));
  return line.preview;
}

async function count(dataset: number, as = uploader) {
  const { status, body } = await ask('chart/data', {
    method: 'POST',
    as,
    payload: {
      datasource: { id: dataset, type: 'table' },
      queries: [{ metrics: ['count'], columns: [], filters: [] }],
    },
  });
  return [status, body?.result?.[0]?.data?.[0]?.count];
}

const tables = () => readdirSync(folder).filter((name) => name.endsWith('.duckdb'));
const staged = () => readdirSync(join(folder, '.staging'));

describe('from a file to a dataset', () => {
  test('[attack 105] two presses at once on one file make one table, which can be read', async () => {
    const key = await send('twice.csv', 'a\n1\n2\n');
    await preview(key);
    const press = (name: string) => ask(`upload/${key}/dataset/`, { method: 'POST', payload: { table_name: name } });
    const answers = await Promise.all([press('first of two'), press('second of two')]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 404]));
    const made = answers.find(({ status }) => status === 201);
    expect(await count(made?.body.id)).toEqual([200, 2]);
    expect(staged()).toEqual([]);
  });

  test('two files of one name that are made at once both become tables', async () => {
    const keys = [await send('again.csv', 'a\n1\n2\n'), await send('again.csv', 'a\n1\n2\n3\n')];
    for (const key of keys) await preview(key);
    const answers = await Promise.all(
      keys.map((key) => ask(`upload/${key}/dataset/`, { method: 'POST', payload: {} })),
    );
    const made = answers.map(({ status, body }) => `${status} ${String(body.table_name)}`);
    expect(made.toSorted()).toEqual(['201 again', '201 again_2']);
    expect(await Promise.all(answers.map(({ body }) => count(body.id)))).toEqual([
      [200, 2],
      [200, 3],
    ]);
  });

  test('sent, looked at, made, asked; others need a grant', async () => {
    const key = await send('Sales 2024.csv', 'Day;Amount €\n31.12.2023;1,5\n01.01.2024;2,5\n');
    const seen = await preview(key);
    expect(seen).toMatchObject({ rows: 2, isReady: true, table_name: 'sales_2024' });
    const { status, body } = await ask(`upload/${key}/dataset/`, { method: 'POST', payload: {} });
    expect([status, body.table_name]).toEqual([201, 'sales_2024']);
    expect(staged()).toEqual([]);
    const item = (await ask(`dataset/${body.id}`)).body.result;
    expect(item).toMatchObject({ table_name: 'sales_2024', main_dttm_col: 'Day', owners: [{ id: uploader }] });
    expect(await count(body.id)).toEqual([200, 2]);
    expect((await ask(`dataset/${body.id}`, { as: stranger })).status).toBe(404);
    expect((await count(body.id, stranger))[0]).toBe(404);
  });

  test('a second table comes while the first is read, under a name that is free', async () => {
    const key = await send('Sales 2024.csv', 'n\n1\n2\n3\n');
    expect((await preview(key)).table_name).toBe('sales_2024_2');
    const taken = await ask(`upload/${key}/dataset/`, { method: 'POST', payload: { table_name: 'sales_2024' } });
    expect([taken.status, taken.body.message]).toEqual([
      422,
      'There is a table sales_2024 already. Choose another name.',
    ]);
    const { body } = await ask(`upload/${key}/dataset/`, { method: 'POST', payload: { table_name: 'My "own" table' } });
    expect(await count(body.id)).toEqual([200, 3]);
  });

  test('a faulty row is reported with its line, and nothing is loaded until somebody decides', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `${row},x`);
    rows[41] = 'oops';
    const key = await send('bad.csv', `n,m\n${rows.join('\n')}\n`);
    expect(await preview(key)).toMatchObject({ isReady: false, faults: [{ line: 43, reason: 'too_few_cells' }] });
    const before = tables();
    const refused = await ask(`upload/${key}/dataset/`, { method: 'POST', payload: {} });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'One row does not fit, and nothing was loaded. Line 43: it has too few cells: oops',
    ]);
    expect(tables()).toEqual(before);
    expect(await preview(key, { faults: 'leave_out' })).toMatchObject({ isReady: true, leftOut: 1, rows: 59 });
    const { body } = await ask(`upload/${key}/dataset/`, { method: 'POST', payload: {} });
    expect(await count(body.id)).toEqual([200, 59]);
  });

  test('what cannot be read is reported in words; giving it up leaves nothing', async () => {
    const key = await send('x.json', '{"a": 1}\n{"a": \n');
    expect(await lastLine(key)).toMatchObject({ state: 'failed', code: 'upload_unreadable' });
    expect(staged()).toContain(key);
    expect((await ask(`upload/${key}`, { method: 'DELETE' })).status).toBe(200);
    expect(staged()).not.toContain(key);
  });

  test('parts come in order; one of another user is not there', async () => {
    const { body } = await ask('upload/', { method: 'POST', payload: { name: 'a.csv', size: 8 } });
    const put = (offset: number, payload: string, as = uploader) =>
      ask(`upload/${body.key}/part/?offset=${offset}`, {
        method: 'PUT',
        as,
        payload: Buffer.from(payload),
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await put(4, 'n,m\n')).body.message).toBe('The upload goes on at byte 0.');
    expect((await put(0, 'n,m\n', stranger)).status).toBe(404);
    expect((await put(0, 'n,m\n')).body.received).toBe(4);
    expect((await put(4, '1,2\n3,4\n')).status).toBe(413);
    expect((await put(4, '1,2\n')).body.received).toBe(8);
    expect((await lastLine(body.key)).state).toBe('done');
  });

  test('[attack 21] a name of a file is no path', async () => {
    const key = await send('../../etc/cron.d/x.js', 'n\n1\n2\n');
    expect(await preview(key)).toMatchObject({ table_name: 'x' });
    await ask(`upload/${key}/dataset/`, { method: 'POST', payload: { table_name: '../../../x' } });
    expect(tables().every((name) => /^[0-9a-f]{32}\.duckdb$/.test(name))).toBe(true);
    expect(existsSync(join(folder, '../x'))).toBe(false);
  });

  test('size and permission are asked for first', async () => {
    const large = await ask('upload/', { method: 'POST', payload: { name: 'a.csv', size: 2 ** 40 } });
    expect(large.status).toBe(413);
    const reader = await buildUser(server.metadata.db, { roles: ['Gamma'] });
    expect((await ask('upload/', { method: 'POST', as: reader, payload: { name: 'a.csv', size: 1 } })).status).toBe(
      403,
    );
  });

  test('what a stopped server leaves is taken away at the next start', async () => {
    const key = await send('left.csv', 'n\n1\n');
    await preview(key);
    const before = tables();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(folder, `${'0'.repeat(32)}.duckdb`), 'half');
    const next = await testApp({ metadata: server.metadata, settings: { home: server.config.home } });
    await next.app.ready();
    expect(staged()).not.toContain(key);
    expect(tables()).toEqual(before);
    await next.app.close();
  });
});

describe('one request, as scripts send it', () => {
  const form = (fields: Readonly<Record<string, string>>, file: string | null, name = 'a.csv') => {
    const parts = Object.entries(fields).map(
      ([field, value]) => `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    );
    if (file !== null)
      parts.push(`--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${file}\r\n`);
    return {
      method: 'POST' as const,
      as: server.adminId,
      payload: Buffer.from(`${parts.join('')}--x--\r\n`),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    };
  };
  const databaseId = async (): Promise<number> =>
    (
      await server.metadata.db
        .selectFrom('databases')
        .select('id')
        .where('database_name', '=', 'uploads')
        .executeTakeFirstOrThrow()
    ).id;
  const datasetOf = async (table: string): Promise<number> =>
    (
      await server.metadata.db
        .selectFrom('datasets')
        .select('id')
        .where('table_name', '=', table)
        .executeTakeFirstOrThrow()
    ).id;

  test('fail, replace and append', async () => {
    const id = await databaseId();
    const url = `database/${id}/upload/`;
    const fields = { type: 'csv', table_name: 'script rows', delimiter: ';' };
    const first = await ask(url, form(fields, 'a;b\n1;x\n2;y\n'));
    expect([first.status, first.body]).toEqual([201, { message: 'OK' }]);
    const dataset = await datasetOf('script rows');
    expect(await count(dataset, server.adminId)).toEqual([200, 2]);
    expect((await ask(url, form(fields, 'a;b\n1;x\n'))).status).toBe(422);
    expect((await ask(url, form({ ...fields, already_exists: 'append' }, 'b;a\nz;3\nq;4\n'))).status).toBe(201);
    expect(await count(dataset, server.adminId)).toEqual([200, 4]);
    expect((await ask(url, form({ ...fields, already_exists: 'replace' }, 'a;c\n1;x\n'))).status).toBe(201);
    expect(await count(dataset, server.adminId)).toEqual([200, 1]);
    const { columns } = (await ask(`dataset/${dataset}`, { as: server.adminId })).body.result;
    expect(columns.map((column: { readonly column_name: string }) => column.column_name)).toEqual(['a', 'c']);
  });

  test('what is missing or wrong is named', async () => {
    const url = `database/${await databaseId()}/upload/`;
    expect((await ask(url, form({ type: 'csv', table_name: 'x' }, null))).body.message).toEqual({
      file: ['Missing data for required field.'],
    });
    expect((await ask(url, form({ type: 'csv' }, 'a\n1\n'))).body.message).toEqual({
      table_name: ['Missing data for required field.'],
    });
    expect((await ask(url, form({ type: 'odd', table_name: 'x' }, 'a\n1\n'))).status).toBe(400);
    expect(staged().length).toBeLessThanOrEqual(2);
  });

  test('the columns of a file, and the schemas that take files', async () => {
    const seen = await ask('database/upload_metadata/', form({ type: 'csv' }, 'a,b\n1,2\n'));
    expect(seen.body).toEqual({ result: { items: [{ sheet_name: null, column_names: ['a', 'b'] }] } });
    const schemas = await ask(`database/${await databaseId()}/schemas_access_for_file_upload/`, { as: server.adminId });
    expect(schemas.body).toEqual({ schemas: ['main'] });
  });

  test('the folder of uploads is no database for others', async () => {
    const make = (path: string) =>
      ask('database/', {
        method: 'POST',
        as: server.adminId,
        payload: { database_name: `other ${path}`, engine: 'duckdb', parameters: { path } },
      });
    expect((await make(`uploads/${tables()[0]}`)).status).toBe(422);
    expect((await make('uploads')).status).toBe(400);
  });
});
