import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { changeFolder, createFolder, foldersResource, type Folder } from '../../../api/folders.ts';
import { relatedTo } from '../../../api/list.ts';
import { nameOf } from '../../../api/me.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../../ui/overlays/LeaveDialog.tsx';
import { useCloseGuard } from '../../../ui/overlays/use-close-guard.ts';
import { folderChoices } from './folder-tree.ts';

type FolderDialogProps = {
  /** Null makes a new one. */
  readonly folder: Folder | null;
  readonly folders: readonly Folder[];
  /** Where a new one is made. */
  readonly parentId: number | null;
  readonly onClose: () => void;
  readonly onSaved: (folder: Folder) => void;
};

type Draft = {
  readonly name: string;
  readonly parent: string | null;
  readonly owners: readonly string[];
  readonly roles: readonly string[];
};

/** Name, place and users of a folder. */
export function FolderDialog({ folder, folders, parentId, onClose, onSaved }: FolderDialogProps) {
  const client = useQueryClient();
  const [opened] = useState<Draft>(() => draftOf(folder, parentId));
  const [draft, setDraft] = useState(opened);
  const guard = useCloseGuard(JSON.stringify(draft) !== JSON.stringify(opened));
  const leave = () => guard.leaveBy(onClose);
  const save = useMutation({
    mutationFn: () =>
      folder === null ? createFolder(bodyOf(draft, opened)) : changeFolder(folder, bodyOf(draft, opened)),
    onSuccess: async (saved) => {
      guard.release();
      await client.invalidateQueries({ queryKey: [foldersResource] });
      await client.invalidateQueries({ queryKey: ['dashboard'] });
      onSaved(saved);
    },
  });
  const complaints = save.error instanceof ApiError ? save.error.fields : {};
  const missing = draft.name.trim() === '' ? t('A folder needs a name.') : null;
  return (
    <>
      <Dialog
        opened
        onClose={leave}
        closable={!save.isPending}
        width={480}
        title={folder === null ? t('New folder') : t('Folder settings')}
        onSubmit={() => missing === null && !save.isPending && save.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>
              {folder === null ? t('Create') : t('Save')}
            </Button>
          </>
        }
      >
        <FolderFields
          folder={folder}
          folders={folders}
          draft={draft}
          change={(part) => setDraft((now) => ({ ...now, ...part }))}
          complaints={complaints}
        />
        {save.isError && Object.keys(complaints).length === 0 && <ErrorCard small error={save.error} />}
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this folder will be lost.')}</LeaveDialog>
    </>
  );
}

function draftOf(folder: Folder | null, parentId: number | null): Draft {
  const parent = folder === null ? parentId : folder.parent_id;
  return {
    name: folder?.name ?? '',
    parent: parent === null ? null : String(parent),
    owners: (folder?.owners ?? []).map((owner) => String(owner.id)),
    roles: (folder?.roles ?? []).map((role) => String(role.id)),
  };
}

/** What differs from how it was opened. */
function bodyOf(draft: Draft, opened: Draft) {
  const numbers = (texts: readonly string[]) => texts.map(Number);
  const differs = (part: keyof Draft) => JSON.stringify(draft[part]) !== JSON.stringify(opened[part]);
  return {
    name: draft.name.trim(),
    ...(differs('parent') || opened.name === ''
      ? { parent_id: draft.parent === null ? null : Number(draft.parent) }
      : {}),
    ...(differs('owners') ? { owners: numbers(draft.owners) } : {}),
    ...(differs('roles') ? { roles: numbers(draft.roles) } : {}),
  };
}

type FolderFieldsProps = Pick<FolderDialogProps, 'folder' | 'folders'> & {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly complaints: Readonly<Record<string, readonly string[]>>;
};

function FolderFields({ folder, folders, draft, change, complaints }: FolderFieldsProps) {
  const complaint = (field: string) => complaints[field]?.join(' ') ?? null;
  const people = useChoices(
    'owners',
    (folder?.owners ?? []).map((owner) => ({ id: owner.id, name: nameOf(owner) })),
  );
  const roles = useChoices('roles', folder?.roles ?? []);
  const editable = folders.filter((one) => one.can_edit || one.id === folder?.parent_id);
  return (
    <>
      <TextInput
        label={t('Name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={250}
        error={complaint('name')}
        data-autofocus
      />
      <Select
        label={t('Inside of')}
        placeholder={t('No other folder')}
        clearable
        value={draft.parent}
        onChange={(parent) => change({ parent })}
        options={folderChoices(folders, folder?.id).filter(({ value }) =>
          editable.some(({ id }) => String(id) === value),
        )}
        error={complaint('parent_id')}
      />
      <MultiSelect
        label={t('Owners')}
        description={t('They change every dashboard in this folder and below it.')}
        values={draft.owners}
        onChange={(owners) => change({ owners })}
        {...people}
        error={complaint('owners')}
      />
      <MultiSelect
        label={t('Roles')}
        description={t('Where roles decide who sees a dashboard, these see every published one in it and below it.')}
        values={draft.roles}
        onChange={(next) => change({ roles: next })}
        {...roles}
        error={complaint('roles')}
      />
    </>
  );
}

/** What may be chosen: what is chosen, and what a search finds. */
function useChoices(column: 'owners' | 'roles', chosen: readonly { readonly id: number; readonly name: string }[]) {
  const [search, setSearch] = useState('');
  const found = useQuery(
    relatedTo(
      'dashboard',
      column,
      search,
      chosen.map(({ id }) => id),
    ),
  );
  const known = new Map([
    ...chosen.map(({ id, name }) => [String(id), name] as const),
    ...(found.data?.result ?? []).map((one) => [String(one.value), one.text] as const),
  ]);
  return {
    options: [...known].map(([value, label]) => ({ value, label })),
    onSearch: setSearch,
    loading: found.isFetching,
  };
}
