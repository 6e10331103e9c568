import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '../testing/builders.ts';
import { buildDashboard, buildPlainDataset } from '../testing/content.ts';
import { metadataKinds } from '../testing/metadata-kinds.ts';
import { createQueryLogStore } from '../resources/query-log/store.ts';
import { testApp } from '../testing/test-app.ts';
import type { Metadata } from './metadata.ts';
import type { SqlQueriesTable } from './sql-editor-tables.ts';
import { createRetention, purgeBefore, purgeBeyond } from './retention.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 30);
const ROOMY = { logs: 1e9, query_log: 1e9, sql_queries: 1_000_000 };
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
const event = {
  action: 'x',
  user_id: null,
  dashboard_id: null,
  slice_id: null,
  dataset_id: null,
  json: null,
  duration_ms: null,
};
const query = {
  duration_ms: 1,
  user_id: null,
  username: 'x',
  source: 'chart',
  kind: 'full',
  database_id: null,
  database_name: null,
  dataset_id: null,
  dataset_name: null,
  chart_id: null,
  dashboard_id: null,
  status: 'success',
  error_code: null,
  rows: 0,
  is_cached: 0,
  sql: null,
};

function pastQuery(user: number, database: number, sql: string, end: number | null): Insertable<SqlQueriesTable> {
  return {
    client_id: randomUUID(),
    user_id: user,
    database_id: database,
    sql,
    status: end === null ? 'running' : 'success',
    start_ms: 0,
    end_ms: end,
    changed_on: daysAgo(1),
  };
}

for (const { name, isHere, start } of metadataKinds)
  describe.skipIf(!isHere)(`logs in ${name}`, () => {
    let kind: Awaited<ReturnType<typeof start>>;
    let metadata: Metadata;
    beforeAll(async () => {
      kind = await start();
      metadata = await kind.open();
    });
    afterAll(async () => {
      await metadata?.close();
      await kind?.stop();
    });
    const left = async () =>
      (await metadata.db.selectFrom('logs').select('dttm').orderBy('dttm').execute()).map((row) => row.dttm);
    const fill = async (ages: readonly number[]) => {
      await metadata.db.deleteFrom('logs').execute();
      await metadata.db
        .insertInto('logs')
        .values(ages.map((days) => ({ ...event, dttm: daysAgo(days) })))
        .execute();
    };

    test('what is too old goes in portions, the rest stays', async () => {
      await fill([300, 200, 100, 91, 90, 10]);
      expect(await purgeBefore(metadata.db, 'logs', daysAgo(90), { rows: 2, pauseMs: 0 })).toBe(4);
      expect(await left()).toEqual([daysAgo(90), daysAgo(10)]);
      expect(await purgeBefore(metadata.db, 'logs', daysAgo(90))).toBe(0);
    });

    test('others come in between, and a server that stops does not finish it first', async () => {
      // So many portions are not done between three looks, however slow these are.
      await fill([...Array.from({ length: 2000 }, (_, i) => 100 + i), 1]);
      const stop = new AbortController();
      const purging = purgeBefore(metadata.db, 'logs', daysAgo(90), { rows: 1, pauseMs: 1, signal: stop.signal });
      const seen: number[] = [];
      for (let n = 0; n < 3; n += 1) seen.push((await left()).length);
      stop.abort();
      const gone = await purging;
      // Each look of somebody else's found the table in the middle of it.
      expect(seen.every((rows) => rows > 1)).toBe(true);
      expect([gone < 2000, (await left()).length]).toEqual([true, 2001 - gone]);
    });

    test('[F62] what does not fit goes, the oldest first, by the bytes of its texts', async () => {
      const { db } = metadata;
      const ids = async () =>
        (await db.selectFrom('query_log').select('rows').orderBy('id').execute()).map(({ rows }) => rows);
      const put = (from: number, sqls: readonly (string | null)[]) =>
        db
          .insertInto('query_log')
          .values(sqls.map((text, at) => ({ ...query, start_time: daysAgo(1), rows: from + at, sql: text })))
          .execute();
      await db.deleteFrom('query_log').execute();
      await put(0, [
        ...Array.from({ length: 20 }, () => null),
        'ä'.repeat(5000),
        ...Array.from({ length: 5 }, () => 'SELECT 1'),
      ]);
      // 5 × 408 bytes fit, with 10 400 more they do not.
      expect(await purgeBeyond(db, 'query_log', 12_000, { rows: 3, pauseMs: 0 })).toBe(21);
      expect(await ids()).toEqual([21, 22, 23, 24, 25]);
      expect(await purgeBeyond(db, 'query_log', 12_000)).toBe(0);
      await db.deleteFrom('query_log').execute();
      // More than are measured at once.
      for (let at = 0; at < 5000; at += 500)
        await put(
          at,
          Array.from({ length: 500 }, () => null),
        );
      expect(await purgeBeyond(db, 'query_log', 4500 * 400, { pauseMs: 0 })).toBe(500);
      expect((await ids())[0]).toBe(500);
      await db.deleteFrom('query_log').execute();
    });

    test('[F62] of the history of queries those of whoever has the most go, and what still runs stays', async () => {
      const { db } = metadata;
      const people = [await buildUser(db), await buildUser(db), await buildUser(db)] as const;
      const dataset = await buildPlainDataset(db);
      const { database_id: database } = await db
        .selectFrom('datasets')
        .select('database_id')
        .where('id', '=', dataset)
        .executeTakeFirstOrThrow();
      const put = (user: number, count: number, text: string, end: number | null = 1) =>
        db
          .insertInto('sql_queries')
          .values(Array.from({ length: count }, () => pastQuery(user, database, text, end)))
          .execute();
      const left = async () => {
        const rows = await db.selectFrom('sql_queries').select(['user_id', 'end_ms']).execute();
        return people.map((id) => rows.filter((row) => row.user_id === id).length);
      };
      const text = 'x'.repeat(600);
      // The oldest of all are of those who have few.
      await put(people[0], 3, text);
      await put(people[1], 20, text);
      await put(people[2], 1, text, null);
      await put(people[2], 30, text);
      expect(await purgeBeyond(db, 'sql_queries', 60_000, { rows: 3, pauseMs: 0 })).toBe(0);
      // 31 rows of 1000 bytes: three of one, and 14 of each of the others.
      expect(await purgeBeyond(db, 'sql_queries', 31_000, { rows: 3, pauseMs: 0 })).toBe(22);
      expect(await left()).toEqual([3, 14, 15]);
      expect((await db.selectFrom('sql_queries').select('end_ms').where('end_ms', 'is', null).execute()).length).toBe(
        1,
      );
      await db.deleteFrom('sql_queries').execute();
    });

    test('[F62] a log that grows fast is looked at before the hour is over', async () => {
      const { db } = metadata;
      const retention = createRetention({
        db,
        now: () => new Date(NOW),
        days: { logs: 90, query_log: 30, sql_queries: 90 },
        maxBytes: { logs: 1e9, query_log: 10_000, sql_queries: 1_000_000 },
        trashDays: 30,
        warn: (error) => {
          throw error;
        },
      });
      const store = createQueryLogStore(db, (...written) => retention.wrote('query_log', ...written));
      for (let n = 0; n < 30; n += 1) await store.append([{ ...query, start_time: daysAgo(0), sql: 'x'.repeat(2000) }]);
      // Nobody asks for a look. Four fit; the last look may have begun before the last entries came.
      await expect
        .poll(async () => {
          await store.append([{ ...query, start_time: daysAgo(0), sql: 'x'.repeat(2000) }]);
          return (await db.selectFrom('query_log').select('id').execute()).length;
        })
        .toBeLessThanOrEqual(6);
      await retention.close();
      await db.deleteFrom('query_log').execute();
    });

    test('each log has its own days, two looks at once are one, and a failure is reported', async () => {
      await fill([95, 85]);
      await metadata.db
        .insertInto('query_log')
        .values([40, 20].map((days) => ({ ...query, start_time: daysAgo(days) })))
        .execute();
      const told: unknown[] = [];
      const needs = {
        db: metadata.db,
        now: () => new Date(NOW),
        days: { logs: 90, query_log: 30, sql_queries: 90 },
        maxBytes: ROOMY,
        trashDays: 30,
        warn: (error: unknown) => void told.push(error),
      };
      const retention = createRetention(needs);
      expect(retention.sweep()).toBe(retention.sweep());
      await retention.sweep();
      expect(await left()).toEqual([daysAgo(85)]);
      expect(
        (await metadata.db.selectFrom('query_log').select('start_time').execute()).map((row) => row.start_time),
      ).toEqual([daysAgo(20)]);
      await retention.close();
      const broken = createRetention({ ...needs, now: () => new Date(Number.NaN) });
      await broken.sweep();
      expect(told).toHaveLength(1);
    });
  });

