import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEST_NOW, buildUser, nobody } from '../testing/builders.ts';
import { buildPlainDataset } from '../testing/content.ts';
import { metadataKinds } from '../testing/metadata-kinds.ts';
import { testMetadata } from '../testing/test-metadata.ts';
import { seedRoles } from '../resources/roles/builtin.ts';
import { assertVersion, changed, created, deleted } from './audit.ts';
import { openMetadata } from './connect.ts';
import type { Metadata } from './metadata.ts';
import { metadataFailure } from './failure.ts';
import { isMigrated, migrate, migrations } from './migrate.ts';
import type { Migration } from './migration.ts';
import { isUniqueViolation } from './unique.ts';

describe.each(metadataKinds)('metadata on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let server: Awaited<ReturnType<typeof kind.start>>;
    let metadata: Metadata;

    beforeAll(async () => {
      server = await kind.start();
    });
    beforeEach(async () => {
      metadata = await server.open();
    });
    afterEach(() => metadata.close());
    afterAll(() => server.stop());

    const chart = { slice_name: 'Sales', viz_type: 'pie', datasource_type: 'table' };

    test('every table is there and empty', async () => {
      expect(await isMigrated(metadata.db, metadata.dialect)).toBe(true);
      for (const table of [
        'users',
        'roles',
        'role_permissions',
        'user_roles',
        'sessions',
        'databases',
        'datasets',
        'dataset_columns',
        'dataset_metrics',
        'charts',
        'dashboards',
        'dashboard_charts',
        'dashboard_roles',
        'owners',
        'favorites',
        'key_value',
        'logs',
        'settings',
      ] as const) {
        expect(await metadata.db.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    });

    test('a row comes back as it was written: hostile text, numbers, nothing', async () => {
      const name = `Ünïcode 😀 "quoted' \\ %_ \n <script> __proto__`;
      const { id } = await metadata.db
        .insertInto('charts')
        .values({
          ...created(nobody, TEST_NOW),
          ...chart,
          slice_name: name,
          cache_timeout: -1,
          params: '{"a":9007199254740993}',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = await metadata.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        slice_name: name,
        cache_timeout: -1,
        params: '{"a":9007199254740993}',
        description: null,
        version: 1,
        created_on: TEST_NOW.toISOString(),
        deleted_on: null,
      });
      expect(row.uuid).toMatch(/^[\da-f-]{36}$/);
    });

    test('each write raises the version, also when several run at once', async () => {
      const ana = await buildUser(metadata.db, { roles: [] });
      const { id } = await metadata.db
        .insertInto('charts')
        .values({ ...created({ userId: ana }, TEST_NOW), ...chart })
        .returning('id')
        .executeTakeFirstOrThrow();
      await Promise.all(
        Array.from({ length: 10 }, () =>
          metadata.db
            .updateTable('charts')
            .set({ ...changed({ userId: ana }, TEST_NOW), slice_name: 'New' })
            .where('id', '=', id)
            .execute(),
        ),
      );
      const row = await metadata.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ version: 11, changed_by: ana });
      await metadata.db
        .updateTable('charts')
        .set(deleted({ userId: ana }, TEST_NOW))
        .where('id', '=', id)
        .execute();
      expect(
        await metadata.db
          .selectFrom('charts')
          .select(['version', 'deleted_on'])
          .where('id', '=', id)
          .executeTakeFirst(),
      ).toEqual({ version: 12, deleted_on: TEST_NOW.toISOString() });
    });

    test('a write based on an older version is refused, and nothing is lost', () => {
      expect(() => assertVersion('chart', { version: 3 }, '"2"')).toThrow(
        'This chart was changed by someone else in the meantime (it is at version 3 now)',
      );
      for (const header of [undefined, '*', '"3"', 'W/"3"', '"1", "3"', '3'])
        expect(() => assertVersion('chart', { version: 3 }, header)).not.toThrow();
    });

    test('names are unique among what is not in the trash', async () => {
      const first = await buildUser(metadata.db, { username: 'ana', roles: [] });
      const again = buildUser(metadata.db, { username: 'ana', email: 'other@example.com', roles: [] });
      await expect(again).rejects.toSatisfy(isUniqueViolation);
      await metadata.db.updateTable('users').set(deleted(nobody, TEST_NOW)).where('id', '=', first).execute();
      await expect(buildUser(metadata.db, { username: 'ana', roles: [] })).resolves.toBeGreaterThan(first);
    });

    test('what belongs to a row goes with it, and nothing points into the void', async () => {
      const ana = await buildUser(metadata.db, { roles: [] });
      const { id } = await metadata.db
        .insertInto('charts')
        .values({ ...created({ userId: ana }, TEST_NOW), ...chart })
        .returning('id')
        .executeTakeFirstOrThrow();
      await metadata.db.insertInto('owners').values({ object_type: 'chart', object_id: id, user_id: ana }).execute();
      await metadata.db.deleteFrom('users').where('id', '=', ana).execute();
      expect(await metadata.db.selectFrom('owners').selectAll().execute()).toEqual([]);
      expect(await metadata.db.selectFrom('charts').select('created_by').executeTakeFirst()).toEqual({
        created_by: null,
      });
      await expect(
        metadata.db.insertInto('user_roles').values({ user_id: 999, role_id: 999 }).execute(),
      ).rejects.toThrow(/foreign key/i);
    });

    test('a transaction that fails leaves nothing behind', async () => {
      const failing = metadata.db.transaction().execute(async (transaction) => {
        await buildUser(transaction, { roles: [] });
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await metadata.db.selectFrom('users').select('id').execute()).toEqual([]);
    });

    test('built-in roles are seeded once, by however many servers; what an admin takes away stays away', async () => {
      await Promise.all([seedRoles(metadata.db, TEST_NOW), seedRoles(metadata.db, TEST_NOW)]);
      const names = await metadata.db.selectFrom('roles').select('name').orderBy('id').execute();
      expect(names.map((row) => row.name).sort()).toEqual(['Admin', 'Alpha', 'Gamma', 'Public', 'sql_lab']);
      await metadata.db.deleteFrom('role_permissions').where('permission', '=', 'can_csv').execute();
      await seedRoles(metadata.db, TEST_NOW);
      expect(
        await metadata.db.selectFrom('role_permissions').selectAll().where('permission', '=', 'can_csv').execute(),
      ).toEqual([]);
    });

    test('columns and metrics of before their dates were stored have those of their dataset', async () => {
      const id = await buildPlainDataset(metadata.db, {
        created_on: '2025-01-01T00:00:00.000Z',
        changed_on: '2025-02-01T00:00:00.000Z',
      });
      for (const table of ['dataset_columns', 'dataset_metrics']) {
        for (const column of ['created_on', 'changed_on'])
          await metadata.db.schema.alterTable(table).dropColumn(column).execute();
      }
      await sql`DELETE FROM schema_migrations WHERE name = '0009-dataset-parts'`.execute(metadata.db);
      await migrate(metadata.db, metadata.dialect);
      for (const table of ['dataset_columns', 'dataset_metrics'] as const) {
        const rows = await metadata.db
          .selectFrom(table)
          .select(['created_on', 'changed_on'])
          .where('dataset_id', '=', id)
          .execute();
        expect(rows[0]).toEqual({ created_on: '2025-01-01T00:00:00.000Z', changed_on: '2025-02-01T00:00:00.000Z' });
      }
    });

    test('two servers that start together migrate once', async () => {
      let runs = 0;
      const step: Migration = {
        name: '9999-test',
        up: async (db) => {
          runs += 1;
          await db.schema.createTable('together').addColumn('id', 'integer').execute();
        },
      };
      const steps = [...migrations, step];
      await Promise.all([
        migrate(metadata.db, metadata.dialect, { steps }),
        migrate(metadata.db, metadata.dialect, { steps }),
        migrate(metadata.db, metadata.dialect, { steps }),
      ]);
      expect(runs).toBe(1);
    });

    test('a migration that dies half-way is undone and done again at the next start', async () => {
      let dies = true;
      const up = async (db: Metadata['db']): Promise<void> => {
        await db.schema.createTable('halfway').addColumn('id', 'integer').execute();
        if (dies) throw new Error('killed');
      };
      const steps = [...migrations, { name: '9999-test', up }];
      await expect(migrate(metadata.db, metadata.dialect, { steps })).rejects.toThrow('killed');
      dies = false;
      await migrate(metadata.db, metadata.dialect, { steps });
      expect((await sql<{ n: number }>`SELECT count(*) AS n FROM halfway`.execute(metadata.db)).rows).toEqual([
        { n: 0 },
      ]);
    });

    test('a database of a newer version is refused by name', async () => {
      await sql`INSERT INTO schema_migrations (name, applied_on) VALUES ('0099-from-tomorrow', 'x')`.execute(
        metadata.db,
      );
      await expect(metadata.migrate()).rejects.toThrow(
        /newer version of Tessera \(it has the migration 0099-from-tomorrow\)/,
      );
    });
  });
});

