import type { Kysely } from 'kysely';
import type { Principal } from '../principal.ts';
import type { Tables } from '../metadata/tables.ts';
import type { TemplateUser } from './template-data.ts';

/** The user as macros tell it; read only when a template is rendered. */
export function createTemplateUsers(db: Kysely<Tables>): (principal: Principal) => Promise<TemplateUser | null> {
  return async (principal) => {
    if (principal.userId === null) return null;
    const user = await db
      .selectFrom('users')
      .select(['id', 'username', 'email'])
      .where('id', '=', principal.userId)
      .executeTakeFirst();
    return user ? { ...user, roles: principal.roles } : null;
  };
}