test('what one opened of late is there after older events went', async () => {
  const server = await testApp();
  const { db } = server.metadata;
  const ana = await buildUser(db, { username: 'ana', roles: ['Gamma'] });
  const ids = [
    await buildDashboard(db, { dashboard_title: 'Old', slug: 'old', owners: [ana] }),
    await buildDashboard(db, { dashboard_title: 'New', slug: 'new', owners: [ana] }),
  ];
  for (const [index, id] of ids.entries()) {
    if (index > 0) server.pass(89 * DAY_MS);
    await server.request({
      method: 'POST',
      url: '/tessera/log/?explode=events',
      as: ana,
      payload: { events: [{ event_name: 'mount_dashboard', source: 'dashboard', source_id: id }] },
    });
  }
  const recent = async () =>
    (await server.request({ url: '/api/v1/log/recent_activity/', as: ana }))
      .json<{ result: { item_title: string }[] }>()
      .result.map((one) => one.item_title);
  expect(await recent()).toEqual(['New', 'Old']);
  const newest = (await db.selectFrom('logs').select('dttm').orderBy('dttm', 'desc').executeTakeFirstOrThrow()).dttm;
  const retention = createRetention({
    db,
    now: () => new Date(Date.parse(newest) + 2 * DAY_MS),
    days: { logs: 90, query_log: 30, sql_queries: 90 },
    maxBytes: ROOMY,
    trashDays: 30,
    warn: (error) => {
      throw error;
    },
  });
  await retention.sweep();
  expect(await recent()).toEqual(['New']);
  await server.close();
});
