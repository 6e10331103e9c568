import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { cssTemplatesResource, type CssTemplate } from '../../api/css-templates.ts';
import { bulkDelete } from '../../api/list.ts';
import { holds, me } from '../../api/me.ts';
import { DeleteRowDialog } from '../../controls/DeleteRowDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { EditAndDelete } from '../../ui/lists/EditAndDelete.tsx';
import type { BulkAction, ListColumn } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { CssTemplateDialog } from './CssTemplateDialog.tsx';

const fields = [
  'id',
  'template_name',
  'css',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_delta_humanized',
  'version',
];

const columns = (): readonly ListColumn<CssTemplate>[] => [
  { name: 'template_name', label: t('Name'), sortable: true, render: (row) => row.template_name },
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
    title: tn('Delete this CSS template?', 'Delete %(count)s CSS templates?', count),
    text: t('Dashboards that began with it stay as they are.'),
    action: t('Delete'),
  }),
  run: async (ids) => {
    toast.success(await bulkDelete(cssTemplatesResource, ids));
  },
});

/** `/csstemplatemodelview/list/` */
export function CssTemplateListPage() {
  const user = useQuery(me).data;
  // `new` opens the empty dialog.
  const [edited, setEdited] = useState<CssTemplate | 'new' | null>(null);
  const [deleted, setDeleted] = useState<CssTemplate | null>(null);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'CssTemplate');
  return (
    <>
      <ListPage<CssTemplate>
        title={t('CSS templates')}
        resource={cssTemplatesResource}
        countLabel={(count) => tn('1 CSS template', '%(count)s CSS templates', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search CSS templates'), col: 'template_name', opr: 'css_template_all_text' }}
        order={{ orderColumn: 'template_name', orderDirection: 'asc' }}
        rowName={(row) => row.template_name}
        {...(mayWrite
          ? {
              bulk: [bulk()],
              rowActions: (row: CssTemplate) => (
                <EditAndDelete
                  name={row.template_name}
                  onEdit={() => setEdited(row)}
                  onDelete={() => setDeleted(row)}
                />
              ),
            }
          : {})}
        create={
          mayWrite ? (
            <Button variant="primary" onClick={() => setEdited('new')}>
              {t('New CSS template')}
            </Button>
          ) : undefined
        }
        empty={{
          title: t('There are no CSS templates yet.'),
          text: t('A template is a style that dashboards can begin with, such as the colors and spacing of a house.'),
        }}
      />
      {edited !== null && (
        <CssTemplateDialog template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && (
        <DeleteRowDialog
          resource={cssTemplatesResource}
          id={deleted.id}
          name={deleted.template_name}
          title={t('Delete the CSS template %(name)s?', { name: deleted.template_name })}
          onClose={() => setDeleted(null)}
        >
          {t('Dashboards that began with it stay as they are.')}
        </DeleteRowDialog>
      )}
    </>
  );
}
