import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { drivers } from '../../engines/drivers/drivers.ts';
import { MASK, maskedFields, readFields } from './fields.ts';
import { createSecretBox } from './secrets.ts';
import { readSettings } from './settings.ts';
import { readUri, writeUri } from './uri.ts';

const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'no error';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};
const server = { host: 'db.example.com', port: 5432, database: 'sales', username: 'reader' };

test('secrets open with the key and for the object that they were encrypted for, and with nothing else', () => {
  const key = new Uint8Array(32).fill(1);
  const box = createSecretBox(key);
  const sealed = box.seal({ password: 'canary-4711' }, 'object-a');
  expect(sealed).not.toContain('canary');
  expect(box.seal({ password: 'canary-4711' }, 'object-a')).not.toBe(sealed);
  expect(box.open(sealed, 'object-a')).toEqual({ password: 'canary-4711' });
  expect(codeOf(() => box.open(sealed, 'object-b'))).toBe('invalid_object');
  expect(codeOf(() => createSecretBox(new Uint8Array(32).fill(2)).open(sealed, 'object-a'))).toBe('invalid_object');
  expect(codeOf(() => box.open(`${sealed.slice(0, -4)}AAAA`, 'object-a'))).toBe('invalid_object');
});

test('fields are those of the driver; every other is refused by name', () => {
  const { parameters, secrets } = readFields(
    drivers.postgresql,
    { ...server, password: 'x', sslmode: 'require' },
    null,
  );
  expect([parameters, secrets]).toEqual([{ ...server, sslmode: 'require' }, { password: 'x' }]);
  for (const field of [
    'options',
    'sslrootcert',
    'service',
    'passfile',
    'local_infile',
    'allowLoadLocalInfile',
    'INIT',
    'connect_args',
    '__proto__x',
  ]) {
    expect([field, codeOf(() => readFields(drivers.postgresql, { ...server, [field]: 'x' }, null))]).toEqual([
      field,
      'connection_refused_field',
    ]);
  }
});

test('[8.6-01] missing parameters and wrong ports have errors of their own', () => {
  expect(codeOf(() => readFields(drivers.postgresql, { host: 'a' }, null))).toBe('connection_missing_parameters');
  for (const port of [0, 65_536, -1, 1.5, 'abc', '1e9', null, true]) {
    expect([port, codeOf(() => readFields(drivers.postgresql, { ...server, port }, null))]).toEqual([
      port,
      port === null ? 'connection_missing_parameters' : 'connection_invalid_port',
    ]);
  }
});

test('a secret stays when the edit leaves it out or sends the mask', () => {
  const saved = { parameters: { ...server, sslmode: 'require' }, secrets: { password: 'old' } };
  expect(readFields(drivers.postgresql, { schema: 'x' }, saved)).toEqual({
    parameters: { ...saved.parameters, schema: 'x' },
    secrets: { password: 'old' },
  });
  expect(readFields(drivers.postgresql, { password: MASK }, saved).secrets).toEqual({ password: 'old' });
  expect(readFields(drivers.postgresql, { password: 'new' }, saved).secrets).toEqual({ password: 'new' });
  for (const change of [
    { host: 'evil.example.com' },
    { port: 6543 },
    { database: 'other' },
    { username: 'other' },
    { sslmode: 'disable' },
    { host: 'evil.example.com', password: MASK },
  ]) {
    expect([change, codeOf(() => readFields(drivers.postgresql, change, saved))]).toEqual([change, 'invalid_fields']);
  }
  expect(readFields(drivers.postgresql, { host: 'new.example.com', password: 'again' }, saved).secrets).toEqual({
    password: 'again',
  });
  expect(maskedFields(drivers.postgresql, saved)).toEqual({ ...saved.parameters, password: MASK });
});

