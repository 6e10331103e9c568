import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { deriveKey } from '../keys.ts';
import type { Tables } from './tables.ts';

const KEY = 'secret_key_check';

/** Proves that a key is the one of this metadata without telling it. */
function checkOf(secretKey: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'metadata check')).update('tessera').digest('base64url');
}

/**
 * All servers on one metadata database have one secret key, or what one encrypts and signs the others could not read.
 * The first start notes a check of its key; of several that start together one does.
 *
 * @throws AppError secret_key_differs
 */
export async function assertSecretKey(db: Kysely<Tables>, secretKey: string): Promise<void> {
  const value = checkOf(secretKey);
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  await refuseOtherKey(db, secretKey);
}

/** The same without noting anything, also before the tables are made. @throws AppError secret_key_differs */
export async function refuseOtherKey(db: Kysely<Tables>, secretKey: string): Promise<void> {
  if (!(await db.introspection.getTables()).some(({ name }) => name === 'settings')) return;
  const noted = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  if (noted !== undefined && noted.value !== checkOf(secretKey)) throw new AppError('secret_key_differs', {});
}

/** Whether a start has noted its key; before that any will do. */
export async function hasNotedKey(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('settings').select('key').where('key', '=', KEY).executeTakeFirst()) !== undefined;
}

/** From now on this is the key; for metadata that was brought over without what another key had encrypted. */
export async function noteSecretKey(db: Kysely<Tables>, secretKey: string): Promise<void> {
  const value = checkOf(secretKey);
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
