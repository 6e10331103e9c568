import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomId } from './random-id.ts';

test('ids are UUIDs of version 4, and never the same', () => {
  const ids = Array.from({ length: 1000 }, () => randomId());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('no page uses what browsers have over https alone to make ids', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!test)\.tsx?$/.test(file),
  );
  const users = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('crypto.randomUUID('));
  expect(users).toEqual([]);
});