test.each([
  {
    uri: 'postgresql://ana:p%40ss@db.example.com:6543/sales?sslmode=require',
    engine: 'postgresql',
    values: {
      host: 'db.example.com',
      port: '6543',
      database: 'sales',
      username: 'ana',
      password: 'p@ss',
      sslmode: 'require',
    },
  },
  {
    uri: 'postgresql+psycopg2://ana@[::1]/sales',
    engine: 'postgresql',
    values: { host: '::1', database: 'sales', username: 'ana' },
  },
  {
    uri: 'trino://ana@db:8080/lake/raw',
    engine: 'trino',
    values: { host: 'db', port: '8080', database: 'lake', schema: 'raw', username: 'ana' },
  },
  {
    uri: 'mysql+pymysql://ana@db/sales?sslmode=require',
    engine: 'mysql',
    values: { host: 'db', database: 'sales', username: 'ana', sslmode: 'require' },
  },
  {
    uri: 'clickhouse://ana@db:8123/sales',
    engine: 'clickhouse',
    values: { host: 'db', port: '8123', database: 'sales', username: 'ana' },
  },
  {
    uri: 'postgres://ana@db:80/sales',
    engine: 'postgresql',
    values: { host: 'db', port: '80', database: 'sales', username: 'ana' },
  },
  {
    uri: `postgresql://ana:${MASK}@db/sales`,
    engine: 'postgresql',
    values: { host: 'db', database: 'sales', username: 'ana' },
  },
  { uri: 'sqlite:///shop.db', engine: 'sqlite', values: { path: 'shop.db' } },
  { uri: 'sqlite:////srv/data/shop.db', engine: 'sqlite', values: { path: '/srv/data/shop.db' } },
  { uri: 'DuckDB:///a%20b.duckdb', engine: 'duckdb', values: { path: 'a b.duckdb' } },
])('the URI $uri is read into fields', ({ uri, engine, values }) => {
  const read = readUri(uri);
  expect([read.driver.engine, read.values]).toEqual([engine, values]);
});

test.each([
  'mysql://a@b/c?local_infile=1',
  'mysql://a@b/c?allowLoadLocalInfile=true',
  'mysql://a@b/c?unix_socket=/x',
  'oracle://a@b/c',
  'clickhouse://a@b/c?session_id=x',
  'jdbc:postgresql://a/b',
  'shillelagh+safe://',
  'sqlite+pysqlite_evil:///x',
  'sqlite://',
  'sqlite:///',
  'sqlite:///:memory:',
  'sqlite:///file:x?mode=memory',
  'sqlite:///x?uri=true',
  'duckdb:///x?access_mode=read_write',
  'duckdb://md:token',
  'postgresql://a@b/c?options=-c%20x',
  'postgresql://a@b/c?sslrootcert=/etc/passwd',
  'postgresql://a@b/c?host=/var/run',
  'postgresql://a@b/c?password=x',
  'file:///etc/passwd',
  'nonsense',
  '',
  'http://169.254.169.254/',
])('the URI %s is refused', (uri) => {
  expect(['connection_unreadable', 'no driver'].includes(codeOf(() => readUri(uri)))).toBe(true);
});

test('a URI is written back with its password masked', () => {
  expect(writeUri(drivers.postgresql, { ...server, host: '::1' }, true)).toBe(
    `postgresql://reader:${MASK}@[::1]:5432/sales`,
  );
  expect(writeUri(drivers.sqlite, { path: 'a.db' }, false)).toBe('sqlite:///a.db');
});

test('settings in extra that could reach the driver are refused by name', () => {
  expect(readSettings('{"metadata_cache_timeout": {"schema_cache_timeout": 60}, "engine_params": {}}')).toEqual({
    metadata_cache_timeout: { schema_cache_timeout: 60 },
  });
  expect(codeOf(() => readSettings('{"engine_params": {"connect_args": {"options": "-c x"}}}'))).toBe(
    'connection_refused_field',
  );
  expect(codeOf(() => readSettings('{"any_host": true}'))).toBe('connection_refused_field');
  expect(codeOf(() => readSettings('[1]'))).toBe('invalid_fields');
  expect(readSettings('{"template_params": {"region": "EU"}}')).toEqual({ template_params: { region: 'EU' } });
  for (const params of ['[1]', '"region"', '7', 'true'])
    expect(codeOf(() => readSettings(`{"template_params": ${params}}`))).toBe('invalid_fields');
});
