import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { METADATA_FILE, type Settings } from '../config.ts';
import { SECRET_FILE, assertMetadataPresent, codeOf, makeFolder, prepareHome, secretKeyOf } from '../home.ts';
import { openMetadata } from '../metadata/connect.ts';
import { isUsedWithKey } from '../metadata/holdings.ts';
import { refuseOtherKey } from '../metadata/key-check.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { appliedMigrations } from '../metadata/migrate.ts';
import { exportRows, type TableName } from '../metadata/transfer.ts';
import { isOwnName } from './home-files.ts';
import { FILES_FOLDER, MANIFEST_FILE, ROWS_FILE, digestOf, keyCheck, type Manifest } from './manifest.ts';
import { assertNoRestore } from './staged-restore.ts';
import { UsageError, readArgs, type Command } from './usage.ts';

/** A file that changes while it is copied is copied again, so often. */
const COPY_TRIES = 5;
const QUERY_LOG = 'without-query-log';

/**
 * `npm run backup [folder] [--without-query-log]`: every row of the metadata but sessions and jobs, and the files of
 * the home, while the server runs. The secret key stays out: connection secrets are encrypted with it, so the backup
 * holds none in clear.
 */
export const runBackup: Command = async ({ args, settings, cwd, now, say }) => {
  const { rest, switches } = readArgs(args, { options: [], switches: [QUERY_LOG], rest: 1 });
  const stamp = now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  const folder = resolve(cwd, rest[0] ?? `tessera-backup-${stamp}`);
  if (existsSync(folder)) throw new UsageError(`${folder} exists already. Name a folder that does not.`);
  prepareHome(settings);
  assertNoRestore(settings.home);
  assertMetadataPresent(settings);
  // Made under another name, so that a backup that was interrupted is not taken for a whole one.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeTarget(unfinished);
  try {
    const { key, ...rows } = await backupRows(settings, unfinished, switches.has(QUERY_LOG) ? ['query_log'] : []);
    const names = copyFiles(settings.home, folder, unfinished);
    const files: Manifest['files'] = [];
    for (const name of names) files.push({ name, ...(await digestOf(join(unfinished, FILES_FOLDER, name))) });
    const manifest: Manifest = {
      format: 2,
      made_on: now().toISOString(),
      key_check: keyCheck(key),
      ...rows,
      metadata: await digestOf(join(unfinished, ROWS_FILE)),
      files,
    };
    writeFileSync(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    renameSync(unfinished, folder);
    const count = Object.values(rows.rows).reduce((sum, number) => sum + number, 0);
    say(`Backed up ${count} rows and ${files.length} ${files.length === 1 ? 'data file' : 'data files'} to ${folder}`);
    if (switches.has(QUERY_LOG)) say('The query log is not in it.');
    say(
      'The secret key is not in it. Keep ' +
        `${settings.givenSecretKey ? 'TESSERA_SECRET_KEY' : join(settings.home, SECRET_FILE)} in another safe ` +
        'place: stored connection passwords can be read with it only.',
    );
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true }); // on a full disk it would keep what others need
    throw error;
  }
};

function makeTarget(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new UsageError(`The folder ${folder} cannot be made (${codeOf(error)}). Name another one.`, { cause: error });
  }
}

type Rows = Pick<Manifest, 'rows' | 'migrations'>;

/** One moment of the metadata: a snapshot file of SQLite, a repeatable read of PostgreSQL. */
async function backupRows(
  settings: Settings,
  folder: string,
  without: readonly TableName[],
): Promise<Rows & { readonly key: string }> {
  const metadata = await openMetadata(settings.metadataUrl);
  try {
    const key = await secretKeyOf(settings, async () => !(await isUsedWithKey(metadata.db)));
    // The manifest would name a key that reads nothing in it.
    await refuseOtherKey(metadata.db, key);
    if (metadata.dialect === 'sqlite') return { key, ...(await snapshotRows(metadata, folder, without)) };
    return await metadata.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => ({
        key,
        migrations: [...(await appliedMigrations(transaction, metadata.dialect))],
        rows: { ...(await exportRows(transaction, join(folder, ROWS_FILE), without)) },
      }));
  } finally {
    await metadata.close();
  }
}

async function snapshotRows(metadata: Metadata, folder: string, without: readonly TableName[]): Promise<Rows> {
  const aside = mkdtempSync(join(folder, '.snapshot-'));
  await metadata.snapshot(join(aside, METADATA_FILE));
  const snapshot = await openMetadata(join(aside, METADATA_FILE));
  try {
    return {
      migrations: [...(await appliedMigrations(snapshot.db, snapshot.dialect))],
      rows: { ...(await exportRows(snapshot.db, join(folder, ROWS_FILE), without)) },
    };
  } finally {
    await snapshot.close();
    rmSync(aside, { recursive: true, force: true });
  }
}

/**
 * Files of the home: what the metadata, the key and the running server keep there is left out.
 * @returns their names
 * below the home
 */
function copyFiles(home: string, target: string, folder: string): readonly string[] {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(home, name);
    return !isOwnName(name) && !path.startsWith(target) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  });
  for (const name of names) copyUnchanged(join(home, name), join(folder, FILES_FOLDER, name));
  return names.map((name) => name.split(sep).join('/')).sort();
}

/** A copy of a file that did not change meanwhile; a file that is written all the time is copied as it is last. */
function copyUnchanged(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < COPY_TRIES; attempt += 1) {
    const before = statSync(from);
    copyFileSync(from, to);
    const after = statSync(from);
    if (before.mtimeMs === after.mtimeMs && before.size === after.size) return;
  }
}
