import { sql, type SqlBool } from 'kysely';
import { textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { anyText } from '../list-searches.ts';
import { User, UserPost, UserPut } from './schema.ts';
import type { UserService } from './service.ts';

const column = (name: string) => sql.ref(`users.${name}`);

/** The list of users, for administrators. */
export function userList(users: UserService): ListSpec {
  return {
    path: 'security/users',
    noun: 'user',
    title: 'List Users',
    table: 'users',
    view: 'User',
    read: 'can_read User',
    columns: {
      id: { sql: column('id'), filter: 'integer' },
      username: { sql: column('username'), filter: 'text' },
      first_name: { sql: column('first_name'), filter: 'text' },
      last_name: { sql: column('last_name'), filter: 'text' },
      email: { sql: column('email'), filter: 'text' },
      active: { label: 'Is Active', sql: column('is_active'), filter: 'flag' },
      last_login: { sql: column('last_login'), filter: 'time' },
      login_count: { sql: column('login_count'), filter: 'integer' },
      created_on: { sql: column('created_on'), filter: 'time' },
      changed_on: { sql: column('changed_on'), filter: 'time' },
      'created_by.id': {},
      'changed_by.id': {},
      'groups.id': {},
      'groups.name': {},
      version: { shown: false },
      roles: {
        filter: 'relation_many',
        shown: false,
        relatedTo: (id) =>
          sql<SqlBool>`EXISTS (SELECT 1 FROM user_roles WHERE user_roles.user_id = users.id AND user_roles.role_id =
            ${id})`,
      },
      'roles.id': {},
      'roles.name': {},
    },
    defaultOrder: { column: 'username', direction: 'asc' },
    searches: {
      username: {
        user_all_text: (value) =>
          anyText([column('username'), column('first_name'), column('last_name'), column('email')], textOf(value)),
      },
    },
    related: {
      roles: { from: () => sql`FROM roles WHERE deleted_on IS NULL`, value: sql.ref('id'), text: sql.ref('name') },
    },
    visible: () => null,
    rows: async (ids) => users.byIds(ids),
    row: User,
    addSchema: UserPost,
    editSchema: UserPut,
    remove: { permission: 'admin', run: users.remove },
  };
}
