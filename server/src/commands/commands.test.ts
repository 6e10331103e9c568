import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings, type Settings } from '../config.ts';
import { LINK_FILE, secretKeyOf } from '../home.ts';
import { lockHome } from '../home-lock.ts';
import { openMetadata } from '../metadata/connect.ts';
import { created } from '../metadata/audit.ts';
import { assertSecretKey } from '../metadata/key-check.ts';
import { TEST_NOW, buildUser, nobody } from '../testing/builders.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/engines/databases.ts';
import { builtServer } from '../testing/processes/built-server.ts';
import { runAdmin } from './admin.ts';
import { runBackup } from './backup.ts';
import { runCheckConfig } from './check-config.ts';
import { runRestore } from './restore.ts';
import type { Command } from './usage.ts';

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-commands-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settingsOf = (home: string, env: Readonly<Record<string, string>> = {}): Settings =>
  readSettings({ TESSERA_HOME: join(folder, home), ...env }, folder);
const run = (
  command: Command,
  settings: Settings,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => command({ args, settings, env, cwd: folder, now: () => TEST_NOW, say: (line) => void said.push(line) });

async function fill(settings: Settings): Promise<void> {
  await run(runAdmin, settings, ['root', '--email', 'root@example.com'], {
    TESSERA_ADMIN_PASSWORD: 'planted canary password',
  });
  const metadata = await openMetadata(settings.metadataUrl);
  const ana = await buildUser(metadata.db, { username: 'ana' });
  await metadata.db.updateTable('users').set({ changed_by: ana }).where('username', '=', 'root').execute();
  await metadata.db
    .insertInto('databases')
    .values({
      ...created({ userId: ana }, TEST_NOW),
      database_name: 'shop',
      engine: 'postgresql',
      parameters: '{"host":"db"}',
      secrets: 'encrypted',
      extra: '{}',
    })
    .execute();
  const charts = Array.from({ length: 1200 }, (_, at) => ({
    ...created({ userId: ana }, TEST_NOW),
    slice_name: `Chart "${at}" 😀`,
    viz_type: 'pie',
    datasource_type: 'table',
    params: '{"n":9007199254740993}',
  }));
  for (let at = 0; at < charts.length; at += 100)
    await metadata.db
      .insertInto('charts')
      .values(charts.slice(at, at + 100))
      .execute();
  await metadata.db
    .insertInto('sessions')
    .values({ token_hash: 'h', user_id: ana, csrf_secret: 'c', created_on: 'x', expires_on: 'y' })
    .execute();
  await metadata.close();
  mkdirSync(join(settings.home, 'data'), { recursive: true });
  writeFileSync(join(settings.home, 'data', 'uploads.duckdb'), 'rows of the embedded engine');
}

async function contents(settings: Settings): Promise<unknown> {
  const metadata = await openMetadata(settings.metadataUrl);
  const all = {
    users: await metadata.db.selectFrom('users').selectAll().orderBy('id').execute(),
    roles: await metadata.db.selectFrom('user_roles').selectAll().orderBy('user_id').execute(),
    pairs: (await metadata.db.selectFrom('role_permissions').selectAll().execute()).length,
    charts: await metadata.db.selectFrom('charts').selectAll().orderBy('id').execute(),
    databases: await metadata.db.selectFrom('databases').selectAll().execute(),
    sessions: await metadata.db.selectFrom('sessions').selectAll().execute(),
  };
  await metadata.close();
  return all;
}

/** @returns how many roles there are; none of them was ever deleted, so it is the last id too */
async function countRoles(settings: Settings): Promise<number> {
  const metadata = await openMetadata(settings.metadataUrl);
  const roles = await metadata.db.selectFrom('roles').select('id').execute();
  await metadata.close();
  return roles.length;
}

const KEY = { TESSERA_SECRET_KEY: 'one key for the old and the new machine' };

test('a backup made while the server runs comes back elsewhere, row by row', async () => {
  const old = settingsOf('old', KEY);
  await fill(old);
  const unlock = lockHome(old.home); // a server runs
  await run(runBackup, old, ['saved']);
  unlock();
  expect(said.join('\n')).toContain('1 data file');
  const fresh = settingsOf('new', KEY);
  await run(runRestore, fresh, ['saved']);
  expect(await contents(fresh)).toEqual({ ...((await contents(old)) as object), sessions: [] });
  expect(readFileSync(join(fresh.home, 'data', 'uploads.duckdb'), 'utf8')).toBe('rows of the embedded engine');
  const metadata = await openMetadata(fresh.metadataUrl);
  expect(await buildUser(metadata.db, { roles: [] })).toBe(3); // numbers go on where they were
  await metadata.close();
});

test('a backup holds no secret in clear, no key and no session, and is readable by its owner only', async () => {
  const old = settingsOf('old');
  await fill(old);
  writeFileSync(join(old.home, LINK_FILE), 'http://here/setup/?token=one-use');
  await run(runBackup, old, ['saved']);
  const files = readdirSync(join(folder, 'saved'), { recursive: true, encoding: 'utf8' });
  expect(files.sort()).toEqual(['backup.json', 'home', 'home/data', 'home/data/uploads.duckdb', 'metadata.jsonl.gz']);
  const rows = gunzipSync(readFileSync(join(folder, 'saved', 'metadata.jsonl.gz'))).toString();
  expect(rows).not.toMatch(/canary|"csrf_secret"/);
  expect(rows + readFileSync(join(folder, 'saved', 'backup.json'), 'utf8')).not.toContain(
    readFileSync(join(old.home, 'secret.key'), 'utf8').trim(),
  );
  expect(statSync(join(folder, 'saved')).mode & 0o077).toBe(0);
});

test('another key is named with the two ways on', async () => {
  const old = settingsOf('old');
  await fill(old);
  await run(runBackup, old, ['saved']);
  const fresh = settingsOf('new');
  await expect(run(runRestore, fresh, ['saved'])).rejects.toThrow(
    /made under another secret key.*Put the old key back.*--drop-secrets/,
  );
  await run(runRestore, fresh, ['saved', '--drop-secrets']);
  expect(await contents(fresh)).toMatchObject({ databases: [{ database_name: 'shop', secrets: null }] });
});

test('a server starts under the key that a restore was made with and under no other', async () => {
  const old = settingsOf('old');
  await fill(old);
  const started = async (settings: Settings) => {
    const metadata = await openMetadata(settings.metadataUrl);
    try {
      await assertSecretKey(metadata.db, await secretKeyOf(settings, () => Promise.resolve(true)));
    } finally {
      await metadata.close();
    }
  };
  await started(old);
  await run(runBackup, old, ['saved']);
  await expect(run(runBackup, settingsOf('old', KEY), ['wrong'])).rejects.toMatchObject({ code: 'secret_key_differs' });
  // This is also how a key is changed on purpose.
  const changed = settingsOf('old', KEY);
  await run(runRestore, changed, ['saved', '--replace', '--drop-secrets']);
  await started(changed);
  await expect(started(old)).rejects.toMatchObject({ code: 'secret_key_differs' });
});

test('nothing is overwritten unasked, and never under a running server', async () => {
  const old = settingsOf('old', KEY);
  await fill(old);
  await run(runBackup, old, ['saved']);
  await expect(run(runBackup, old, ['saved'])).rejects.toThrow('exists already');
  await expect(run(runRestore, old, ['saved'])).rejects.toThrow('The metadata database is not empty. Add --replace');
  await run(runRestore, old, ['saved', '--replace']);
  expect(readdirSync(old.home).filter((name) => name.startsWith('metadata.db.replaced-'))).toHaveLength(1);
  const unlock = lockHome(join(folder, 'old'));
  unlock();
  await expect(run(runRestore, old, ['nowhere'])).rejects.toThrow('holds no finished backup');
  await expect(run(runRestore, old, ['saved', '--force'])).rejects.toThrow('--force is not known here');
});

test('a file name that leads out of the home is refused', async () => {
  const old = settingsOf('old', KEY);
  await fill(old);
  await run(runBackup, old, ['saved']);
  const manifest = join(folder, 'saved', 'backup.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('data/uploads.duckdb', '../../escaped'));
  await expect(run(runRestore, settingsOf('new', KEY), ['saved'])).rejects.toThrow('lies outside of the home folder');
});

test('the command line makes an administrator and shows a password that it made, once', async () => {
  const settings = settingsOf('home');
  await run(runAdmin, settings, ['root']);
  expect(said[0]).toBe('Made the administrator root.');
  expect(said[1]).toMatch(/^Password: [\w-]{16}$/);
  await run(runAdmin, settings, ['root'], { TESSERA_ADMIN_PASSWORD: 'another password' });
  expect(said[2]).toContain('with a new password');
  expect(said).toHaveLength(3);
  await expect(run(runAdmin, settings)).rejects.toThrow('Name the person');
  await expect(run(runAdmin, settings, ['ada', 'lovelace'])).rejects.toThrow(
    '"lovelace" is one argument more than this command takes.',
  );
  await expect(run(runAdmin, settings, ['ada', '--email', 'nowhere'])).rejects.toThrow('"nowhere" is no mail address.');
});

test('the check of a configuration tells what a start would go by', async () => {
  const secret = 'planted-canary-of-the-tests';
  const env = {
    TESSERA_SECRET_KEY: `${secret} and more of it`,
    TESSERA_METADATA_URL: `postgres://tessera:${secret}@db:5432/t?sslpassword=${secret}`,
    TESSERA_REDIS_URL: `redis://:${secret}@r:6379`,
    TESSERA_ADMIN_USERNAME: 'root',
    TESSERA_ADMIN_PASSWORD: secret,
    TESSERA_METRICS_TOKEN: secret,
  };
  await run(runCheckConfig, settingsOf('unborn', env));
  const told = said.join('\n');
  expect(told).not.toContain('canary');
  expect(told).toContain('metadataUrl = "postgres://tessera:(hidden)@db:5432/t?sslpassword=(hidden)"');
  expect(told).toContain('givenSecretKey = (set, not shown)\nadmin = {"username":"root","password":"(set, not shown)"');
  expect(told).toContain('rowLimit = 100000\n');
  // only its driver says what is wrong with it
  await run(runCheckConfig, settingsOf('unborn', { ...env, TESSERA_METADATA_URL: 'postgres://no%E0text:x@db/t' }));
  expect(said.join('\n')).toContain('metadataUrl = "postgres://no%E0text:(hidden)@db/t"');
  expect(readdirSync(folder)).toEqual([]);
});

test('[F63] the command line tells all mistakes of a configuration at once and ends with 1', async () => {
  const command = join(builtServer, 'command.mjs');
  const check = (env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [command, 'check-config'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });
  const bad = check({ PORT: 'x', TESSERA_HOEM: 'y' });
  expect([bad.status, bad.stdout, bad.stderr]).toEqual([
    1,
    '',
    '2 settings cannot be used.\n  - TESSERA_HOEM is not a variable of Tessera. Did you mean ' +
      'TESSERA_HOME?\n  - PORT is "x"; it must be a number from 0 to 65535.\n',
  ]);
  const good = check({});
  expect([good.status, good.stderr]).toEqual([0, '']);
  expect(readdirSync(folder)).toEqual([]);
  // A password without a name is a mistake for a start, and what this command is for.
  const admin = spawnSync(process.execPath, [command, 'admin', 'root'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], TESSERA_ADMIN_PASSWORD_FILE: secretFile('a long password\n') },
  });
  expect([admin.status, admin.stdout, admin.stderr]).toEqual([0, 'Made the administrator root.\n', '']);
});

