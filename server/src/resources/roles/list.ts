import { sql } from 'kysely';
import type { ListSpec } from '../../http/list-spec.ts';
import { Role, RolePost } from './schema.ts';
import type { RoleService } from './service.ts';

/** The list of roles. */
export function roleList(roles: RoleService): ListSpec {
  return {
    path: 'security/roles',
    noun: 'role',
    title: 'List Roles',
    table: 'roles',
    view: 'Role',
    read: 'can_read Role',
    columns: {
      id: { sql: sql.ref('roles.id'), filter: 'integer' },
      name: { sql: sql.ref('roles.name'), filter: 'text' },
      is_builtin: { label: 'Built In', sql: sql.ref('roles.is_builtin'), filter: 'flag' },
      permission_ids: { shown: false },
      user_ids: { shown: false },
      version: { shown: false },
    },
    defaultOrder: { column: 'name', direction: 'asc' },
    visible: () => null,
    rows: async (ids) => roles.byIds(ids),
    row: Role,
    addSchema: RolePost,
    editSchema: RolePost,
    remove: { permission: 'admin', run: roles.remove },
  };
}
