import type { Kysely } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Tables } from '../metadata/tables.ts';
import type { TemplateUser } from './template-data.ts';

/** The person as macros tell it; read only when a template is rendered. */
export function createTemplateUsers(db: Kysely<Tables>): (actor: Actor) => Promise<TemplateUser | null> {
  return async (actor) => {
    if (actor.userId === null) return null;
    const user = await db
      .selectFrom('users')
      .select(['id', 'username', 'email'])
      .where('id', '=', actor.userId)
      .executeTakeFirst();
    return user ? { ...user, roles: actor.roles } : null;
  };
}