function secretFile(text: string): string {
  writeFileSync(join(folder, 'secret'), text);
  return join(folder, 'secret');
}

describe.skipIf(findPostgres() === null && process.env['CI'] !== 'true')('between SQLite and PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('a backup of one comes back in the other, and there and back again', async () => {
    const sqlite = settingsOf('sqlite', KEY);
    await fill(sqlite);
    const before = await contents(sqlite);
    const roles = await countRoles(sqlite);
    await run(runBackup, sqlite, ['first']);
    const postgres = settingsOf('postgres', { ...KEY, TESSERA_METADATA_URL: await server.createDatabase() });
    await run(runRestore, postgres, ['first']);
    expect(await contents(postgres)).toEqual({ ...(before as object), sessions: [] });
    const metadata = await openMetadata(postgres.metadataUrl);
    expect(
      await metadata.db
        .insertInto('roles')
        .values({ ...created(nobody, TEST_NOW), name: 'next' })
        .returning('id')
        .executeTakeFirst(),
    ).toEqual({ id: roles + 1 });
    await metadata.db.deleteFrom('roles').where('name', '=', 'next').execute();
    await metadata.close();
    await expect(run(runRestore, postgres, ['first'])).rejects.toThrow('not empty');
    await run(runRestore, postgres, ['first', '--replace']);
    await run(runBackup, postgres, ['second']);
    const back = settingsOf('back', KEY);
    await run(runRestore, back, ['second']);
    expect(await contents(back)).toEqual({ ...(before as object), sessions: [] });
  });
});
