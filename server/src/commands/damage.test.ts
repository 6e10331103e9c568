import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { spread } from '@tessera/core/fixtures/runs';
import { commandHomes, dashboardsOf, fillHome } from '../testing/processes/command-homes.ts';
import { runBackup } from './backup.ts';
import { readManifest } from './manifest.ts';
import { runRestore } from './restore.ts';
import { UsageError } from './usage.ts';
import { verifyBackup } from './verify.ts';

// A backup that is not as it was written is refused in words, before anything is touched.

let folder: string;
let homes: ReturnType<typeof commandHomes>;
const whole = (): string => join(folder, 'whole');
const copy = (): string => join(folder, 'copy');
const FILES = ['backup.json', 'metadata.jsonl.gz', 'home/data/second.duckdb', 'home/data/uploads.duckdb'] as const;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-damage-'));
  homes = commandHomes(folder);
  const old = homes.settingsOf('old');
  await fillHome(old, 'old');
  await homes.run(runBackup, old, 'whole');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(copy(), { recursive: true, force: true });
  cpSync(whole(), copy(), { recursive: true });
  rmSync(join(folder, 'new'), { recursive: true, force: true });
});

/** What a restore of the copy says; the home that it was meant for is not even made. */
async function refusal(): Promise<string> {
  const error: unknown = await homes.run(runRestore, homes.settingsOf('new'), 'copy').then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(existsSync(join(folder, 'new'))).toBe(false);
  return (error as UsageError).message;
}

/** The manifest as the first version wrote it. */
function withoutDigests(): void {
  const { metadata: _, ...manifest } = JSON.parse(readFileSync(join(copy(), 'backup.json'), 'utf8')) as {
    metadata: unknown;
    files: { name: string }[];
  };
  writeFileSync(
    join(copy(), 'backup.json'),
    JSON.stringify({ ...manifest, format: 1, files: manifest.files.map(({ name }) => name) }),
  );
}

test('a backup that is whole comes back', async () => {
  expect(readdirSync(copy(), { recursive: true, encoding: 'utf8' }).sort()).toEqual([
    'backup.json',
    'home',
    'home/data',
    'home/data/second.duckdb',
    'home/data/uploads.duckdb',
    'metadata.jsonl.gz',
  ]);
  await homes.run(runRestore, homes.settingsOf('new'), 'copy');
  expect(await dashboardsOf(homes.settingsOf('new'))).toEqual(['old 0', 'old 1', 'old 2']);
});

test.each(FILES)('[F48] %s cut off at any byte is refused', async (file) => {
  const bytes = readFileSync(join(whole(), file));
  for (const length of spread([...bytes.keys()], 60)) {
    writeFileSync(join(copy(), file), bytes.subarray(0, length));
    const verdict = async (): Promise<void> => verifyBackup(copy(), readManifest(copy()));
    // The line break behind the last bracket is no part of what it says.
    if (file === 'backup.json' && length === bytes.length - 1) await verdict();
    else
      await expect(verdict(), `${length} of ${bytes.length} bytes`).rejects.toThrow(
        file === 'backup.json'
          ? /backup\.json is cut off or damaged/
          : `${file} is cut off (${length} of ${bytes.length} bytes)`,
      );
  }
});

test.each(FILES.slice(1))('[F48] %s with any byte changed is refused', async (file) => {
  const bytes = readFileSync(join(whole(), file));
  for (const at of spread([...bytes.keys()], 60)) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    writeFileSync(join(copy(), file), changed);
    await expect(verifyBackup(copy(), readManifest(copy())), `byte ${at}`).rejects.toThrow(
      `${file} is damaged (its digest is another)`,
    );
  }
});

