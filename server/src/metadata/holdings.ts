import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Whether there are people, or passwords of connections that were encrypted with the secret key. Asks no table that is not there. */
export async function holdsPeopleOrSecrets(db: Kysely<Tables>): Promise<boolean> {
  const present = new Set((await db.introspection.getTables()).map(({ name }) => name));
  if (present.has('users') && (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) return true;
  return present.has('databases') && (await db.selectFrom('databases').select('id').where('secrets', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}
