import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { spread } from '@tessera/core/fixtures/runs';
import type { Settings } from '../config.ts';
import { openMetadata } from '../metadata/connect.ts';
import { refuseOtherKey } from '../metadata/key-check.ts';
import { migrateThrough } from '../metadata/migrate.ts';
import { TEST_NOW } from '../testing/builders.ts';
import { builtServer } from '../testing/processes/built-server.ts';
import { COMMAND_KEY, commandHomes, dashboardsOf, fillHome } from '../testing/processes/command-homes.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/engines/databases.ts';
import { runAdmin } from './admin.ts';
import { runBackup } from './backup.ts';
import { digestOf, ROWS_FILE, type Manifest } from './manifest.ts';
import { runNewKey } from './new-key.ts';
import { runRestore } from './restore.ts';
import { applyPlan, assertNoRestore, finishRestore, stagePaths, writePlan, type Plan } from './staged-restore.ts';

let folder: string;
let homes: ReturnType<typeof commandHomes>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-restore-'));
  homes = commandHomes(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** One installation, or the other: never parts of both. @returns which */
async function stateOf(settings: Settings): Promise<string> {
  const titles = await dashboardsOf(settings);
  const files = ['uploads.duckdb', 'second.duckdb'].map((name) =>
    readFileSync(join(settings.home, 'data', name), 'utf8').replace(`${name} of `, ''),
  );
  const names = new Set([...titles.map((title) => title.replace(/ \d+$/, '')), ...files]);
  expect([...names]).toHaveLength(1);
  expect(existsSync(stagePaths(settings.home).folder)).toBe(false);
  return [...names][0] ?? '';
}

/** The backup as a version with these migrations would have written it: without the columns that came after. */
async function asOfVersion(manifest: Manifest, rows: string, names: readonly string[]): Promise<void> {
  const metadata = await openMetadata(join(folder, `version-${names.length}.db`));
  await migrateThrough(metadata.db, metadata.dialect, names);
  const tables = await metadata.db.introspection.getTables();
  await metadata.close();
  const columns = new Map(tables.map(({ name, columns: some }) => [name, new Set(some.map((column) => column.name))]));
  const lines = rows.split('\n').flatMap((line) => {
    if (line === '') return [];
    const [table, row] = JSON.parse(line) as [string, Record<string, unknown>];
    const known = columns.get(table);
    const written = Object.fromEntries(Object.entries(row).filter(([column]) => known?.has(column)));
    return known ? [`${JSON.stringify([table, written])}\n`] : [];
  });
  const file = join(folder, 'backup', ROWS_FILE);
  writeFileSync(file, gzipSync(lines.join('')));
  const counts = Object.fromEntries(Object.entries(manifest.rows).filter(([table]) => columns.has(table)));
  writeFileSync(
    join(folder, 'backup/backup.json'),
    JSON.stringify({ ...manifest, migrations: names, rows: counts, metadata: await digestOf(file) }),
  );
}

/** A home called "there", and a backup of one called "saved". */
async function twoInstallations(): Promise<Settings> {
  const there = homes.settingsOf('there');
  const other = homes.settingsOf('other');
  await fillHome(there, 'there', 2);
  await fillHome(other, 'saved', 200);
  await homes.run(runBackup, other, 'backup');
  return there;
}

test(
  '[F49] a restore that is killed at any moment leaves the old home or the new one, and the next start ends it',
  { timeout: 240_000 },
  async () => {
    const there = await twoInstallations();
    let ran = 0;
    /** @returns how long it took, and what is there when the next start has looked */
    async function restoreKilledAfter(ms: number): Promise<{ readonly ms: number; readonly state: string }> {
      ran += 1;
      const settings = homes.settingsOf(`killed-${ran}`);
      cpSync(there.home, settings.home, { recursive: true });
      const began = performance.now();
      const child = spawn(process.execPath, [join(builtServer, 'command.mjs'), 'restore', 'backup', '--replace'], {
        cwd: folder,
        env: { ...COMMAND_KEY, TESSERA_HOME: settings.home },
        stdio: 'ignore',
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), ms);
      await once(child, 'exit');
      clearTimeout(timer);
      const took = performance.now() - began;
      await finishRestore(settings);
      return { ms: took, state: await stateOf(settings) };
    }
    const undisturbed = await restoreKilledAfter(100_000);
    expect(undisturbed.state).toBe('saved');
    const states: string[] = [];
    const parts = Array.from({ length: 24 }, (_, at) => (at + 1) / 24);
    for (const part of spread(parts, 8)) states.push((await restoreKilledAfter(undisturbed.ms * part)).state);
    expect(states[0]).toBe('there');
    expect(states.filter((state) => state !== 'there' && state !== 'saved')).toEqual([]);
  },
);

test('[F49] putting a prepared restore into its place goes on from wherever it was stopped', async () => {
  const there = await twoInstallations();
  const prepared = homes.settingsOf('prepared');
  cpSync(there.home, prepared.home, { recursive: true });
  const plan: Plan = {
    id: null,
    replaced: 'metadata.db.replaced-now',
    files: ['data/second.duckdb', 'data/uploads.duckdb'],
  };
  const stage = stagePaths(prepared.home);
  const other = join(folder, 'other');
  cpSync(join(other, 'data'), stage.file('data'), { recursive: true });
  cpSync(join(other, 'metadata.db'), stage.metadata);
  writeFileSync(join(prepared.home, 'metadata.db-wal'), readFileSync(join(there.home, 'metadata.db')).subarray(0, 0));
  writePlan(prepared.home, plan);
  expect(() => assertNoRestore(prepared.home)).toThrow('A restore into');
  for (let step = 1, ended = false; !ended; step += 1) {
    const settings = homes.settingsOf(`step-${step}`);
    cpSync(prepared.home, settings.home, { recursive: true });
    let left = step;
    try {
      applyPlan(settings.home, plan, () => {
        left -= 1;
        if (left === 0) throw new Error('stopped here');
      });
      ended = true;
      expect(step).toBeGreaterThan(4);
    } catch (error) {
      expect(error).toMatchObject({ message: 'stopped here' });
      expect(await finishRestore(settings)).toBe(true);
    }
    expect(await stateOf(settings)).toBe('saved');
    expect(readdirSync(settings.home)).toContain('metadata.db.replaced-now');
  }
});

test('a restore that was interrupted before its plan stood is forgotten', async () => {
  const there = await twoInstallations();
  cpSync(join(folder, 'other/metadata.db'), stagePaths(there.home).metadata, { recursive: true });
  await expect(homes.run(runBackup, there, 'another')).rejects.toThrow('is under way or was interrupted');
  await expect(homes.run(runAdmin, there, 'root')).rejects.toThrow('is under way or was interrupted');
  expect(await finishRestore(there)).toBe(false);
  expect(await stateOf(there)).toBe('there');
});

test('a metadata file that is damaged is replaced by a backup, and retained beside it', async () => {
  const there = await twoInstallations();
  writeFileSync(there.metadataUrl, 'no database at all');
  await expect(homes.run(runRestore, there, 'backup')).rejects.toThrow('is damaged');
  await homes.run(runRestore, there, 'backup', '--replace');
  expect(await stateOf(there)).toBe('saved');
  const kept = readdirSync(there.home).find((name) => name.startsWith('metadata.db.replaced-')) ?? '';
  expect(readFileSync(join(there.home, kept), 'utf8')).toBe('no database at all');
});

test('a file of the home is replaced only when that was asked for', async () => {
  const there = await twoInstallations();
  rmSync(there.metadataUrl);
  await expect(homes.run(runRestore, there, 'backup')).rejects.toThrow(
    'The home folder has a file data/second.duckdb of its own. Add --replace',
  );
  await homes.run(runRestore, there, 'backup', '--replace');
  expect(await stateOf(there)).toBe('saved');
});

test.skipIf(process.platform !== 'linux')(
  'a backup to where no folder can be made is refused in words, and at once',
  async () => {
    const old = homes.settingsOf('old');
    await fillHome(old, 'old');
    await expect(homes.run(runBackup, old, '/proc/backup')).rejects.toThrow(
      'The folder /proc/backup.unfinished cannot be made (ENOENT). Name another one.',
    );
  },
);

test('[F62] the query log is in a backup, and stays out of one where that is asked and said', async () => {
  const old = homes.settingsOf('old');
  await fillHome(old, 'old');
  const metadata = await openMetadata(old.metadataUrl);
  const entry = {
    start_time: TEST_NOW.toISOString(),
    duration_ms: 5,
    user_id: null,
    username: 'ana',
    source: 'chart',
    kind: 'full',
    database_id: null,
    database_name: 'shop',
    dataset_id: null,
    dataset_name: 'orders',
    chart_id: null,
    dashboard_id: null,
    status: 'success',
    error_code: null,
    error: null,
    rows: 1,
    is_cached: 0,
    sql: 'SELECT 1',
  };
  for (let at = 0; at < 1203; at += 401)
    await metadata.db
      .insertInto('query_log')
      .values(Array.from({ length: 401 }, () => entry))
      .execute();
  await metadata.close();
  const entries = async (home: string): Promise<number> => {
    const restored = await openMetadata(homes.settingsOf(home).metadataUrl);
    const ids = await restored.db.selectFrom('query_log').select('id').execute();
    await restored.close();
    return new Set(ids.map(({ id }) => id)).size;
  };
  await homes.run(runBackup, old, 'all');
  await homes.run(runRestore, homes.settingsOf('new'), 'all');
  expect(await entries('new')).toBe(1203);
  await homes.run(runBackup, old, 'less', '--without-query-log');
  expect(homes.said).toContain('The query log is not in it.');
  await homes.run(runRestore, homes.settingsOf('newer'), 'less');
  expect([await entries('newer'), await dashboardsOf(homes.settingsOf('newer'))]).toEqual([
    0,
    ['old 0', 'old 1', 'old 2'],
  ]);
});

test('[F67] a lost key is replaced by the command for it: stored passwords go, the rest stays', async () => {
  const settings = homes.settingsOf('lost', {});
  await fillHome(settings, 'lost');
  await expect(homes.run(runBackup, settings, 'saved')).rejects.toThrow('secret.key is missing');
  await expect(homes.run(runAdmin, settings, 'root')).rejects.toThrow('secret.key is missing');
  await homes.run(runNewKey, settings);
  expect(homes.said.at(-1)).toBe(
    'Made a new secret key. One connection has lost the stored password: enter it again where one is needed.',
  );
  const metadata = await openMetadata(settings.metadataUrl);
  expect(await metadata.db.selectFrom('databases').select(['database_name', 'secrets']).execute()).toEqual([
    { database_name: 'lost', secrets: null },
  ]);
  await metadata.close();
  const key = readFileSync(join(settings.home, 'secret.key'), 'utf8');
  await expect(homes.run(runNewKey, settings)).rejects.toThrow('There is a secret key, so nothing was changed.');
  expect(readFileSync(join(settings.home, 'secret.key'), 'utf8')).toBe(key);
  expect(await stateOf(settings)).toBe('lost');
});

test('[F67] the command for a lost key that fails before its end is called again', async () => {
  const settings = homes.settingsOf('half', {});
  await fillHome(settings, 'half');
  const onMetadata = async (text: string): Promise<void> => {
    const metadata = await openMetadata(settings.metadataUrl);
    await sql.raw(text).execute(metadata.db);
    await metadata.close();
  };
  await onMetadata(
    "CREATE TRIGGER full BEFORE INSERT ON settings WHEN new.key = 'secret_key_check' BEGIN SELECT RAISE(ABORT, " +
      "'no room'); END",
  );
  await expect(homes.run(runNewKey, settings)).rejects.toThrow('no room');
  expect(existsSync(join(settings.home, 'secret.key'))).toBe(false);
  await onMetadata('DROP TRIGGER full');
  await homes.run(runNewKey, settings);
  const metadata = await openMetadata(settings.metadataUrl);
  await refuseOtherKey(metadata.db, readFileSync(join(settings.home, 'secret.key'), 'utf8').trim());
  await metadata.close();
});

test('a restore that drops secrets gives a home whose key is lost another one, together with the rows', async () => {
  await twoInstallations();
  const lost = homes.settingsOf('lost', {});
  await fillHome(lost, 'lost');
  await expect(homes.run(runRestore, lost, 'backup', '--replace')).rejects.toThrow('made under another secret key');
  expect(existsSync(join(lost.home, 'secret.key'))).toBe(false);
  await homes.run(runRestore, lost, 'backup', '--replace', '--drop-secrets');
  expect(await stateOf(lost)).toBe('saved');
  expect(readFileSync(join(lost.home, 'secret.key'), 'utf8').trim().length).toBeGreaterThan(32);
});

describe.skipIf(findPostgres() === null && process.env['CI'] !== 'true')('into PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('[F49] the transaction of the rows decides whether a restore that was interrupted happens', async () => {
    await twoInstallations();
    const postgres = homes.settingsOf('postgres', {
      ...COMMAND_KEY,
      TESSERA_METADATA_URL: await server.createDatabase(),
    });
    await fillHome(postgres, 'there', 2);
    const plan = (id: string): Plan => ({ id, replaced: 'x', files: ['data/second.duckdb', 'data/uploads.duckdb'] });
    const stage = (id: string): void => {
      cpSync(join(folder, 'other/data'), stagePaths(postgres.home).file('data'), { recursive: true });
      writePlan(postgres.home, plan(id));
    };
    stage('never committed');
    expect(await finishRestore(postgres)).toBe(false);
    expect(await stateOf(postgres)).toBe('there');
    await homes.run(runRestore, postgres, 'backup', '--replace');
    expect(await stateOf(postgres)).toBe('saved');
    // As it is when it is killed between the end of the transaction and the files.
    const metadata = await openMetadata(postgres.metadataUrl);
    const { value } = await metadata.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'restore')
      .executeTakeFirstOrThrow();
    await metadata.close();
    for (const name of ['second.duckdb', 'uploads.duckdb'])
      writeFileSync(join(postgres.home, 'data', name), 'files of before');
    stage(JSON.parse(value) as string);
    expect(await finishRestore(postgres)).toBe(true);
    expect(await stateOf(postgres)).toBe('saved');
  });

  test(
    'a backup of any earlier version comes back, and what is made afterwards has numbers of its own',
    { timeout: 120_000 },
    async () => {
      await twoInstallations();
      const manifest = JSON.parse(readFileSync(join(folder, 'backup/backup.json'), 'utf8')) as Manifest;
      const rows = gunzipSync(readFileSync(join(folder, 'backup', ROWS_FILE))).toString('utf8');
      for (let steps = 1; steps <= manifest.migrations.length; steps += 1) {
        await asOfVersion(manifest, rows, manifest.migrations.slice(0, steps));
        const settings = homes.settingsOf(`from-${steps}`, {
          ...COMMAND_KEY,
          TESSERA_METADATA_URL: await server.createDatabase(),
        });
        await homes.run(runRestore, settings, 'backup');
        expect(await stateOf(settings)).toBe('saved');
        await fillHome(settings, 'later');
        expect(await dashboardsOf(settings)).toHaveLength(203);
      }
    },
  );

  test('a user without the right to create tables gets a clear error', async () => {
    await twoInstallations();
    const url = new URL(await server.createDatabase());
    await server.run(
      url.href,
      `CREATE USER stranger_${url.pathname.slice(1)}; REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
    );
    url.username = `stranger_${url.pathname.slice(1)}`;
    const env = {
      ...COMMAND_KEY,
      TESSERA_HOME: join(folder, 'stranger'),
      TESSERA_METADATA_URL: url.href,
      PORT: '0',
      TESSERA_SAMPLES: '0',
    };
    const said = (script: string, ...args: readonly string[]): string =>
      spawnSync(process.execPath, [join(builtServer, script), ...args], { cwd: folder, env, encoding: 'utf8' }).stderr;
    const words =
      /The user of the metadata database lacks a right there \(permission denied for schema public\)\. Let it own the database[^\n]*\n$/;
    expect(said('command.mjs', 'restore', 'backup')).toMatch(words);
    expect(said('main.mjs')).toMatch(words);
  });

  test('rows that the database refuses leave it as it was', async () => {
    const there = homes.settingsOf('broken', { ...COMMAND_KEY, TESSERA_METADATA_URL: await server.createDatabase() });
    await fillHome(there, 'there', 2);
    await twoInstallations();
    const rows = join(folder, 'backup/metadata.jsonl.gz');
    // Whole by its digest and its count, and still not what the tables take.
    writeFileSync(rows, gzipSync(gunzipSync(readFileSync(rows)).toString().replace('"id":200', '"id":199')));
    const manifest = JSON.parse(readFileSync(join(folder, 'backup/backup.json'), 'utf8')) as Record<string, unknown>;
    writeFileSync(join(folder, 'backup/backup.json'), JSON.stringify({ ...manifest, metadata: await digestOf(rows) }));
    await expect(homes.run(runRestore, there, 'backup', '--replace')).rejects.toThrow(/duplicate key/);
    expect(await stateOf(there)).toBe('there');
  });
});
