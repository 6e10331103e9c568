import type { Metadata } from './metadata.ts';

/**
 * That the metadata database answers and takes writes. A SQLite file is written where its home is, which has a probe of
 * its own.
 */
export async function assertReady({ db, dialect }: Pick<Metadata, 'db' | 'dialect'>): Promise<void> {
  // No row has this key: nothing changes, and a server that became a copy, or read-only, refuses it all the same.
  if (dialect === 'postgresql') await db.updateTable('settings').set({ value: '' }).where('key', '=', '').execute();
  else await db.selectFrom('settings').select('key').limit(1).execute();
}
