import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveDataFile, type FileKind } from './data-file.ts';
import type { EngineContext } from './driver.ts';

const kind: FileKind = { name: 'SQLite', offset: 0, magic: 'SQLite format 3\0' };
let home: string;
let data: string;
let context: EngineContext;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-data-file-')));
  data = join(home, 'data');
  mkdirSync(join(data, 'folder.db'), { recursive: true });
  for (const file of ['metadata.db', 'secret.key', 'data/good.db']) writeFileSync(join(home, file), kind.magic);
  writeFileSync(join(data, 'other.db'), 'DUCK of some other kind');
  writeFileSync(join(data, 'short.db'), 'SQL');
  linkSync(join(home, 'metadata.db'), join(data, 'hard.db'));
  symlinkSync('../metadata.db', join(data, 'relative.db'));
  symlinkSync(home, join(data, 'back'));
  symlinkSync('loop.db', join(data, 'loop.db'));
  context = {
    processFolder: '',
    dataFolders: [data],
    temporary: '',
    metadata: { kind: 'sqlite', file: join(home, 'metadata.db') },
    allowedHosts: [],
    memoryMb: 64,
    idleMs: 1000,
  };
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a data file is found by its name and by its path', async () => {
  expect(await resolveDataFile('good.db', kind, context)).toBe(join(data, 'good.db'));
  expect(await resolveDataFile(join(data, 'good.db'), kind, context)).toBe(join(data, 'good.db'));
});

test.each([
  ['../metadata.db', 'outside the folders'],
  ['../secret.key', 'outside the folders'],
  ['./././../metadata.db', 'outside the folders'],
  ['/proc/self/environ', 'outside the folders'],
  ['', 'outside the folders'],
  ['back/metadata.db', 'leads out of the folders'],
  ['relative.db', 'leads out of the folders'],
  ['hard.db', "product's own metadata"],
  ['loop.db', 'There is no file'],
  ['missing.db', 'There is no file'],
  ['file:good.db?mode=rwc', 'not an address'],
  ['https://example.com/x.db', 'not an address'],
  ['other.db', 'is not a SQLite file'],
  ['short.db', 'is not a SQLite file'],
  ['folder.db', 'is not a SQLite file'],
])('[attack 17] [attack 18] "%s" is refused', async (path, reason) => {
  await expect(resolveDataFile(path, kind, context)).rejects.toThrow(reason);
});

test.skipIf(process.platform === 'win32')('a named pipe is no data file, and nobody waits for its writer', async () => {
  execFileSync('mkfifo', [join(data, 'pipe.db')]);
  await expect(resolveDataFile('pipe.db', kind, context)).rejects.toThrow('is not a SQLite file');
});
