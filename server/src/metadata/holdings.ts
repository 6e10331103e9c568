import type { Kysely } from 'kysely';
import { hasNotedKey } from './key-check.ts';
import type { Tables } from './tables.ts';

/**
 * Whether there are users, passwords of connections that were encrypted with the secret key, or a note of that key:
 * another one would not be let in, so that none is made. Asks no table that is not there.
 */
export async function isUsedWithKey(db: Kysely<Tables>): Promise<boolean> {
  const present = new Set((await db.introspection.getTables()).map(({ name }) => name));
  if (present.has('settings') && (await hasNotedKey(db))) return true;
  if (present.has('users') && (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) return true;
  return (
    present.has('databases') &&
    (await db.selectFrom('databases').select('id').where('secrets', 'is not', null).limit(1).executeTakeFirst()) !==
      undefined
  );
}
