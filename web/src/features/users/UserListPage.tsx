import { useQuery } from '@tanstack/react-query';
import { IconPencil } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { isAdmin, me, nameOf } from '../../api/me.ts';
import { usersResource, type User } from '../../api/users.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import type { ListColumn, ListFilterSpec } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { dateText } from './date-text.ts';
import { UserDialog } from './UserDialog.tsx';

const columns = (): readonly ListColumn<User>[] => [
  {
    name: 'username',
    label: t('User name'),
    sortable: true,
    render: (user) => <strong style={{ fontWeight: 'var(--ts-weight-medium)' }}>{user.username}</strong>,
  },
  { name: 'first_name', label: t('Name'), sortable: true, optional: true, render: (user) => nameOf(user) },
  { name: 'email', label: t('Email'), sortable: true, optional: true, render: (user) => user.email },
  { name: 'roles', label: t('Roles'), render: (user) => user.roles.map((role) => role.name).join(', ') },
  {
    name: 'active',
    label: t('State'),
    sortable: true,
    render: (user) => (
      <Badge tone={user.active ? 'success' : 'neutral'}>{user.active ? t('Active') : t('Deactivated')}</Badge>
    ),
  },
  {
    name: 'last_login',
    label: t('Last sign-in'),
    sortable: true,
    optional: true,
    render: (user) => (user.last_login === null ? t('never') : dateText(user.last_login)),
  },
];

const filters = (): readonly ListFilterSpec[] => [
  {
    name: 'active',
    label: t('State'),
    options: [
      { value: 'true', label: t('Active') },
      { value: 'false', label: t('Deactivated') },
    ],
    toFilters: (value) => [{ col: 'active', opr: 'eq', value: value === 'true' }],
  },
  {
    name: 'role',
    label: t('Role'),
    options: { resource: usersResource, column: 'roles' },
    toFilters: (value) => [{ col: 'roles', opr: 'rel_m_m', value: Number(value) }],
  },
];

/** Users, for administrators. Nobody is deleted here: a deactivated user keeps the name on what they made. */
export function UserListPage() {
  const [edited, setEdited] = useState<User | 'new' | null>(null);
  const user = useQuery(me).data;
  const mayWrite = user !== undefined && isAdmin(user);
  const add = mayWrite ? (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {t('New user')}
    </Button>
  ) : undefined;
  return (
    <>
      <ListPage<User>
        title={t('Users')}
        resource={usersResource}
        countLabel={(count) => tn('1 user', '%(count)s users', count)}
        fields={[
          'id',
          'username',
          'first_name',
          'last_name',
          'email',
          'active',
          'last_login',
          'login_count',
          'roles.id',
          'roles.name',
        ]}
        columns={columns()}
        search={{ label: t('Search users'), col: 'username', opr: 'user_all_text' }}
        filters={filters()}
        order={{ orderColumn: 'username', orderDirection: 'asc' }}
        rowName={(user) => user.username}
        onOpen={setEdited}
        rowActions={(user) => (
          <IconButton
            size="small"
            label={t('Edit %(name)s', { name: user.username })}
            icon={<IconPencil size={16} stroke={1.5} />}
            onClick={() => setEdited(user)}
          />
        )}
        create={add}
        empty={{ title: t('There are no users yet.') }}
      />
      {edited !== null && <UserDialog user={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}
