import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createResultFiles } from './result-files.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-results-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const key = '0f0e0d0c-0b0a-4000-8000-000000000001';

test('[7.6-03] who reads before anything is written gets the first line when it comes, without a pause', async () => {
  const files = createResultFiles({ folder, maxBytes: 1e9, maxAgeMs: 1e9, now: () => 0 });
  const lines = files.read(key, { signal: new AbortController().signal, isOver: () => Promise.resolve(false) });
  const first = lines.next();
  const writer = await files.create(key);
  await writer.write('{"head":1}');
  expect((await first).value?.toString()).toBe('{"head":1}\n');
  await writer.close();
  await lines.return();
});
