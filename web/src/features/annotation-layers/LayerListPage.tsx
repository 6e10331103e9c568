import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { layersResource, type Layer } from '../../api/annotation-layers.ts';
import { bulkDelete } from '../../api/list.ts';
import { holds, me } from '../../api/me.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { BulkAction, ListColumn } from '../../ui/lists/list-page-types.ts';
import { EditAndDelete } from '../../ui/lists/EditAndDelete.tsx';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import classes from './AnnotationLayers.module.css';
import { DeleteRowDialog } from '../../controls/DeleteRowDialog.tsx';
import { LayerDialog } from './LayerDialog.tsx';

const fields = [
  'id',
  'name',
  'descr',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_delta_humanized',
  'version',
];

const columns = (): readonly ListColumn<Layer>[] => [
  {
    name: 'name',
    label: t('Layer'),
    sortable: true,
    render: (row) => <span className={classes['name']}>{row.name}</span>,
  },
  {
    name: 'descr',
    label: t('Description'),
    optional: true,
    render: (row) => (
      <span className={classes['text']} title={row.descr ?? ''}>
        {row.descr}
      </span>
    ),
  },
  {
    name: 'changed_by',
    label: t('Changed by'),
    optional: true,
    render: (row) => (row.changed_by === null ? '' : `${row.changed_by.first_name} ${row.changed_by.last_name}`),
  },
  {
    name: 'changed_on_delta_humanized',
    label: t('Changed'),
    sortable: true,
    optional: true,
    render: (row) => row.changed_on_delta_humanized,
  },
];

const bulk = (): BulkAction => ({
  label: t('Delete'),
  icon: <IconTrash size={14} stroke={1.5} />,
  danger: true,
  confirm: (count) => ({
    title: tn('Delete this annotation layer?', 'Delete %(count)s annotation layers?', count),
    text: t('Charts that draw it go on without it. A layer that still holds annotations is kept.'),
    action: t('Delete'),
  }),
  run: async (ids) => {
    toast.success(await bulkDelete(layersResource, ids));
  },
});

/** `/annotationlayer/list/` */
export function LayerListPage() {
  const user = useQuery(me).data;
  // `new` opens the empty dialog.
  const [edited, setEdited] = useState<Layer | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Layer | null>(null);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'Annotation');
  const create = mayWrite ? (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {t('New annotation layer')}
    </Button>
  ) : undefined;
  return (
    <>
      <ListPage<Layer>
        title={t('Annotation layers')}
        resource={layersResource}
        countLabel={(count) => tn('1 annotation layer', '%(count)s annotation layers', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search annotation layers'), col: 'name', opr: 'annotation_layer_all_text' }}
        order={{ orderColumn: 'name', orderDirection: 'asc' }}
        rowName={(row) => row.name}
        rowHref={(row) => hrefOf('annotations', { id: row.id })}
        {...(mayWrite
          ? {
              bulk: [bulk()],
              rowActions: (row: Layer) => (
                <EditAndDelete name={row.name} onEdit={() => setEdited(row)} onDelete={() => setDeleted(row)} />
              ),
            }
          : {})}
        create={create}
        empty={{
          title: t('There are no annotation layers yet.'),
          text: t(
            'A layer holds moments and spans of time, such as holidays or releases, that charts draw over their data.',
          ),
        }}
      />
      {edited !== null && <LayerDialog layer={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && (
        <DeleteRowDialog
          resource={layersResource}
          id={deleted.id}
          name={deleted.name}
          title={t('Delete the annotation layer %(name)s?', { name: deleted.name })}
          onClose={() => setDeleted(null)}
        >
          {t('Charts that draw it go on without it. A layer that still holds annotations is kept.')}
        </DeleteRowDialog>
      )}
    </>
  );
}
