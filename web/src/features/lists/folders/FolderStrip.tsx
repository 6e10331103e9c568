import { IconDots, IconFolderPlus, IconSettings, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { deleteFolder, folders as allFolders, foldersResource, type Folder } from '../../../api/folders.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { childrenOf, pathOf } from './folder-tree.ts';
import { FolderBar, FolderCrumbs, FolderLink } from '../../../ui/lists/FolderLinks.tsx';

const FolderDialog = onDemand(async () => (await import('./FolderDialog.tsx')).FolderDialog);

/** Name of the filter of the list, in the address. */
export const FOLDER_PARAMETER = 'f.folder';

/** The folder that the list shows; null for all. */
export function useOpenFolder(): number | null {
  const [parameters] = useSearchParams();
  const id = Number(parameters.get(FOLDER_PARAMETER) ?? '');
  return Number.isInteger(id) && id > 0 ? id : null;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
type Asked = { readonly kind: 'new' | 'settings' | 'delete' } | null;

/** Where one is among the folders of dashboards, the folders in this one, and what can be done with them. */
export function FolderStrip({ mayWrite }: { readonly mayWrite: boolean }) {
  const folders = useQuery(allFolders).data ?? [];
  const [parameters, setParameters] = useSearchParams();
  const openId = useOpenFolder();
  const path = pathOf(folders, openId);
  const open = path.at(-1) ?? null;
  const inside = childrenOf(folders, open?.id ?? null);
  const [asked, setAsked] = useState<Asked>(null);
  const addressOf = (id: number | null) => {
    const next = new URLSearchParams(parameters);
    next.delete('page');
    if (id === null) next.delete(FOLDER_PARAMETER);
    else next.set(FOLDER_PARAMETER, String(id));
    return `?${next.toString()}`;
  };
  const goTo = (id: number | null) => setParameters(new URLSearchParams(addressOf(id).slice(1)));
  const mayAdd = mayWrite && (open === null || open.can_edit);
  if (folders.length === 0 && !mayAdd) return null;
  return (
    <FolderBar>
      {path.length > 0 && (
        <FolderCrumbs
          top={{ name: t('All dashboards'), to: addressOf(null) }}
          path={path.map(({ id, name }) => ({ key: id, name, to: addressOf(id) }))}
        />
      )}
      {inside.map((folder) => (
        <FolderLink key={folder.id} name={folder.name} count={folder.dashboard_count} to={addressOf(folder.id)} />
      ))}
      {mayAdd && (
        <Button variant="quiet" icon={<IconFolderPlus {...icon} />} onClick={() => setAsked({ kind: 'new' })}>
          {t('New folder')}
        </Button>
      )}
      {open?.can_edit === true && mayWrite && <FolderMenu onAsk={setAsked} />}
      {(asked?.kind === 'new' || (asked?.kind === 'settings' && open !== null)) && (
        <FolderDialog
          folder={asked.kind === 'new' ? null : open}
          folders={folders}
          parentId={open?.id ?? null}
          onClose={() => setAsked(null)}
          onSaved={(saved) => {
            setAsked(null);
            if (asked.kind === 'new') goTo(saved.id);
          }}
        />
      )}
      {asked?.kind === 'delete' && open !== null && (
        <DeleteFolder folder={open} onClose={() => setAsked(null)} onDeleted={() => goTo(open.parent_id)} />
      )}
    </FolderBar>
  );
}

function FolderMenu({ onAsk }: { readonly onAsk: (asked: Asked) => void }) {
  return (
    <Menu label={t('This folder')} trigger={<IconButton label={t('This folder')} icon={<IconDots {...icon} />} />}>
      <MenuItem icon={<IconSettings {...icon} />} onClick={() => onAsk({ kind: 'settings' })}>
        {t('Folder settings')}
      </MenuItem>
      <MenuItem danger icon={<IconTrash {...icon} />} onClick={() => onAsk({ kind: 'delete' })}>
        {t('Delete folder')}
      </MenuItem>
    </Menu>
  );
}

type DeleteFolderProps = { readonly folder: Folder; readonly onClose: () => void; readonly onDeleted: () => void };

function DeleteFolder({ folder, onClose, onDeleted }: DeleteFolderProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteFolder(folder.id),
    onSuccess: async () => {
      onClose();
      onDeleted();
      await client.invalidateQueries({ queryKey: [foldersResource] });
      toast.success(t('Deleted: %(name)s', { name: folder.name }));
    },
    onError: (error) => {
      onClose();
      toast.danger(describeError(error).title);
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('Delete this folder?')}
      action={t('Delete')}
      danger
      loading={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('%(name)s goes; only an empty folder can.', { name: folder.name })}
    </ConfirmDialog>
  );
}
