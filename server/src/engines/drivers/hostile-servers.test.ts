import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { createAuthority, findOpenssl } from '../../testing/engines/certificates.ts';
import {
  httpServer,
  mysqlFrames,
  mysqlPacket,
  mysqlUntilAsked,
  postgresqlFrames,
  postgresqlMessage,
  postgresqlUntilAsked,
} from '../../testing/hostile/hostile-protocols.ts';
import { randomBytes, startHostile, type Hostile, type HostileServer } from '../../testing/hostile/hostile-server.ts';
import { connectWithin } from './connect-deadline.ts';
import type { EngineContext } from './driver.ts';
import { drivers } from './drivers.ts';

/** What the system keeps between two ends, and some of what was allowed: far below what such a server has to give. */
const MAX_TAKEN = 40_000_000;
/** For servers that stand still; all others are found out by what they send, whenever that is. */
const SHORT = { connectMs: 250, testMs: 700 };
const LONG = { connectMs: 30_000, testMs: 60_000 };
const chaos = randomBytes(64 * 1024);
const zeros = Buffer.alloc(64 * 1024);
const line = (text: string): Buffer => Buffer.from(text, 'latin1');
const headers = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
/** A thousand times larger when it is opened. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '[1]\n'));

type Way = {
  readonly driver: 'postgresql' | 'mysql' | 'clickhouse' | 'trino';
  readonly what: string;
  readonly behave: (hostile: Hostile) => void;
  readonly sslmode?: string;
  readonly isStill?: true;
  /** Of a query, where it is no other. */ readonly code?: string;
};

const { int16, int32, text, described, row, notice } = postgresqlFrames;
const startup = (fairnessKey: (hostile: Hostile) => void) => (hostile: Hostile) =>
  void hostile.socket.once('data', () => fairnessKey(hostile));
const complaint = (body: Buffer): Buffer => postgresqlMessage('E', body);

const ofPostgresql: readonly Omit<Way, 'driver'>[] = [
  { what: 'random bytes for ever', behave: ({ pour }) => pour(chaos) },
  { what: 'random bytes for ever, encryption preferred', behave: ({ pour }) => pour(chaos), sslmode: 'prefer' },
  {
    what: 'a right greeting, then random bytes',
    behave: startup(({ say, pour }) => [say(postgresqlFrames.signedIn), pour(chaos)]),
  },
  {
    what: 'an announcement of 2 GB before the sign-in',
    behave: startup(({ say, pour }) => [say(postgresqlMessage('R', zeros, 0x7fffffff)), pour(zeros)]),
  },
  {
    what: 'an announcement of 1 GB for a row',
    behave: postgresqlUntilAsked(({ say, pour }) => [
      say(described, postgresqlMessage('D', Buffer.concat([int16(1), int32(0x3ffffff0)]), 0x40000000)),
      pour(zeros),
    ]),
    code: 'result_too_large',
  },
  {
    what: 'a complaint of 1 GB',
    behave: postgresqlUntilAsked(({ say, pour }) => [say(postgresqlMessage('E', zeros, 0x40000000)), pour(zeros)]),
  },
  { what: 'a complaint without an end', behave: startup(({ say }) => say(complaint(text('SERROR')))) },
  {
    what: 'a complaint without an end, to a statement',
    behave: postgresqlUntilAsked(({ say }) => say(complaint(line('Sno end')))),
  },
  {
    what: 'a way of signing in that nobody knows',
    behave: startup(({ say, pour }) => [say(postgresqlMessage('R', int32(4711))), pour(zeros)]),
  },
  {
    what: 'a row of lengths that lie',
    behave: postgresqlUntilAsked(({ say, pour }) => [
      say(described, postgresqlMessage('D', Buffer.concat([int16(2), int32(1000), int32(-1000 >>> 0)]))),
      pour(notice),
    ]),
  },
  {
    what: 'a row of fewer bytes than columns',
    behave: postgresqlUntilAsked(({ say, pour }) => [
      say(described, postgresqlMessage('D', int16(0x7fff))),
      pour(Buffer.alloc(64 * 1024, 255)),
    ]),
  },
  {
    what: 'rows that nobody asked for',
    behave: postgresqlUntilAsked(({ say, pour }) => [
      say(described),
      pour(Buffer.concat(Array.from({ length: 2000 }, () => row('x')))),
    ]),
  },
  {
    what: 'notices for ever before the sign-in',
    behave: startup(({ pour }) => pour(Buffer.concat(Array.from({ length: 1000 }, () => notice)))),
  },
  {
    what: 'notices for ever behind it',
    behave: postgresqlUntilAsked(({ pour }) => pour(Buffer.concat(Array.from({ length: 1000 }, () => notice)))),
  },
  { what: 'a byte at a time', behave: startup(({ drip }) => drip(notice)), isStill: true },
  { what: 'nothing', behave: () => undefined, isStill: true },
  { what: 'nothing behind the sign-in', behave: postgresqlUntilAsked(() => undefined), isStill: true },
  {
    what: 'nothing behind the hello of TLS',
    behave: ({ socket, say }) => void socket.once('data', () => say(line('S'))),
    sslmode: 'require',
    isStill: true,
  },
  {
    what: 'a byte at a time behind the hello of TLS',
    behave: ({ socket, say, drip }) =>
      void socket.once('data', () => [say(line('S')), socket.once('data', () => drip(Buffer.from([22, 3, 3, 64, 0])))]),
    sslmode: 'require',
    isStill: true,
  },
];

