import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { spread } from '@tessera/core/fixtures/runs';
import { openMetadata } from './metadata/connect.ts';
import type { Metadata } from './metadata/metadata.ts';
import { appliedMigrations, migrations } from './metadata/migrate.ts';
import { builtServer } from './testing/processes/built-server.ts';

type Server = {
  readonly child: ChildProcess;
  readonly address: string;
  readonly setupToken: string | null;
  readonly output: () => string;
};
type Ended = { readonly code: number | null; readonly error: string };

let main: string;
let folder: string;
let running: ChildProcess[] = [];

beforeAll(async () => {
  main = join(builtServer, 'main.mjs');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-start-'));
});
afterEach(async () => {
  await Promise.all(running.map(kill));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

function launch(env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', TESSERA_HOME: join(folder, 'home'), TESSERA_SAMPLES: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

/** Start and wait for the address. */
async function started(env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const child = launch(env);
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /Tessera listens on (\S+)\n/.exec(output)?.[1];
      const setupToken = /\/setup\/\?token=(\S+)\n/.exec(output)?.[1] ?? null;
      // The link comes behind the address, and may come later; where there is an administrator there is none.
      if (address && (setupToken !== null || env['TESSERA_ADMIN_USERNAME']))
        resolve({ child, address, setupToken, output: () => output });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

/** Start what must not start. */
async function refused(env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = launch(env);
  let error = '';
  child.stderr?.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, error })));
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function stopped(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  return ended;
}

test('the first start makes a home for its owner only and prints a one-use link', async () => {
  const { address, setupToken } = await started();
  expect(await (await fetch(`${address}/health`)).text()).toBe('OK');
  expect(await (await fetch(`${address}/ready`)).text()).toBe('OK');
  expect(statSync(join(folder, 'home')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'home/secret.key')).mode & 0o777).toBe(0o600);
  const post = () =>
    fetch(`${address}/api/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: setupToken,
        username: 'root',
        password: 'a long password',
        email: 'root@example.com',
      }),
    });
  const made = await post();
  expect(made.status).toBe(201);
  const cookie = made.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect(await (await fetch(`${address}/api/v1/me/`, { headers: { cookie } })).json()).toMatchObject({
    result: { username: 'root', first_name: 'Root', last_name: '' },
  });
  expect((await post()).status).toBe(404);
});

test('the output of a start is for users: the address and the link, nothing between', async () => {
  const { output, address } = await started();
  expect(output().split('\n')).toEqual([
    `Tessera listens on ${address}`,
    expect.stringMatching(/^Make the first administrator with this link, which works once: http/),
    '',
  ]);
});

test('a restart keeps users signed in and offers no link any more', async () => {
  const admin = { TESSERA_ADMIN_USERNAME: 'root', TESSERA_ADMIN_PASSWORD: 'a planted canary' };
  const first = await started(admin);
  const signIn = await fetch(`${first.address}/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: 'a planted canary' }),
  });
  expect(signIn.status).toBe(200);
  const cookie = signIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect(await stopped(first.child)).toBe(0);
  expect(existsSync(join(folder, 'home/server.pid'))).toBe(false);
  const second = await started(admin);
  expect((await fetch(`${second.address}/api/v1/me/`, { headers: { cookie } })).status).toBe(200);
  expect(first.output() + second.output()).not.toMatch(/canary|\/setup\//);
});

test('a busy port, a used home or an impossible one is one line with the fix and a code that is not 0', async () => {
  const { address } = await started();
  const busy = await refused({
    PORT: new URL(address).port,
    TESSERA_HOME: join(folder, 'other'),
    TESSERA_SAMPLES: '1',
  });
  expect(busy).toEqual({
    code: 1,
    error:
      `Tessera cannot start: Port ${new URL(address).port} on 127.0.0.1 is in use. Stop the other program, or ` +
      `choose another port with PORT.\n`,
  });
  // Before anything is made that takes long.
  expect(readdirSync(join(folder, 'other'))).toEqual(['server.lock']);
  const used = await refused({});
  expect([used.code, used.error]).toEqual([
    1,
    expect.stringMatching(
      /^Tessera cannot start: The home folder \S+ is in use by another server \(process \d+ of \S+\)\. Stop it, or set TESSERA_HOME to another folder\.\n$/,
    ),
  ]);
  writeFileSync(join(folder, 'file'), '');
  const unwritable = await refused({ TESSERA_HOME: join(folder, 'file/home') });
  expect([unwritable.code, unwritable.error]).toEqual([
    1,
    expect.stringMatching(/^Tessera cannot start: The home folder \S+ cannot be written \(ENOTDIR\)\. [^\n]*\n$/),
  ]);
});

