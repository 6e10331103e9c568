import { createHash } from 'node:crypto';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The path of the connection that reads the tables that users have uploaded. */
export const UPLOADS_PATH = 'uploads';
/** Folder inside of that of the tables, for files that are being sent and read. No backup holds it. */
export const STAGING = '.staging';
const TABLE_FILE = '.duckdb';

/** The file of a table: its name says nothing and can be no path. Capitals make no other table, as in SQL. */
export function fileOfTable(folder: string, table: string): string {
  return join(folder, `${createHash('sha256').update(table.toLowerCase()).digest('hex').slice(0, 32)}${TABLE_FILE}`);
}

/**
 * Put a whole database file in its place in one step; before it there is nothing, or the old one.
 * @returns false when a new table is wanted and there is one already
 */
export async function publishTable(
  made: string,
  folder: string,
  table: string,
  wish: 'new' | 'replace',
): Promise<boolean> {
  const target = fileOfTable(folder, table);
  await sync(made);
  try {
    if (wish === 'replace') await rename(made, target);
    else await link(made, target);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  await sync(folder);
  return true;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function removeTable(folder: string, table: string): Promise<void> {
  await rm(fileOfTable(folder, table), { force: true });
}

/** The files of tables, in a fixed order. */
export async function tableFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(TABLE_FILE))
    .sort()
    .map((name) => join(folder, name));
}

/** Changes when a table comes, goes or is replaced, on whichever server that is done. */
export async function stateOfFolder(folder: string): Promise<string> {
  const found = await stat(folder, { bigint: true }).catch(() => null);
  return found === null ? '' : String(found.mtimeNs);
}

/** Bytes of all tables. */
export async function sizeOfFolder(folder: string): Promise<number> {
  let bytes = 0;
  for (const file of await tableFiles(folder)) bytes += (await stat(file).catch(() => null))?.size ?? 0;
  return bytes;
}

/** Whether a path lies where uploaded tables are. */
export function isUploaded(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`);
}
