import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startBalancer, type Balancer } from './testing/processes/balancer.ts';
import { CLIENTS, startCrowd, type Crowd, type Kind } from './testing/processes/crowd.ts';
import { openLine, type CutLine } from './testing/cut-line.ts';
import { findPostgres, startPostgres, type TestPostgres } from './testing/engines/databases.ts';
import { startRealServer, type Answer, type RealServer } from './testing/processes/real-server.ts';
import { findRedis, startRedis, type TestRedis } from './testing/engines/redis.ts';

// The product as it is operated: two servers behind a balancer, metadata in PostgreSQL, Redis between them, users all
// the while.
const isHere = (findPostgres() !== null && findRedis() !== null) || process.env['CI'] === 'true';
/** What each kind of client has to be answered, so that a phase has seen all of them. */
const SOME: Readonly<Record<Kind, number>> = { page: 8, read: 8, write: 8, data: 8, signIn: 2 };

let folder: string;
let postgres: TestPostgres;
let redis: TestRedis;
/** Between the first server and its metadata. */
let line: CutLine;
let balancer: Balancer;
const servers: RealServer[] = [];
let crowd: Crowd | null = null;
let dashboard: number;
let dataset: number;

async function made(path: string, body: unknown): Promise<number> {
  const answer: Answer | undefined = await servers[0]?.ask('POST', path, body);
  if (answer?.status !== 201) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
  return (JSON.parse(answer.text) as { id: number }).id;
}

let metadataUrl: string;
/** Start the server of a place and let the balancer know. */
async function startAt(place: number): Promise<void> {
  const url = place === 0 ? metadataUrl.replace(`:${postgres.port}/`, `:${line.port}/`) : metadataUrl;
  const env = {
    TESSERA_METADATA_URL: url,
    TESSERA_REDIS_URL: redis.url,
    TESSERA_SECRET_KEY: 'both servers sign with this key, and only they',
    TESSERA_CONFIG: join(folder, 'config.json'),
    TESSERA_HOME: join(folder, `home-${place}`),
  };
  const server = await startRealServer(folder, env);
  servers[place] = server;
  balancer.use(place, server.address);
}

const bothReady = () => expect.poll(balancer.ready, { timeout: 60_000 }).toEqual([0, 1]);

async function gather(): Promise<Crowd> {
  await bothReady();
  crowd = startCrowd({ address: balancer.address, authorization: servers[0]?.authorization ?? '', dashboard, dataset });
  return crowd;
}
/** Wait until clients of every kind have been answered anew. */
async function goOn(people: Crowd): Promise<void> {
  const before = people.answered();
  await expect
    .poll(
      () => {
        const now = people.answered();
        return (Object.keys(SOME) as Kind[]).filter((kind) => now[kind] - before[kind] < SOME[kind]);
      },
      { timeout: 90_000 },
    )
    .toEqual([]);
}
/** Whatever was acknowledged is there, at either server. */
async function expectNothingLost(people: Crowd): Promise<void> {
  expect(people.acknowledged.size).toBeGreaterThan(4);
  const lost: string[] = [];
  for (const [at, [id, title]] of [...people.acknowledged].entries()) {
    const answer = await servers[at % 2]?.ask('GET', `/api/v1/dashboard/${id}`);
    if (
      answer?.status !== 200 ||
      (JSON.parse(answer.text) as { result: { dashboard_title: string } }).result.dashboard_title !== title
    )
      lost.push(`${title}: ${answer?.status} ${answer?.text.slice(0, 200)}`);
  }
  expect(lost).toEqual([]);
}
const saysOf = (place: number, text: string): number => (servers[place]?.output() ?? '').split(text).length - 1;

describe.skipIf(!isHere)('two servers behind a balancer', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-nodes-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    await redis.down();
    line = await openLine(postgres.port);
    balancer = await startBalancer();
    const data = await postgres.createDatabase();
    await postgres.run(
      data,
      "CREATE TABLE sales AS SELECT i AS id, CASE i % 2 WHEN 0 THEN 'EU' ELSE 'US' END AS region FROM " +
        'generate_series(1, 100) AS t(i)',
    );
    metadataUrl = await postgres.createDatabase();
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ stopDelaySeconds: 3, metadataConnections: 8, metadataTimeoutSeconds: 3 }),
    );
    await startAt(0);
    await startAt(1);
    const { hostname, port, pathname, username } = new URL(data);
    const database = await made('/api/v1/database/', {
      database_name: 'shop',
      engine: 'postgresql',
      parameters: { host: hostname, port: Number(port), database: pathname.slice(1), username, sslmode: 'disable' },
    });
    dataset = await made('/api/v1/dataset/', { database, schema: 'public', table_name: 'sales' });
    dashboard = await made('/api/v1/dashboard/', { dashboard_title: 'for all' });
  });
  afterEach(() => crowd?.stop());
  afterAll(async () => {
    await balancer?.close();
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await line?.close();
    await Promise.all([postgres?.stop(), redis?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    '[F54] Redis is absent from the start: both say so and serve; it comes later: both use it; nobody notices',
    { timeout: 240_000 },
    async () => {
      const people = await gather();
      await expect
        .poll(() => [0, 1].map((place) => saysOf(place, 'Redis is away; this server goes on by itself')))
        .toEqual([1, 1]);
      await goOn(people);
      await redis.up();
      await expect
        .poll(() => [0, 1].map((place) => saysOf(place, 'results, quotas and places are shared through Redis')))
        .toEqual([1, 1]);
      await goOn(people);
      await people.stop();
      expect(people.faults).toEqual([]);
      await expectNothingLost(people);
    },
  );

  test(
    '[F52] metadata connections that stop responding are given up: who waited for them hears 503 once',
    { timeout: 240_000 },
    async () => {
      const people = await gather();
      await goOn(people);
      // All that are open die without a word; new ones work.
      const opened = line.opened();
      line.silence();
      line.up();
      await expect.poll(line.opened, { timeout: 60_000 }).toBeGreaterThan(opened);
      await goOn(people);
      await people.stop();
      expect(people.faults.filter((fault) => !fault.endsWith(': 503 unavailable'))).toEqual([]);
      expect(people.faults.length).toBeLessThanOrEqual(CLIENTS);
      await expectNothingLost(people);
      const others = await gather();
      await goOn(others);
      await others.stop();
      expect(others.faults).toEqual([]);
    },
  );

  test(
    '[F57] a rolling stop of one server after the other: no request fails, and nothing acknowledged is lost',
    { timeout: 300_000 },
    async () => {
      const people = await gather();
      await goOn(people);
      for (const place of [0, 1]) {
        expect(await servers[place]?.stop('SIGTERM')).toMatchObject({ code: 0 });
        await expect.poll(balancer.ready).toEqual([1 - place]);
        await goOn(people);
        await startAt(place);
        await bothReady();
        await goOn(people);
      }
      await people.stop();
      expect(people.faults).toEqual([]);
      await expectNothingLost(people);
    },
  );
});