test.each([
  [{ TESSERA_SECRET_KEY: 'short' }, /TESSERA_SECRET_KEY has 5 bytes; it needs at least 32\. Make one with: openssl/],
  [{ TESSERA_SECRET_KEY: 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET' }, /TESSERA_SECRET_KEY is a published sample/],
  [{ TESSERA_SECRET_KEY: 'a'.repeat(40) }, /TESSERA_SECRET_KEY repeats a few characters/],
  [{ PORT: '80a' }, /PORT is "80a"; it must be a number from 0 to 65535/],
  [{ TESSERA_METADATA_URL: 'mysql://x' }, /TESSERA_METADATA_URL must begin with postgres:\/\/, not mysql:/],
  [{ TESSERA_METADATA_URL: 'postgres://nobody:canary@127.0.0.1:1/x' }, /metadata database cannot be reached/],
  [{ TESSERA_ADMIN_USERNAME: 'root' }, /TESSERA_ADMIN_PASSWORD is missing/],
  [
    { TESSERA_ADMIN_USERNAME: 'root', TESSERA_ADMIN_PASSWORD: 'short' },
    /TESSERA_ADMIN_PASSWORD cannot be used: Too short: a password has at least 8 characters/,
  ],
  [{ TESSERA_CONFIG: 'nowhere.json' }, /TESSERA_CONFIG names \S+nowhere\.json, which does not exist/],
])('%j stops the start', async (env, expected) => {
  const { code, error } = await refused(env);
  expect(code).toBe(1);
  expect(error).toMatch(expected);
  expect(error.trim().split('\n')).toHaveLength(1);
  expect(error).not.toContain('canary');
});

test('a setting that is not known stops the start by name', async () => {
  writeFileSync(join(folder, 'tessera.config.json'), '{"rowLimits": 5}');
  expect((await refused({})).error).toMatch(
    /rowLimits in \S+tessera\.config\.json is not a setting\. Did you mean rowLimit\?\n$/,
  );
});

test('[6.0-07] [F63] several mistakes are reported at once, a line each', async () => {
  writeFileSync(join(folder, 'tessera.config.json'), '{"featureFlags": {"NOPE": true}}');
  const { code, error } = await refused({ TESSERA_METADATA_UR: 'x', PORT: '-1' });
  expect([code, error.replaceAll(`${folder}/`, '').trim().split('\n')]).toEqual([
    1,
    [
      'Tessera cannot start: 3 settings cannot be used.',
      '  - TESSERA_METADATA_UR is not a variable of Tessera. Did you mean TESSERA_METADATA_URL?',
      '  - featureFlags.NOPE in tessera.config.json is not known. Known: GLOBAL_ASYNC_QUERIES, DASHBOARD_RBAC, ' +
        'DASHBOARD_COMMENTS, RLS_IN_SQLLAB, SQLLAB_BACKEND_PERSISTENCE.',
      '  - PORT is "-1"; it must be a number from 0 to 65535.',
    ],
  ]);
});

test('[F63] a quota for a role that does not exist is reported at the start, and does not stop it', async () => {
  writeFileSync(
    join(folder, 'tessera.config.json'),
    '{"quotas": {"Gama": {"rowsPerDay": 5}, "Gamma": {"rowsPerDay": 5}}}',
  );
  const { output, address } = await started();
  await expect
    .poll(output)
    .toContain(
      'quotas names the role "Gama", which does not exist, so that the quota limits nobody. Did you mean Gamma?\n',
    );
  expect(output()).not.toContain('role "Gamma"');
  expect((await fetch(`${address}/ready`)).status).toBe(200);
});

test('[F59] as JSON the lines of the start hold the same text', async () => {
  writeFileSync(join(folder, 'tessera.config.json'), '{"logFormat": "json"}');
  const child = launch({});
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 30_000 }).toContain('setup-link');
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; address?: string; level: number });
  const { address = '' } = lines.find(({ msg }) => msg.startsWith('Tessera listens on ')) ?? {};
  expect(lines.every(({ level }) => level === 30)).toBe(true);
  expect(output).not.toContain('token=');
  const file = join(folder, 'home/setup-link');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const link = readFileSync(file, 'utf8').trim();
  expect(link.startsWith(`${address}/setup/?token=`)).toBe(true);
  const made = await fetch(`${address}/api/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: link.split('token=')[1],
      username: 'root',
      password: 'a long password',
      email: 'root@example.com',
    }),
  });
  expect(made.status).toBe(201);
  await stopped(child);
  launch({});
  await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(false); // nothing is left to be found
});

test('metadata of a newer version stops the start', async () => {
  await stopped((await started()).child);
  const metadata = await openMetadata(join(folder, 'home/metadata.db'));
  await sql`INSERT INTO schema_migrations (name, applied_on) VALUES ('9999-tomorrow', 'x')`.execute(metadata.db);
  await metadata.close();
  expect((await refused({})).error).toMatch(
    /written by a newer version of Tessera \(it has the migration 9999-tomorrow\)/,
  );
});

test('[F56] another secret key than that of the metadata stops the start, before it changes a table', async () => {
  await stopped((await started()).child);
  const onMetadata = async <T>(work: (db: Metadata['db']) => Promise<T>): Promise<T> => {
    const metadata = await openMetadata(join(folder, 'home/metadata.db'));
    try {
      return await work(metadata.db);
    } finally {
      await metadata.close();
    }
  };
  const last = migrations.at(-1)?.name ?? '';
  const isApplied = () => onMetadata(async (db) => (await appliedMigrations(db, 'sqlite')).includes(last));
  await onMetadata(async (db) => {
    await sql`DELETE FROM schema_migrations WHERE name = ${last}`.execute(db);
    await db.schema.alterTable('sql_queries').dropColumn('rules_digest').execute();
  });
  const expected =
    /^Tessera cannot start: The secret key is not the one that this metadata database is used with: .* Give every server the same key \(TESSERA_SECRET_KEY, or secret\.key in the home folder\), the one from before\. [^\n]*\n$/;
  const other = await refused({ TESSERA_SECRET_KEY: 'another key that somebody set by mistake' });
  expect([other.code, other.error, await isApplied()]).toEqual([1, expect.stringMatching(expected), false]);
  await stopped((await started()).child);
  expect(await isApplied()).toBe(true);
});

test('the home of a server that was killed is taken over at once', async () => {
  const first = await started();
  await kill(first.child);
  expect(readFileSync(join(folder, 'home/server.pid'), 'utf8')).toContain(`process ${first.child.pid} of `);
  const second = await started();
  expect(readFileSync(join(folder, 'home/server.pid'), 'utf8')).toContain(`process ${second.child.pid} of `);
});

test('[F67] a lost key and an emptied metadata file stop the start with the way on', async () => {
  const admin = { TESSERA_ADMIN_USERNAME: 'root', TESSERA_ADMIN_PASSWORD: 'a planted canary' };
  await stopped((await started(admin)).child);
  const [key, metadata] = [join(folder, 'home/secret.key'), join(folder, 'home/metadata.db')];
  const kept = readFileSync(key);
  rmSync(key);
  expect((await refused({})).error).toMatch(
    /^Tessera cannot start: The secret key \S+secret\.key is missing, and the metadata database is used with it[^\n]*npm run new-key\n$/,
  );
  expect(existsSync(key)).toBe(false);
  writeFileSync(key, kept);
  await stopped((await started(admin)).child);
  writeFileSync(metadata, '');
  expect((await refused({})).error).toMatch(
    /^Tessera cannot start: The metadata file \S+ is empty, but this home has been in use \(it holds secret\.key[^)]*\)[^\n]*\n$/,
  );
  expect(statSync(metadata).size).toBe(0);
});

test('a key that is lost before there are users is made anew by the command for it, and by no start', async () => {
  await stopped((await started()).child);
  const key = join(folder, 'home/secret.key');
  rmSync(key);
  expect((await refused({})).error).toMatch(
    /^Tessera cannot start: The secret key \S+secret\.key is missing[^\n]*npm run new-key\n$/,
  );
  expect(existsSync(key)).toBe(false);
  execFileSync(process.execPath, [join(builtServer, 'command.mjs'), 'new-key'], {
    cwd: folder,
    env: { TESSERA_HOME: join(folder, 'home') },
  });
  await started();
});

test('a first start that is killed at any moment is followed by one that works', { timeout: 240_000 }, async () => {
  for (const afterMs of spread([30, 60, 90, 120, 160, 200, 250], 3)) {
    const home = join(folder, `killed-${afterMs}`);
    const child = launch({ TESSERA_HOME: home });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await kill(child);
    const { address, setupToken, child: next } = await started({ TESSERA_HOME: home });
    expect((await fetch(`${address}/ready`)).status).toBe(200);
    expect(setupToken).not.toBeNull();
    await kill(next);
  }
});

test('a stop lets open connections go and ends', async () => {
  const { child, address } = await started();
  const { hostname, port } = new URL(address);
  const idle = connect(Number(port), hostname); // a client that never says anything
  await new Promise((resolve) => idle.once('connect', resolve));
  idle.on('error', () => undefined);
  await fetch(`${address}/health`); // leaves a keep-alive connection behind
  const left = new Promise((resolve) => idle.once('close', resolve));
  expect(await stopped(child)).toBe(0);
  await left;
  idle.destroy();
});