const ofMysql: readonly Omit<Way, 'driver'>[] = [
  { what: 'random bytes for ever', behave: ({ pour }) => pour(chaos) },
  {
    what: 'a right greeting, then random bytes',
    behave: ({ socket, say, pour }) => [say(mysqlFrames.greeting), socket.once('data', () => pour(chaos))],
  },
  {
    what: 'greetings of 16 MB that go on',
    behave: ({ say, pour }) => [say(mysqlPacket(0, zeros, 0xffffff)), pour(zeros)],
  },
  {
    what: 'a packet that goes on for 2 GB, to a statement',
    behave: mysqlUntilAsked(({ say, pour }) => [say(mysqlPacket(1, zeros, 0xffffff)), pour(zeros)]),
  },
  {
    what: 'columns for ever',
    behave: mysqlUntilAsked(({ say, pour }) => [
      say(mysqlPacket(1, Buffer.from([0, 1, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0]))),
      pour(
        Buffer.concat(Array.from({ length: 1000 }, (_, at) => mysqlPacket((at + 2) % 256, mysqlFrames.column(0xfd)))),
      ),
    ]),
  },
  {
    what: 'small answers for ever',
    behave: mysqlUntilAsked(({ pour }) => pour(Buffer.concat(Array.from({ length: 2000 }, () => mysqlFrames.ok(1))))),
  },
  {
    what: 'small answers for ever before the sign-in',
    behave: ({ socket, say, pour }) => [
      say(mysqlFrames.greeting),
      socket.once('data', () => pour(Buffer.concat(Array.from({ length: 2000 }, () => mysqlFrames.ok(2))))),
    ],
  },
  // Digit by digit it would be read for days.
  {
    what: 'a number of more digits than bytes',
    behave: mysqlUntilAsked(({ pour }) => pour(chaos), Buffer.from([1, 0x38, 0xfe, 0, 0, 0, 0, 0, 0, 1, 0])),
  },
  { what: 'a byte at a time', behave: ({ drip }) => drip(mysqlPacket(0, zeros, 60_000)), isStill: true },
  { what: 'nothing', behave: () => undefined, isStill: true },
  { what: 'nothing behind the sign-in', behave: mysqlUntilAsked(() => undefined), isStill: true },
  {
    what: 'nothing behind the hello of TLS',
    behave: ({ say }) => say(mysqlFrames.greeting),
    sslmode: 'require',
    isStill: true,
  },
];

