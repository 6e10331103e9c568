import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { lockHome, prepareHome } from '../home.ts';
import { isPostgresUrl, openMetadata } from '../metadata/connect.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { migrateThrough } from '../metadata/migrate.ts';
import { dropTables, importRows, isEmpty } from '../metadata/transfer.ts';
import { FILES_FOLDER, ROWS_FILE, keyCheck, readManifest } from './manifest.ts';
import { UsageError, readArgs, type Command } from './usage.ts';

/** `npm run restore <folder> [--replace] [--drop-secrets]`: bring a backup back, into a home and a metadata database of either kind. */
export const runRestore: Command = async ({ args, settings, cwd, now, say }) => {
  const { switches, rest } = readArgs(args, { options: [], switches: ['replace', 'drop-secrets'] });
  if (rest[0] === undefined) throw new UsageError('Name the backup: npm run restore -- <folder> [--replace] [--drop-secrets]');
  const folder = resolve(cwd, rest[0]);
  const manifest = readManifest(folder);
  const config = prepareHome(settings);
  const unlock = lockHome(config.home);
  try {
    const dropSecrets = switches.has('drop-secrets');
    if (manifest.key_check !== keyCheck(config.secretKey) && !dropSecrets) {
      throw new UsageError('This backup was made under another secret key, so its stored connection passwords cannot be read here. Put the old key back (TESSERA_SECRET_KEY, or secret.key in the home folder), or restore without those passwords with --drop-secrets and enter them again.');
    }
    const source: Source = { rows: join(folder, ROWS_FILE), migrations: manifest.migrations, dropSecrets };
    const replace = switches.has('replace');
    await (isPostgresUrl(config.metadataUrl) ? restorePostgres(config.metadataUrl, source, replace) : restoreFile(config.metadataUrl, source, replace, now()));
    for (const name of manifest.files) restoreHomeFile(folder, config.home, name);
    say(`Restored the backup of ${manifest.made_on} into ${config.home}. People have to sign in again.`);
  } finally {
    unlock();
  }
};

type Source = { readonly rows: string; readonly migrations: readonly string[]; readonly dropSecrets: boolean };

/** The new file is made aside and takes the place of the old one when it is whole; a copy of the old one is kept. */
async function restoreFile(file: string, source: Source, replace: boolean, now: Date): Promise<void> {
  const [work, fresh] = [`${file}.loading`, `${file}.restored`];
  removeFile(work);
  removeFile(fresh);
  if (existsSync(file) && !replace) await withMetadata(file, refuseUnlessEmpty);
  await withMetadata(work, async (metadata) => {
    await load(metadata, source);
    await metadata.snapshot(fresh); // one file without a log beside it, which can be renamed
  });
  if (existsSync(file)) await withMetadata(file, (metadata) => metadata.snapshot(`${file}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`));
  removeFile(file);
  renameSync(fresh, file);
  removeFile(work);
}

function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

async function restorePostgres(url: string, source: Source, replace: boolean): Promise<void> {
  await withMetadata(url, async (metadata) => {
    if (replace) await dropTables(metadata.db);
    else await refuseUnlessEmpty(metadata);
    await load(metadata, source);
  });
}

async function refuseUnlessEmpty(metadata: Metadata): Promise<void> {
  if (!(await isEmpty(metadata.db))) throw new UsageError('The metadata database is not empty. Add --replace to put the backup in the place of all that is in it.');
}

/** Rows go into the tables that they were written from; the steps since then change both. */
async function load(metadata: Metadata, { rows, migrations, dropSecrets }: Source): Promise<void> {
  await migrateThrough(metadata.db, metadata.dialect, migrations);
  await metadata.db.transaction().execute((transaction) =>
    importRows(transaction, rows, {
      dialect: metadata.dialect,
      adapt: (table, row) => (table === 'databases' && dropSecrets ? { ...row, secrets: null } : row),
    }),
  );
  await metadata.migrate();
}

async function withMetadata(url: string, work: (metadata: Metadata) => Promise<void>): Promise<void> {
  const metadata = await openMetadata(url);
  try {
    await work(metadata);
  } finally {
    await metadata.close();
  }
}

/** @throws UsageError for a name that leads out of the home */
function restoreHomeFile(folder: string, home: string, name: string): void {
  const target = resolve(home, name);
  if (!target.startsWith(home + sep)) throw new UsageError(`The backup names the file ${name}, which lies outside of the home folder.`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  copyFileSync(join(folder, FILES_FOLDER, name), target);
}
