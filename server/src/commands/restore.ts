import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { METADATA_FILE, type Settings } from '../config.ts';
import { storedKey, newKeyText, prepareHome } from '../home.ts';
import { lockHome } from '../home-lock.ts';
import { isPostgresUrl, openMetadata } from '../metadata/connect.ts';
import { noteSecretKey } from '../metadata/key-check.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { migrate as migrateAll, migrateThrough } from '../metadata/migrate.ts';
import { dropTables, importRows, isEmpty } from '../metadata/transfer.ts';
import { FILES_FOLDER, ROWS_FILE, digestOf, keyCheck, readManifest, type Backup } from './manifest.ts';
import { RESTORE_SETTING, applyPlan, finishRestore, stagePaths, writePlan, type Plan } from './staged-restore.ts';
import { UsageError, readArgs, type Command } from './usage.ts';
import { verifyBackup } from './verify.ts';

/**
 * `npm run restore <folder> [--replace] [--drop-secrets]`: bring a backup back, into a home and a metadata database of
 * either kind. The backup is compared with its digests before anything is touched, and takes the place of what was
 * there at once.
 */
export const runRestore: Command = async ({ args, settings, cwd, now, say }) => {
  const { switches, rest } = readArgs(args, { options: [], switches: ['replace', 'drop-secrets'], rest: 1 });
  if (rest[0] === undefined)
    throw new UsageError('Name the backup: npm run restore -- <folder> [--replace] [--drop-secrets]');
  const folder = resolve(cwd, rest[0]);
  const backup = readManifest(folder);
  await verifyBackup(folder, backup);
  if (backup.metadata === null)
    say(
      'This backup was made by an earlier version and has no digests: its rows were counted, its data files ' +
        'are taken as they are.',
    );
  prepareHome(settings);
  const unlock = lockHome(settings.home);
  try {
    if (await finishRestore(settings)) say('An earlier restore that was interrupted has been ended first.');
    const request = { settings, folder, backup, dropSecrets: switches.has('drop-secrets'), now: now() };
    assertSameKey(request);
    if (!switches.has('replace')) await refuseToReplace(request);
    await restore(request);
    say(`Restored the backup of ${backup.made_on} into ${settings.home}. People have to sign in again.`);
  } finally {
    unlock();
  }
};

type Request = {
  readonly settings: Settings;
  readonly folder: string;
  readonly backup: Backup;
  readonly dropSecrets: boolean;
  readonly now: Date;
};

/** @throws UsageError when the stored passwords of the backup could not be read here */
function assertSameKey({ settings, backup, dropSecrets }: Request): void {
  const key = settings.givenSecretKey ?? storedKey(settings.home);
  if (dropSecrets || (key !== null && backup.key_check === keyCheck(key))) return;
  throw new UsageError(
    'This backup was made under another secret key, so its stored connection passwords cannot be read here. ' +
      'Put the old key back (TESSERA_SECRET_KEY, or secret.key in the home folder), or restore without those ' +
      'passwords with --drop-secrets and enter them again.',
  );
}

/** @throws UsageError when there is anything that the backup would take the place of */
async function refuseToReplace({ settings, folder, backup }: Request): Promise<void> {
  const isFile = !isPostgresUrl(settings.metadataUrl);
  if (!isFile || (statSync(settings.metadataUrl, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    await withMetadata(settings.metadataUrl, async ({ db }) => {
      if (!(await isEmpty(db)))
        throw new UsageError(
          'The metadata database is not empty. Add --replace to put the backup in the place of all that is in it.',
        );
    });
  }
  for (const { name } of backup.files) {
    const present = join(settings.home, name);
    if (
      existsSync(present) &&
      (await digestOf(present)).sha256 !== (await digestOf(join(folder, FILES_FOLDER, name))).sha256
    ) {
      throw new UsageError(
        `The home folder has a file ${name} of its own. Add --replace to put that of the backup in its place.`,
      );
    }
  }
}

async function restore(request: Request): Promise<void> {
  const {
    settings: { home, metadataUrl },
    now,
    backup,
  } = request;
  const isFile = !isPostgresUrl(metadataUrl);
  const plan: Plan = {
    id: isFile ? null : randomUUID(),
    replaced: `${METADATA_FILE}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    files: backup.files.map(({ name }) => name),
  };
  try {
    stageFiles(request);
    if (isFile) await stageMetadata(request);
    writePlan(home, plan);
    if (!isFile) await restorePostgres(request, plan);
    applyPlan(home, plan);
  } catch (error) {
    await finishRestore(request.settings).catch(() => undefined); // what cannot be ended now is ended by the next start
    throw error;
  }
}

function stageFiles({ settings: { home, givenSecretKey }, folder, backup, dropSecrets }: Request): void {
  const stage = stagePaths(home);
  mkdirSync(stage.folder, { mode: 0o700 });
  for (const { name } of backup.files) {
    mkdirSync(dirname(stage.file(name)), { recursive: true, mode: 0o700 });
    copyFileSync(join(folder, FILES_FOLDER, name), stage.file(name));
  }
  // A home whose key is lost gets another together with the metadata that holds nothing of the old one.
  if (dropSecrets && givenSecretKey === null && storedKey(home) === null)
    writeFileSync(stage.key, newKeyText(), { mode: 0o600 });
}

async function stageMetadata(request: Request): Promise<void> {
  const stage = stagePaths(request.settings.home);
  const work = join(stage.folder, 'loading.db');
  await withMetadata(work, async (metadata) => {
    await load(metadata, request);
    await metadata.snapshot(stage.metadata); // one file without a log beside it, which can be renamed
  });
  rmSync(work, { force: true });
}

/** All in one transaction: a restore that fails or is killed leaves the database as it was. */
async function restorePostgres(request: Request, { id }: Plan): Promise<void> {
  await withMetadata(request.settings.metadataUrl, async (metadata) => {
    await metadata.db.transaction().execute(async (transaction) => {
      await dropTables(transaction);
      await load({ ...metadata, db: transaction, migrate: () => migrateAll(transaction, metadata.dialect) }, request);
      await transaction.deleteFrom('settings').where('key', '=', RESTORE_SETTING).execute();
      await transaction
        .insertInto('settings')
        .values({ key: RESTORE_SETTING, value: JSON.stringify(id) })
        .execute();
    });
  });
}

/** The key that this home has when the restore has happened. */
function keyAfter({ settings: { home, givenSecretKey } }: Request): string {
  return givenSecretKey ?? storedKey(home) ?? readFileSync(stagePaths(home).key, 'utf8').trim();
}

/** Rows go into the tables that they were written from; the steps since then change both. */
async function load(
  { db, dialect, migrate }: Pick<Metadata, 'db' | 'dialect' | 'migrate'>,
  request: Request,
): Promise<void> {
  const { folder, backup, dropSecrets } = request;
  await migrateThrough(db, dialect, backup.migrations);
  const rows = (target: Metadata['db']): Promise<void> =>
    importRows(target, join(folder, ROWS_FILE), {
      dialect,
      adapt: (table, row) => (table === 'databases' && dropSecrets ? { ...row, secrets: null } : row),
    });
  await (db.isTransaction ? rows(db) : db.transaction().execute(rows));
  await migrate();
  await noteSecretKey(db, keyAfter(request));
}

async function withMetadata(url: string, work: (metadata: Metadata) => Promise<void>): Promise<void> {
  const metadata = await openMetadata(url);
  try {
    await work(metadata);
  } finally {
    await metadata.close();
  }
}
