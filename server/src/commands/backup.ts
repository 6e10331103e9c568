import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { METADATA_FILE, type Config } from '../config.ts';
import { LOCK_FILE, SECRET_FILE, prepareHome } from '../home.ts';
import { openMetadata } from '../metadata/connect.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { appliedMigrations } from '../metadata/migrate.ts';
import { exportRows } from '../metadata/transfer.ts';
import { FILES_FOLDER, MANIFEST_FILE, ROWS_FILE, keyCheck, type Manifest } from './manifest.ts';
import { UsageError, readArgs, type Command } from './usage.ts';

/** A file that changes while it is copied is copied again, so often. */
const COPY_TRIES = 5;

/**
 * `npm run backup [folder]`: every object of the metadata and the files of the home, while the server runs.
 * The secret key stays out: connection secrets are encrypted with it, so the backup holds none in clear.
 */
export const runBackup: Command = async ({ args, settings, cwd, now, say }) => {
  const { rest } = readArgs(args, { options: [], switches: [] });
  const stamp = now().toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = resolve(cwd, rest[0] ?? `tessera-backup-${stamp}`);
  if (existsSync(folder)) throw new UsageError(`${folder} exists already. Name a folder that does not.`);
  const config = prepareHome(settings);
  // Made under another name, so that a backup that was interrupted is not taken for a whole one.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const rows = await backupRows(config, unfinished);
  const files = backupFiles(config, folder, unfinished);
  const manifest: Manifest = { format: 1, made_on: now().toISOString(), key_check: keyCheck(config.secretKey), ...rows, files };
  writeFileSync(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, folder);
  const count = Object.values(rows.rows).reduce((sum, number) => sum + number, 0);
  say(`Backed up ${count} rows and ${files.length} ${files.length === 1 ? 'data file' : 'data files'} to ${folder}`);
  say(`The secret key is not in it. Keep ${settings.givenSecretKey ? 'TESSERA_SECRET_KEY' : join(config.home, SECRET_FILE)} in another safe place: stored connection passwords can be read with it only.`);
};

/** One moment of the metadata: a snapshot file of SQLite, a repeatable read of PostgreSQL. */
async function backupRows(config: Config, folder: string): Promise<Pick<Manifest, 'rows' | 'migrations'>> {
  const metadata = await openMetadata(config.metadataUrl);
  try {
    if (metadata.dialect === 'sqlite') return await snapshotRows(metadata, folder);
    return await metadata.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(async (transaction) => ({
      migrations: [...(await appliedMigrations(transaction, metadata.dialect))],
      rows: { ...(await exportRows(transaction, join(folder, ROWS_FILE))) },
    }));
  } finally {
    await metadata.close();
  }
}

async function snapshotRows(metadata: Metadata, folder: string): Promise<Pick<Manifest, 'rows' | 'migrations'>> {
  const aside = mkdtempSync(join(folder, '.snapshot-'));
  await metadata.snapshot(join(aside, METADATA_FILE));
  const snapshot = await openMetadata(join(aside, METADATA_FILE));
  try {
    return { migrations: [...(await appliedMigrations(snapshot.db, snapshot.dialect))], rows: { ...(await exportRows(snapshot.db, join(folder, ROWS_FILE))) } };
  } finally {
    await snapshot.close();
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Files of the home: what the metadata, the key and the running server keep there is left out. */
function backupFiles({ home }: Config, target: string, folder: string): readonly string[] & string[] {
  const isOwn = (name: string): boolean => name.startsWith('.') || name === SECRET_FILE || name === LOCK_FILE || name.startsWith(METADATA_FILE) || name === 'spill' || name === 'results';
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(home, name);
    return !isOwn(name.split(sep, 1)[0] ?? '') && !path.startsWith(target) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  });
  for (const name of names) copyUnchanged(join(home, name), join(folder, FILES_FOLDER, name));
  return names.map((name) => relative(home, join(home, name)).split(sep).join('/')).sort();
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
