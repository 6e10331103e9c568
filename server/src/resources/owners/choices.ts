import { sql } from 'kysely';
import { can, type Principal } from '../../principal.ts';
import type { RelatedSource } from '../../http/list-spec.ts';
import type { View } from '../../permissions.ts';

/**
 * Users to choose as owners or to filter by: the text is the name, whether they are active goes along.
 * Who makes objects of this kind chooses among all; everybody else finds themselves.
 */
export function userChoices(view: View): RelatedSource {
  return {
    from: (principal) => {
      const all = sql`from users where users.deleted_on is null`;
      return can(principal, 'can_write', view) ? all : sql`${all} and users.id = ${idOf(principal)}`;
    },
    value: sql.ref('users.id'),
    text: sql<string>`trim(users.first_name || ' ' || users.last_name)`,
    more: { active: sql.ref('users.is_active') },
    extra: (row) => ({ active: row['active'] === 1 }),
  };
}

/** Roles to share objects of this kind with; who makes none finds their own. */
export function roleChoices(view: View): RelatedSource {
  return {
    from: (principal) => {
      const all = sql`from roles where roles.deleted_on is null`;
      return can(principal, 'can_write', view)
        ? all
        : sql`${all} and roles.id in (${sql.join([-1, ...principal.roleIds])})`;
    },
    value: sql.ref('roles.id'),
    text: sql.ref('roles.name'),
  };
}

function idOf(principal: Principal): number {
  return principal.userId ?? -1;
}