/** What servers of both kinds that speak HTTP may do, over and over to every request. */
const ofHttp: readonly Omit<Way, 'driver'>[] = [
  { what: 'random bytes for ever', behave: ({ pour }) => pour(chaos) },
  {
    what: 'a right status, then random bytes',
    behave: httpServer(({ say, pour }) => [say(line('HTTP/1.1 200 OK\r\n')), pour(chaos)]),
  },
  {
    what: 'headers for ever',
    behave: httpServer(({ say, pour }) => [
      say(line('HTTP/1.1 200 OK\r\n')),
      pour(line('X-More: and more\r\n'.repeat(1000))),
    ]),
  },
  {
    what: 'one header for ever',
    behave: httpServer(({ say, pour }) => [
      say(line('HTTP/1.1 200 OK\r\nX-More: ')),
      pour(Buffer.alloc(64 * 1024, 'x')),
    ]),
  },
  {
    what: 'announcements of an answer for ever',
    behave: httpServer(({ pour }) => pour(line('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)))),
  },
  {
    what: 'a body without a line for ever',
    behave: httpServer(({ say, pour }) => [say(line(`${headers}\r\n["`)), pour(Buffer.alloc(64 * 1024, 'x'))]),
  },
  {
    what: 'a body of brackets',
    behave: httpServer(({ say, pour }) => [say(line(`${headers}\r\n`)), pour(Buffer.alloc(64 * 1024, '['))]),
  },
  {
    what: 'a length of 2 GB',
    behave: httpServer(({ say, pour }) => [
      say(line(`${headers}Content-Length: 2147483647\r\n\r\n["`)),
      pour(Buffer.alloc(64 * 1024, 'x')),
    ]),
  },
  {
    what: 'a complaint for ever',
    behave: httpServer(({ say, pour }) => [say(line('HTTP/1.1 500 Oh\r\n\r\n')), pour(Buffer.alloc(64 * 1024, 'x'))]),
  },
  {
    what: 'a body that opens to a thousand times its size',
    behave: httpServer(({ say }) =>
      say(line(`${headers}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`), bomb),
    ),
  },
  {
    what: 'a redirect to itself',
    behave: httpServer(({ say }) => say(line('HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'))),
  },
  {
    what: 'a body that cannot be read',
    behave: httpServer(({ say }) => say(line(`${headers}Content-Length: 5\r\n\r\n[{]}\n`))),
  },
  {
    what: 'a byte of a header at a time',
    behave: httpServer(({ say, drip }) => [say(line('HTTP/1.1 200 OK\r\nX-More: ')), drip(line('x'))]),
    isStill: true,
  },
  {
    what: 'a byte of the body at a time',
    behave: httpServer(({ say, drip }) => [say(line(`${headers}\r\n["`)), drip(line('x'))]),
    isStill: true,
  },
  { what: 'nothing', behave: () => undefined, isStill: true },
  { what: 'nothing behind the hello of TLS', behave: () => undefined, sslmode: 'require', isStill: true },
];

/** Pages of Trino that name a next one, for ever. */
const pages = httpServer(({ say, socket }) => {
  const body = JSON.stringify({ id: 'q', nextUri: `http://127.0.0.1:${socket.localPort}/v1/statement/q/1` });
  say(line(`${headers}X-Trino-Started-Transaction-Id: t\r\nContent-Length: ${body.length}\r\n\r\n${body}`));
});

/** What is sent behind encryption is looked at as well. */
function encrypted(pour: Buffer): readonly Way[] {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-hostile-'));
  const files = createAuthority(folder, 'theirs').sign('server', ['IP:127.0.0.1']);
  const identity = { key: readFileSync(files.key), cert: readFileSync(files.certificate) };
  rmSync(folder, { recursive: true, force: true });
  /** @param come  What came with the request for encryption: the hello may. */
  const behind = ({ socket }: Hostile, come = Buffer.alloc(0)): void => {
    const through = new Duplex({
      read: () => undefined,
      write: (part, encoding, then) => void socket.write(part, encoding, then),
    });
    through.push(come);
    socket.on('data', (part) => void through.push(part)).once('close', () => through.destroy());
    const secure = new TLSSocket(through, { isServer: true, ...identity });
    const again = (): void => void (secure.writable && secure.write(pour, (error) => (error ? undefined : again())));
    secure.on('error', () => undefined).once('data', again);
  };
  const what = 'random bytes for ever behind encryption';
  return [
    {
      driver: 'postgresql',
      what,
      sslmode: 'require',
      behave: (hostile) => void hostile.socket.once('data', () => [hostile.say(line('S')), behind(hostile)]),
    },
    {
      driver: 'mysql',
      what,
      sslmode: 'require',
      behave: (hostile) => [
        hostile.say(mysqlFrames.greeting),
        hostile.socket.once('data', (request) => behind(hostile, request.subarray(36))),
      ],
    },
    { driver: 'clickhouse', what, sslmode: 'require', behave: (hostile) => behind(hostile) },
    { driver: 'trino', what, sslmode: 'require', behave: (hostile) => behind(hostile) },
  ];
}

const ways: readonly Way[] = [
  ...(findOpenssl() === null ? [] : encrypted(chaos)),
  ...ofPostgresql.map((way) => ({ ...way, driver: 'postgresql' as const })),
  ...ofMysql.map((way) => ({ ...way, driver: 'mysql' as const })),
  ...ofHttp.map((way) => ({ ...way, driver: 'clickhouse' as const })),
  ...ofHttp.map((way) => ({ ...way, driver: 'trino' as const })),
  { driver: 'trino', what: 'a next page for ever', behave: pages, isStill: true },
];

describe.each(ways)(
  '[reliability] [attack 76] $driver: a server that sends $what',
  ({ driver, behave, sslmode = 'disable', isStill, code }) => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });

    async function opened() {
      const server = await startHostile(behave);
      const context: EngineContext = {
        processFolder: '',
        dataFolders: [],
        temporary: '',
        metadata: { kind: 'sqlite', file: '/nowhere' },
        allowedHosts: [],
        memoryMb: 64,
        idleMs: 1000,
        deadlines: isStill ? SHORT : LONG,
      };
      const engine = drivers[driver].open(
        {
          name: 'theirs',
          parameters: { host: '127.0.0.1', port: server.port, database: 'x', username: 'x', sslmode },
          secrets: {},
          anyHost: true,
        },
        context,
      );
      closing.push(server.close);
      return { server, engine };
    }

    /** Nobody listens any more, and no more was taken than a connection may bring. */
    async function isOver(server: HostileServer): Promise<void> {
      await expect.poll(server.open, { timeout: 20_000 }).toBe(0);
      expect(server.sent()).toBeLessThan(MAX_TAKEN);
    }

    test('ends a connection test, with words', async () => {
      const { server, engine } = await opened();
      const result = await engine.test();
      expect(result).toMatchObject({ ok: false, failure: isStill ? 'connection_timeout' : 'connection_host_down' });
      expect(result.ok ? '' : result.reason).toMatch(/^[A-Z].{20,500}$/s);
      await engine.close();
      await isOver(server);
    });

    test('ends a query, with an error of the catalogue', async () => {
      const { server, engine } = await opened();
      const limits = {
        signal: new AbortController().signal,
        timeoutMs: isStill ? 600 : 60_000,
        maxRows: 10,
        maxBytes: 2_000_000,
      };
      const error: unknown = await engine
        .run({ text: 'SELECT 1', parameters: [], written: [] }, limits)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AppError);
      if (code !== undefined) expect(error).toMatchObject({ code });
      expect(error instanceof AppError ? error.code : '').toMatch(
        isStill
          ? /^(query_timeout|engine_unavailable|connection_timeout)$/
          : /^(connection_host_down|result_too_large|database_error)$/,
      );
      expect(error instanceof Error ? error.message.length : 0).toBeLessThan(1000);
      await engine.close();
      await isOver(server);
    });
  },
);

test('[8.6-01] a host that does not answer, and a name that nobody resolves in time, are reported', async () => {
  const attempt = (reached: readonly ('name' | 'port')[]) =>
    connectWithin(
      { deadlines: { connectMs: 20, testMs: 20 } },
      { port: 1, protocol: 'PostgreSQL', passed: () => undefined, signal: new AbortController().signal },
      ({ passed }) => {
        for (const step of reached) passed(step);
        return new Promise<never>(() => undefined);
      },
    );
  await expect(attempt([])).rejects.toMatchObject({ step: 'name', failure: 'connection_hostname' });
  await expect(attempt(['name'])).rejects.toMatchObject({
    step: 'port',
    failure: 'connection_timeout',
    message: 'The host did not answer at port 1 in time.',
  });
  await expect(attempt(['name', 'port'])).rejects.toMatchObject({ step: 'tls', failure: 'connection_timeout' });
});