test('[F48] without digests the rows are read to their end and counted', async () => {
  withoutDigests();
  const rows = readFileSync(join(whole(), 'metadata.jsonl.gz'));
  for (const length of spread([...rows.keys()], 60)) {
    writeFileSync(join(copy(), 'metadata.jsonl.gz'), rows.subarray(0, length));
    await expect(verifyBackup(copy(), readManifest(copy())), `${length} bytes`).rejects.toThrow(
      /metadata\.jsonl\.gz (is cut off or damaged|holds \d+ of \d+ rows)/,
    );
  }
  const text = gunzipSync(rows).toString();
  writeFileSync(join(copy(), 'metadata.jsonl.gz'), gzipSync(text.replace(/\["dashboards".*\n/, '')));
  expect(await refusal()).toContain('metadata.jsonl.gz holds 2 of 3 rows of dashboards');
  writeFileSync(join(copy(), 'metadata.jsonl.gz'), gzipSync(`${text}["strangers",{"id":1}]\n`));
  expect(await refusal()).toContain('The backup holds a line that is not a row.');
  writeFileSync(join(copy(), 'metadata.jsonl.gz'), 'garbage');
  expect(await refusal()).toMatch(/metadata\.jsonl\.gz is cut off or damaged \(incorrect header check\)/);
});

test('a backup of the first format comes back, and it is said that it has no digests', async () => {
  withoutDigests();
  await homes.run(runRestore, homes.settingsOf('new'), 'copy');
  expect(homes.said.join('\n')).toContain('made by an earlier version and has no digests');
  expect(await dashboardsOf(homes.settingsOf('new'))).toHaveLength(3);
});

test('[F48] what is missing, what is too much and what is something else is named, all of it', async () => {
  rmSync(join(copy(), 'metadata.jsonl.gz'));
  rmSync(join(copy(), 'home/data/second.duckdb'));
  mkdirSync(join(copy(), 'home/data/second.duckdb'));
  appendFileSync(join(copy(), 'home/data/uploads.duckdb'), ' and more');
  writeFileSync(join(copy(), 'home/stranger'), '');
  expect(await refusal()).toBe(
    `The backup ${copy()} cannot be restored, and nothing was changed: metadata.jsonl.gz is missing; ` +
      'home/data/second.duckdb is not a file; home/data/uploads.duckdb is damaged (its digest is another); ' +
      'home/stranger is not in its list. Copy it again from where it was made, or take another backup.',
  );
  rmSync(join(copy(), 'home/data/uploads.duckdb'));
  symlinkSync('/etc/hostname', join(copy(), 'home/data/uploads.duckdb'));
  expect(await refusal()).toContain('home/data/uploads.duckdb is not a file');
});

test('a folder that is no finished backup, and a format of a newer version, are distinguished', async () => {
  rmSync(join(copy(), 'backup.json'));
  expect(await refusal()).toContain('holds no finished backup (backup.json is missing or cannot be read)');
  writeFileSync(join(copy(), 'backup.json'), '{"format":3}');
  expect(await refusal()).toContain('was written by a newer version of Tessera (format 3; this version reads 1 and 2)');
  writeFileSync(join(copy(), 'backup.json'), '{"format":2,"files":[]}');
  expect(await refusal()).toContain("backup.json is damaged, or is none of Tessera's");
});

test.each([
  '../../escaped',
  '/etc/escaped',
  'data/../../escaped',
  'secret.key',
  'metadata.db',
  'server.lock',
  '.restore/plan.json',
  'data//uploads.duckdb',
  '',
])('[attack 94] the file name %j is refused', async (name) => {
  const manifest = join(copy(), 'backup.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"data/uploads.duckdb"', JSON.stringify(name)));
  expect(await refusal()).toMatch(/it names the file .*, which (lies outside of the home folder|no backup holds)/);
});

test('[F48] a restore that is refused leaves the home that is there as it is', async () => {
  const there = homes.settingsOf('there');
  await fillHome(there, 'there', 2);
  copyFileSync(join(whole(), 'metadata.jsonl.gz'), join(copy(), 'metadata.jsonl.gz'));
  truncateSync(join(copy(), 'home/data/uploads.duckdb'), 3);
  await expect(homes.run(runRestore, there, 'copy', '--replace')).rejects.toThrow('is cut off (3 of');
  expect(await dashboardsOf(there)).toEqual(['there 0', 'there 1']);
  expect(readFileSync(join(there.home, 'data/uploads.duckdb'), 'utf8')).toBe('uploads.duckdb of there');
});
