import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { msg, t, tMarked, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { bulkDelete, type ListAnswer } from '../../api/list.ts';
import { holds, me } from '../../api/me.ts';
import { deleteRule, rulesResource, type Rule } from '../../api/rules.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import type { BulkAction, ListColumn, ListFilterSpec } from '../../ui/lists/list-page-types.ts';
import { EditAndDelete } from '../../ui/lists/EditAndDelete.tsx';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { firstOf, rulesNamed } from './rule-draft.ts';
import { RuleDialog } from './RuleDialog.tsx';
import classes from './Rules.module.css';

type RuleRow = Pick<Rule, 'id' | 'name' | 'filter_type' | 'clause' | 'tables' | 'roles' | 'changed_on_delta_humanized'>;
const fields = ['id', 'name', 'filter_type', 'clause', 'tables', 'roles', 'changed_on_delta_humanized'];

const columns = (): readonly ListColumn<RuleRow>[] => [
  {
    name: 'name',
    label: t('Rule'),
    sortable: true,
    render: (row) => <strong style={{ fontWeight: 'var(--ts-weight-medium)' }}>{row.name}</strong>,
  },
  {
    name: 'filter_type',
    label: t('Type'),
    sortable: true,
    render: (row) => <Badge tone={row.filter_type === 'Base' ? 'info' : 'neutral'}>{tMarked(row.filter_type)}</Badge>,
  },
  {
    name: 'tables',
    label: t('Datasets'),
    optional: true,
    render: (row) => firstOf(row.tables.map((table) => table.table_name)),
  },
  { name: 'roles', label: t('Roles'), optional: true, render: (row) => firstOf(row.roles.map((role) => role.name)) },
  {
    name: 'clause',
    label: t('Clause'),
    optional: true,
    render: (row) => (
      <code className={classes['sql']} title={row.clause}>
        {row.clause}
      </code>
    ),
  },
  {
    name: 'changed_on_delta_humanized',
    label: t('Changed'),
    sortable: true,
    optional: true,
    render: (row) => row.changed_on_delta_humanized,
  },
];

const filters = (): readonly ListFilterSpec[] => [
  {
    name: 'type',
    label: t('Type'),
    options: [
      { value: 'Regular', label: t('Regular') },
      { value: 'Base', label: t('Base') },
    ],
    toFilters: (value) => [{ col: 'filter_type', opr: 'eq', value }],
  },
  {
    name: 'role',
    label: t('Role'),
    options: { resource: rulesResource, column: 'roles' },
    toFilters: (value) => [{ col: 'roles', opr: 'rel_m_m', value: Number(value) }],
  },
  {
    name: 'dataset',
    label: t('Dataset'),
    options: { resource: rulesResource, column: 'tables' },
    toFilters: (value) => [{ col: 'tables', opr: 'rel_m_m', value: Number(value) }],
  },
];

const consequence = msg('The rows that they hid are shown again, from the next query on.');

/** `/rowlevelsecurity/list/` */
export function RuleListPage() {
  const client = useQueryClient();
  const user = useQuery(me).data;
  // `new` opens the empty dialog; a number is the rule that is edited.
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [deleted, setDeleted] = useState<RuleRow | null>(null);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'RowLevelSecurity');
  const create = mayWrite ? (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {t('New rule')}
    </Button>
  ) : undefined;

  return (
    <>
      <ListPage<RuleRow>
        title={t('Row-level rules')}
        resource={rulesResource}
        countLabel={(count) => tn('1 rule', '%(count)s rules', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search rules'), col: 'name', opr: 'all_text' }}
        filters={filters()}
        order={{ orderColumn: 'name', orderDirection: 'asc' }}
        rowName={(row) => row.name}
        {...(mayWrite
          ? {
              onOpen: (row: RuleRow) => setEdited(row.id),
              bulk: [bulkDeletion(client)],
              rowActions: (row: RuleRow) => (
                <EditAndDelete name={row.name} onEdit={() => setEdited(row.id)} onDelete={() => setDeleted(row)} />
              ),
            }
          : {})}
        create={create}
        empty={{
          title: t('There are no rules: whoever may use a dataset sees all of its rows.'),
          text: t('A rule limits the rows of a dataset to those that meet a condition, by role.'),
        }}
      />
      {edited !== null && <RuleDialog id={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && <DeleteRuleDialog rule={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** Deletes the selected rules, which the question names. */
function bulkDeletion(client: QueryClient): BulkAction {
  return {
    label: t('Delete'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count, ids) => {
      const rows = client
        .getQueriesData<ListAnswer<RuleRow>>({ queryKey: [rulesResource, 'list'] })
        .flatMap(([, answer]) => answer?.result ?? []);
      const names = ids.flatMap((id) => rows.find((row) => row.id === id)?.name ?? []);
      return {
        title: tn('Delete this rule?', 'Delete %(count)s rules?', count),
        text: `${rulesNamed(names)}. ${tMarked(consequence)}`,
        action: t('Delete'),
      };
    },
    run: async (ids) => {
      toast.success(await bulkDelete(rulesResource, ids));
    },
  };
}

function DeleteRuleDialog({ rule, onClose }: { readonly rule: RuleRow; readonly onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (row: RuleRow) => deleteRule(row.id),
    onSuccess: async (_, row) => {
      onClose();
      await client.invalidateQueries({ queryKey: [rulesResource] });
      toast.success(t('Deleted: %s', row.name));
    },
    onError: (error) => toast.danger(describeError(error).title),
  });
  return (
    <ConfirmDialog
      opened
      danger
      title={t('Delete the rule %(name)s?', { name: rule.name })}
      action={t('Delete')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate(rule)}
      onClose={onClose}
    >
      {t('The rows that it hid are shown again, from the next query on.')}
    </ConfirmDialog>
  );
}
