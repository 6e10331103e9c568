import dns from 'node:dns';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Connection, EngineContext } from './driver.ts';
import { ConnectionProblem } from '../errors/connection-problem.ts';
import { pinnedAddress } from './host-policy.ts';
import { createHttpClient } from './http/client.ts';
import { connect as connectMysql } from './mysql/connect.ts';
import { connect as connectPostgresql } from './postgresql/connect.ts';

/** What the name answers, one list per look-up; the last one stays. */
const names = { answers: [] as string[][], asked: 0 };
const answerByList = (async () => {
  names.asked += 1;
  const answer = names.answers.length > 1 ? names.answers.shift() : names.answers[0];
  return (answer ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}) as unknown as typeof dns.promises.lookup;

const HOST = 'rebinding.example.com';
const METADATA_SERVICE = '169.254.169.254';
const context: EngineContext = {
  processFolder: '',
  dataFolders: [],
  temporary: '',
  metadata: { kind: 'sqlite', file: '/none' },
  allowedHosts: [],
  memoryMb: 64,
  idleMs: 1000,
};
const rules = { allowedHosts: [], anyHost: true };

/** Stands in for a database: counts who comes and hangs up. */
let server: Server;
let port = 0;
let visits = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    visits += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => socket.destroy());
    // MySQL's server speaks first.
    setTimeout(() => socket.destroy(), 50).unref();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  port = typeof bound === 'object' && bound !== null ? bound.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void vi.spyOn(dns.promises, 'lookup').mockImplementation(answerByList));
afterEach(() => {
  vi.restoreAllMocks();
  names.answers = [];
  names.asked = 0;
  visits = 0;
});

const connection = (sslmode: string): Connection => ({
  name: 'x',
  parameters: { host: HOST, port, database: 'd', username: 'u', sslmode },
  secrets: { password: 'p' },
  anyHost: true,
});
const drivers: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['PostgreSQL', () => connectPostgresql(connection('disable'), context)],
  ['PostgreSQL, encrypted when offered', () => connectPostgresql(connection('prefer'), context)],
  ['MySQL', () => connectMysql(connection('disable'), context)],
  ['MySQL, encrypted', () => connectMysql(connection('require'), context)],
  [
    'HTTP (Trino, ClickHouse)',
    () => createHttpClient(connection('disable'), context, 80).send({ method: 'GET', path: '/' }),
  ],
  ['HTTPS', () => createHttpClient(connection('require'), context, 443).send({ method: 'GET', path: '/' })],
];

test.each(drivers)(
  '[attack 14] %s goes to the address that was checked, whatever the name answers next',
  async (_name, attempt) => {
    names.answers = [['127.0.0.1'], [METADATA_SERVICE]];
    const looked = vi.spyOn(dns, 'lookup');
    await expect(attempt()).rejects.toBeInstanceOf(ConnectionProblem);
    expect(visits).toBeGreaterThan(0);
    expect(names.asked).toBe(1);
    expect(looked.mock.calls.filter(([host]) => host === HOST)).toEqual([]);
  },
);

test.each(drivers)('[attack 14] %s does not begin when any answer of the name is forbidden', async (_name, attempt) => {
  names.answers = [['127.0.0.1', METADATA_SERVICE]];
  await expect(attempt()).rejects.toThrow(`${HOST} is at ${METADATA_SERVICE}`);
  expect(visits).toBe(0);
});

test('[attack 14] the way that a test of the connection takes is pinned as well', async () => {
  names.answers = [['127.0.0.1'], [METADATA_SERVICE]];
  const watch = { passed: () => undefined, signal: new AbortController().signal };
  await createHttpClient(connection('disable'), context, 80).reach(watch);
  expect(names.asked).toBe(1);
  await expect(createHttpClient(connection('disable'), context, 80).reach(watch)).rejects.toThrow(METADATA_SERVICE);
});

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '[::ffff:a9fe:a9fe]',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '100.100.100.200',
  '192.0.0.192',
  '224.0.0.1',
])('[attack 13] %s is open to nobody', async (host) => {
  await expect(pinnedAddress(host, rules)).rejects.toThrow(ConnectionProblem);
});

test.each([
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '127.1',
  'a b',
  '-x',
  '..',
  '',
])('[attack 13] "%s" is no host, so that no resolver reads it in a way of its own', async (host) => {
  names.answers = [['10.0.0.1']];
  await expect(pinnedAddress(host, rules)).rejects.toThrow('is not a host name or an address');
  expect(names.asked).toBe(0);
});

test('[attack 13] who is no admin reaches only hosts that the operator lists', async () => {
  names.answers = [['10.0.0.5']];
  const listed = { allowedHosts: ['db.example.com'], anyHost: false };
  for (const host of ['127.0.0.1', '10.0.0.5', 'localhost', 'localhost.', '::1', '0.0.0.0', 'other.example.com'])
    await expect(pinnedAddress(host, listed)).rejects.toThrow('not on the list');
  expect(names.asked).toBe(0);
  await expect(pinnedAddress('DB.example.com.', listed)).resolves.toBe('10.0.0.5');
});
