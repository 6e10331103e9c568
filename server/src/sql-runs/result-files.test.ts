import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createResultFiles } from './result-files.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-results-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const nobodys = async () => new Map<string, number>();
const key = '0f0e0d0c-0b0a-4000-8000-000000000001';

test('[7.6-03] who reads before anything is written gets the first line when it comes, without a pause', async () => {
  const files = createResultFiles({ folder, maxBytes: 1e9, maxAgeMs: 1e9, ownersOf: nobodys, now: () => 0 });
  const lines = files.read(key, { signal: new AbortController().signal, isOver: () => Promise.resolve(false) });
  const first = lines.next();
  const writer = await files.create(key);
  await writer.write('{"head":1}');
  expect((await first).value?.toString()).toBe('{"head":1}\n');
  await writer.close();
  await lines.return();
});

describe('results of many users', () => {
  let own = '';
  beforeAll(async () => {
    own = await mkdtemp(join(tmpdir(), 'tessera-results-'));
  });
  afterAll(() => rm(own, { recursive: true, force: true }));

  const keyOf = (user: number, at: number): string => `0000000${user}-0000-4000-8000-00000000000${at}`;
  const ownersOf = async (keys: readonly string[]) => new Map(keys.map((one) => [one, Number(one[7])]));
  const filesOf = (maxBytes: number) =>
    createResultFiles({ folder: own, maxBytes, maxAgeMs: 1e15, ownersOf, now: () => 0 });
  const bytes = async (): Promise<number> => {
    const sizes = (await readdir(own)).map(async (name) => (await stat(join(own, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };

  test('[attack 62] the many of one user push out none of another, and their oldest go first', async () => {
    const files = filesOf(1e9);
    const stored = [keyOf(2, 0), ...[1, 2, 3, 4].map((at) => keyOf(1, at))];
    for (const [at, one] of stored.entries()) {
      const writer = await files.create(one);
      await writer.write('x'.repeat(299));
      await writer.close();
      await utimes(join(own, `${one}.ndjson`), at + 1, at + 1);
    }
    await filesOf(1000).sweep();
    expect((await readdir(own)).toSorted()).toEqual(
      [keyOf(1, 3), keyOf(1, 4), keyOf(2, 0)].map((one) => `${one}.ndjson`).toSorted(),
    );
  });

  test('[attack 61] they are too many together at no moment, and not at the next look alone', async () => {
    const files = filesOf(10_000);
    for (const at of [5, 6, 7, 8, 9]) {
      const writer = await files.create(keyOf(1, at));
      for (let line = 0; line < 80; line += 1) {
        await writer.write('x'.repeat(99));
        expect(await bytes()).toBeLessThan(11_000);
      }
      await writer.close();
    }
    expect(await files.has(keyOf(1, 9))).toBe(true);
  });

  test('[attack 61] one that takes all of the room ends, with its cells', async () => {
    const writer = await filesOf(10_000).create(keyOf(3, 0));
    const fill = async (): Promise<void> => {
      for (let cell = 0; cell < 200; cell += 1) await writer.putAside('x'.repeat(100));
    };
    await expect(fill()).rejects.toMatchObject({ code: 'storage_full' });
    await writer.close();
  });
});
