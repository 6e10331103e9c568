import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFolder } from '../engines/drivers/context.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { seedRoles } from '../resources/roles/builtin.ts';
import { createPrincipalLookup } from '../resources/security/actors.ts';
import { buildUser, TEST_NOW } from '../testing/builders.ts';
import { testMetadata } from '../testing/test-metadata.ts';
import { loadSamples } from './load.ts';
import { SAMPLES_FILE } from './register.ts';

let metadata: Metadata;
let home: string;
let reader: number;

/** A home whose samples were loaded by a version that gave them to nobody. */
beforeEach(async () => {
  metadata = await testMetadata();
  home = mkdtempSync(join(tmpdir(), 'tessera-readers-'));
  mkdirSync(dataFolder(home), { recursive: true });
  writeFileSync(join(dataFolder(home), SAMPLES_FILE), '');
  await seedRoles(metadata.db, TEST_NOW);
  reader = await buildUser(metadata.db, { roles: ['Gamma'] });
  const objects = { databaseId: 7, datasetIds: [], chartIds: [], dashboardIds: [] };
  await metadata.db
    .insertInto('settings')
    .values({ key: 'samples', value: JSON.stringify({ state: 'loaded', objects }) })
    .execute();
});
afterEach(async () => {
  await metadata.close();
  rmSync(home, { recursive: true, force: true });
});

const start = () =>
  loadSamples({
    db: metadata.db,
    home,
    now: () => TEST_NOW,
    processFolder: '',
    memoryMb: 512,
    report: () => undefined,
  });
const databases = async (userId: number) =>
  (await createPrincipalLookup({ db: metadata.db }).find(userId))?.principal.databaseIds;

test('a home from before gives its samples to those who read, once', async () => {
  expect(await databases(reader)).toEqual(new Set());
  await start();
  await start();
  expect(await databases(reader)).toEqual(new Set([7]));
  expect(await databases(await buildUser(metadata.db, { roles: ['Public'] }))).toEqual(new Set());
});

test('what an administrator takes back stays taken back', async () => {
  await start();
  await metadata.db.deleteFrom('role_permissions').where('view', '=', 'database:7').execute();
  await start();
  expect(await databases(reader)).toEqual(new Set());
});
