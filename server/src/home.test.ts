import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { assertMetadataPresent, prepareHome, secretKeyOf } from './home.ts';
import { HOLDER_FILE, LOCK_FILE, lockHome } from './home-lock.ts';
import { testScript } from './testing/processes/built-server.ts';
import { inOwnNamespace } from './testing/processes/namespaces.ts';
import { childrenOf } from './testing/processes/real-server.ts';

let holderScript: string;
let home: string;
let running: ChildProcess[] = [];
beforeAll(async () => {
  holderScript = await testScript('testing/processes/home-holder');
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tessera-home-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const child of running) child.kill('SIGKILL');
  running = [];
  rmSync(home, { recursive: true, force: true });
});

/** A process with process numbers of its own that tries to hold the home. @returns what it said */
async function holder(): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const [program, args] = inOwnNamespace(process.execPath, [holderScript, home]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  running.push(child);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: chunk.toString() };
}

/** Kill it as the kernel does when memory is short: nothing of it can tidy up. */
async function killHolder(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  const inside = childrenOf(child.pid);
  for (const pid of inside.length > 0 ? inside : [child.pid ?? 0]) process.kill(pid, 'SIGKILL');
  await gone;
}

test('[F51] one of two servers holds a home, also when neither sees the process of the other', async () => {
  const first = await holder();
  expect(first.said).toBe('held\n');
  expect((await holder()).said).toMatch(
    /^refused: The home folder \S+ is in use by another server \(process \d+ of \S+\)\. Stop it, or set TESSERA_HOME to another folder\.\n$/,
  );
  expect(() => lockHome(home)).toThrow('is in use by another server');
});

test('[F51] a home is free at once when its holder is killed', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { child, said } = await holder();
    expect(said).toBe('held\n');
    await killHolder(child);
    expect(existsSync(join(home, HOLDER_FILE))).toBe(true);
    lockHome(home)();
  }
});

test('a home is locked against the same process too, until it is released', () => {
  const release = lockHome(home);
  expect(readFileSync(join(home, HOLDER_FILE), 'utf8')).toContain(`process ${process.pid} of `);
  expect(() => lockHome(home)).toThrow(`is in use by another server (process ${process.pid} of `);
  release();
  expect(existsSync(join(home, HOLDER_FILE))).toBe(false);
  lockHome(home)();
});

test('what an earlier version wrote into the lock holds nobody up', () => {
  writeFileSync(join(home, LOCK_FILE), '4711 12345\n');
  lockHome(home)();
  expect(statSync(join(home, LOCK_FILE)).size).toBe(0);
});

test.each([
  ['/proc/tessera', /file system of the kernel/],
  ['/proc/self/tessera/deeper', /file system of the kernel/],
  ['/sys/tessera', /file system of the kernel/],
  ['/dev/tessera', /file system of the kernel/],
  ['/dev/null', /file system of the kernel/],
])('[F68] a home at %s is refused in words, and at once', (path, expected) => {
  if (!existsSync('/proc/self')) return; // these folders are those of Linux
  expect(() => prepareHome({ home: path })).toThrow(expected);
});

test('[F68] a home is refused in words where it is a file, lies below one, or is a link to nothing', () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  expect(() => prepareHome({ home: file })).toThrow(
    'cannot be used: it is a file and not a folder. Set TESSERA_HOME to another folder.',
  );
  expect(() => prepareHome({ home: join(file, 'below') })).toThrow('cannot be written (ENOTDIR)');
  const link = join(home, 'link');
  symlinkSync(join(home, 'nowhere'), link);
  expect(() => prepareHome({ home: link })).toThrow(`it is a link to ${join(home, 'nowhere')}, which does not exist`);
  mkdirSync(join(home, 'nowhere'));
  prepareHome({ home: link });
  prepareHome({ home: join(home, 'new/and/deep') });
  expect(statSync(join(home, 'new/and/deep')).mode & 0o777).toBe(0o700);
});

test.skipIf(process.getuid === undefined)('the folder of another user is refused with both users', () => {
  const owner = statSync(home).uid;
  vi.spyOn(process, 'getuid').mockReturnValue(owner + 4711);
  expect(() => prepareHome({ home })).toThrow(
    `it belongs to another user (${owner}; this is ${owner + 4711}), who may start here or give it away with chown`,
  );
});

test('[F67] an empty metadata file is refused beside what shows that there was an installation', () => {
  const settings = { home, metadataUrl: join(home, 'metadata.db') };
  assertMetadataPresent(settings);
  writeFileSync(settings.metadataUrl, '');
  mkdirSync(join(home, 'data'));
  assertMetadataPresent(settings);
  writeFileSync(join(home, 'data/uploads.duckdb'), 'rows');
  expect(() => assertMetadataPresent(settings)).toThrow(
    /metadata\.db is empty, but this home has been in use \(it holds data\)\. Restore a backup with: npm run restore -- <folder> --replace\./,
  );
  writeFileSync(join(home, 'secret.key'), 'key');
  expect(() => assertMetadataPresent(settings)).toThrow('it holds secret.key, data');
  rmSync(settings.metadataUrl);
  assertMetadataPresent(settings); // data and a key may be put into a home before its first start
  writeFileSync(`${settings.metadataUrl}-wal`, 'pages');
  expect(() => assertMetadataPresent(settings)).toThrow(
    'metadata.db is missing, but this home has been in use (it holds metadata.db-wal',
  );
  assertMetadataPresent({ home, metadataUrl: 'postgres://db/tessera' });
});

test('[F67] a missing key is made for a new installation only, and never twice', async () => {
  const settings = { home, givenSecretKey: null };
  await expect(secretKeyOf(settings, async () => false)).rejects.toThrow(
    /secret\.key is missing, and the metadata database is used with it.*Put your copy of the file back.*npm run new-key/,
  );
  expect(existsSync(join(home, 'secret.key'))).toBe(false);
  const key = await secretKeyOf(settings, async () => true);
  expect(await secretKeyOf(settings, async () => false)).toBe(key);
  expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(home, 'secret.key'), '');
  await expect(secretKeyOf(settings, async () => true)).rejects.toThrow(
    'is shorter than 32 bytes. Put back your copy of it',
  );
  expect(await secretKeyOf({ home, givenSecretKey: 'g'.repeat(40) }, async () => false)).toBe('g'.repeat(40));
});
