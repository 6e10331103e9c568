import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { msg, t, tMarked, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { isAdmin, me } from '../../api/me.ts';
import { deleteRole, rolesResource, type Role } from '../../api/users.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import type { ListColumn } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { RoleDialog } from './RoleDialog.tsx';

const notes: Readonly<Record<string, string>> = {
  Admin: msg('Everything, people and connections included.'),
  Alpha: msg('Makes content on every database.'),
  Gamma: msg('Reads what is shared with it, makes charts on datasets it may use.'),
  Public: msg('Whoever is not signed in. Gives nothing until someone adds rights.'),
};

const columns = (): readonly ListColumn<Role>[] => [
  {
    name: 'name',
    label: t('Role'),
    sortable: true,
    render: (role) => <strong style={{ fontWeight: 'var(--ts-weight-medium)' }}>{role.name}</strong>,
  },
  {
    name: 'note',
    label: t('What it is for'),
    optional: true,
    render: (role) => tMarked(notes[role.name] ?? msg('A role of this installation.')),
  },
];

type Edited = { readonly id: number | null; readonly copyOf?: number };

export function RoleListPage() {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [deleted, setDeleted] = useState<Role | null>(null);
  const user = useQuery(me).data;
  const mayWrite = user !== undefined && isAdmin(user);
  const add = mayWrite ? (
    <Button variant="primary" onClick={() => setEdited({ id: null })}>
      {t('New role')}
    </Button>
  ) : undefined;
  const remove = useMutation({
    mutationFn: (role: Role) => deleteRole(role.id),
    onSuccess: async (_, role) => {
      setDeleted(null);
      await client.invalidateQueries({ queryKey: [rolesResource] });
      toast.success(t('Deleted: %s', role.name));
    },
    onError: (error) => toast.danger(describeError(error).title),
  });
  return (
    <>
      <ListPage<Role>
        title={t('Roles')}
        resource={rolesResource}
        countLabel={(count) => tn('1 role', '%(count)s roles', count)}
        fields={['id', 'name']}
        columns={columns()}
        search={{ label: t('Search roles'), col: 'name', opr: 'ct' }}
        order={{ orderColumn: 'name', orderDirection: 'asc' }}
        rowName={(role) => role.name}
        onOpen={(role) => setEdited({ id: role.id })}
        rowActions={(role) => <RowActions role={role} onEdit={setEdited} onDelete={() => setDeleted(role)} />}
        create={add}
        empty={{ title: t('There are no roles.') }}
      />
      {edited !== null && <RoleDialog id={edited.id} copyOf={edited.copyOf ?? null} onClose={() => setEdited(null)} />}
      {deleted !== null && (
        <ConfirmDialog
          opened
          danger
          title={t('Delete the role %(name)s?', { name: deleted.name })}
          action={t('Delete')}
          loading={remove.isPending}
          onConfirm={() => remove.mutate(deleted)}
          onClose={() => setDeleted(null)}
        >
          {t('People who have it lose the rights that it gives.')}
        </ConfirmDialog>
      )}
    </>
  );
}

type RowActionsProps = {
  readonly role: Role;
  readonly onEdit: (edited: Edited) => void;
  readonly onDelete: () => void;
};

function RowActions({ role, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      <IconButton
        size="small"
        label={t('Edit %(name)s', { name: role.name })}
        icon={<IconPencil size={16} stroke={1.5} />}
        onClick={() => onEdit({ id: role.id })}
      />
      <IconButton
        size="small"
        label={t('Copy %(name)s', { name: role.name })}
        icon={<IconCopy size={16} stroke={1.5} />}
        onClick={() => onEdit({ id: null, copyOf: role.id })}
      />
      <IconButton
        size="small"
        danger
        label={t('Delete %(name)s', { name: role.name })}
        icon={<IconTrash size={16} stroke={1.5} />}
        disabledReason={notes[role.name] === undefined ? null : t('Built-in roles stay')}
        onClick={onDelete}
      />
    </>
  );
}
