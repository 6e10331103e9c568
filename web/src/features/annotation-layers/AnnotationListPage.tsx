import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { useParams } from 'react-router';
import { annotationsOf, layerDetails, type Annotation } from '../../api/annotation-layers.ts';
import { bulkDelete } from '../../api/list.ts';
import { holds, me } from '../../api/me.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import type { BulkAction, ListColumn } from '../../ui/lists/list-page-types.ts';
import { EditAndDelete } from '../../ui/lists/EditAndDelete.tsx';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { timeText } from '../../controls/annotation-form.ts';
import { AnnotationDialog } from './AnnotationDialog.tsx';
import classes from './AnnotationLayers.module.css';
import { DeleteRowDialog } from '../../controls/DeleteRowDialog.tsx';

const fields = ['id', 'short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata', 'version'];

const columns = (): readonly ListColumn<Annotation>[] => [
  {
    name: 'short_descr',
    label: t('Annotation'),
    sortable: true,
    render: (row) => <span className={classes['name']}>{row.short_descr}</span>,
  },
  {
    name: 'long_descr',
    label: t('Description'),
    optional: true,
    render: (row) => (
      <span className={classes['text']} title={row.long_descr ?? ''}>
        {row.long_descr}
      </span>
    ),
  },
  {
    name: 'start_dttm',
    label: t('Start (UTC)'),
    sortable: true,
    render: (row) => <span className={classes['number']}>{timeText(row.start_dttm)}</span>,
  },
  {
    name: 'end_dttm',
    label: t('End (UTC)'),
    sortable: true,
    optional: true,
    render: (row) => (
      <span className={classes['number']}>{row.end_dttm === row.start_dttm ? '' : timeText(row.end_dttm)}</span>
    ),
  },
];

/** `/annotationlayer/{id}/annotation/` */
export function AnnotationListPage() {
  const { id = '' } = useParams();
  const layerId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0;
  const layer = useQuery(layerDetails(layerId));
  if (layer.isError)
    return (
      <Page>
        <ErrorCard error={layer.error} onRetry={() => void layer.refetch()} />
      </Page>
    );
  return <AnnotationList key={layerId} layerId={layerId} name={layer.data?.name ?? ''} />;
}

function AnnotationList({ layerId, name }: { readonly layerId: number; readonly name: string }) {
  const user = useQuery(me).data;
  const resource = annotationsOf(layerId);
  // `new` opens the empty dialog.
  const [edited, setEdited] = useState<Annotation | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Annotation | null>(null);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'Annotation');
  const create = mayWrite ? (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {t('New annotation')}
    </Button>
  ) : undefined;
  return (
    <>
      <ListPage<Annotation>
        title={name}
        resource={resource}
        countLabel={(count) => tn('1 annotation', '%(count)s annotations', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search annotations'), col: 'short_descr', opr: 'annotation_all_text' }}
        order={{ orderColumn: 'start_dttm', orderDirection: 'desc' }}
        rowName={(row) => row.short_descr}
        {...(mayWrite
          ? {
              onOpen: (row: Annotation) => setEdited(row),
              bulk: [bulkDeletion(resource)],
              rowActions: (row: Annotation) => (
                <EditAndDelete name={row.short_descr} onEdit={() => setEdited(row)} onDelete={() => setDeleted(row)} />
              ),
            }
          : {})}
        actions={<BackToLayers />}
        create={create}
        empty={{
          title: t('This layer holds no annotations yet.'),
          text: t('An annotation is a moment or a span of time with a name.'),
        }}
      />
      {edited !== null && (
        <AnnotationDialog
          layerId={layerId}
          annotation={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && (
        <DeleteRowDialog
          resource={resource}
          id={deleted.id}
          name={deleted.short_descr}
          title={t('Delete the annotation %(name)s?', { name: deleted.short_descr })}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}

function BackToLayers() {
  return (
    <LinkButton to={hrefOf('annotationLayers')} icon={<IconArrowLeft size={16} stroke={1.5} />}>
      {t('All layers')}
    </LinkButton>
  );
}

function bulkDeletion(resource: string): BulkAction {
  return {
    label: t('Delete'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count) => ({
      title: tn('Delete this annotation?', 'Delete %(count)s annotations?', count),
      text: t('Charts that draw the layer go on without it.'),
      action: t('Delete'),
    }),
    run: async (ids) => {
      toast.success(await bulkDelete(resource, ids));
    },
  };
}