describe('the SQLite file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-file-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is copied aside before a migration, once', async () => {
    const metadata = await openMetadata(join(folder, 'metadata.db'));
    await metadata.migrate();
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([]);
    await metadata.db.insertInto('settings').values({ key: 'k', value: 'old' }).execute();
    const { openSqlite } = await import('./sqlite.ts');
    const steps: readonly Migration[] = [
      ...migrations,
      { name: '9999-test', up: async (db) => void (await db.updateTable('settings').set({ value: 'new' }).execute()) },
    ];
    await metadata.close();
    const upgraded = openSqlite(join(folder, 'metadata.db'), steps);
    await upgraded.migrate();
    await upgraded.close();
    const copy = await openMetadata(join(folder, 'metadata.db.before-9999-test'));
    expect(await copy.db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'k', value: 'old' }]);
    await copy.close();
  });

  test('that is damaged is named with the way out', async () => {
    const file = join(folder, 'metadata.db');
    writeFileSync(file, 'this is no database, but it is long enough to look like one'.repeat(50));
    await expect(openMetadata(file)).rejects.toThrow(/is damaged .* npm run restore/);
  });

  test('a value that the driver cannot bind is refused instead of ending the process', async () => {
    const metadata = await openMetadata(join(folder, 'metadata.db'));
    await metadata.migrate();
    await expect(sql`SELECT ${{ toString: () => 'x' }}`.execute(metadata.db)).rejects.toThrow('cannot be stored');
    expect((await sql`SELECT ${true} AS yes, ${undefined} AS no`.execute(metadata.db)).rows).toEqual([
      { yes: 1, no: null },
    ]);
    await metadata.close();
  });
});

test('a PostgreSQL that does not answer is named in one line', async () => {
  await expect(openMetadata('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
    /cannot be reached .* Check TESSERA_METADATA_URL/,
  );
});

test('a database without space says so, and takes everything of the write back', async () => {
  const metadata = await testMetadata();
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(metadata.db);
  await sql`PRAGMA max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 4))}`.execute(metadata.db);
  const write = (key: string, size: number) =>
    metadata.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ key, value: 'x' }).execute();
      await trx
        .insertInto('settings')
        .values({ key: `${key} long`, value: 'x'.repeat(size) })
        .execute();
    });
  await expect(write('first', 1_000_000)).rejects.toSatisfy((error: unknown) => metadataFailure(error) === 'full');
  await write('second', 10);
  expect(
    (await metadata.db.selectFrom('settings').select('key').orderBy('key').execute()).map((row) => row.key),
  ).toEqual(['second', 'second long']);
  await metadata.close();
});
