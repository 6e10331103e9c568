import { t } from '@tessera/core/messages';
import { savedQueriesResource } from '../../api/saved-queries.ts';
import { changedFilter } from '../../ui/lists/changed-filter.ts';
import type { ListFilterSpec } from '../../ui/lists/list-page-types.ts';

/** What narrows the list of saved queries. */
export function savedQueryFilters(): readonly ListFilterSpec[] {
  const yesOrNo = [
    { value: 'yes', label: t('Yes') },
    { value: 'no', label: t('No') },
  ];
  return [
    {
      name: 'database',
      label: t('Database'),
      options: { resource: savedQueriesResource, column: 'database' },
      toFilters: (value) => [{ col: 'database', opr: 'rel_o_m', value: Number(value) }],
    },
    {
      name: 'created_by',
      label: t('Owner'),
      options: { resource: savedQueriesResource, column: 'created_by' },
      toFilters: (value) => [{ col: 'created_by', opr: 'rel_o_m', value: Number(value) }],
    },
    {
      name: 'mine',
      label: t('Mine'),
      options: yesOrNo,
      toFilters: (value) => [{ col: 'created_by', opr: 'saved_query_created_by_me', value: value === 'yes' }],
    },
    {
      name: 'tag',
      label: t('Tag'),
      options: { resource: savedQueriesResource, column: 'tags' },
      toFilters: (value) => [{ col: 'tags', opr: 'rel_m_m', value: Number(value) }],
    },
    {
      name: 'favorite',
      label: t('Favorite'),
      options: yesOrNo,
      toFilters: (value) => [{ col: 'id', opr: 'saved_query_is_fav', value: value === 'yes' }],
    },
    {
      name: 'shared',
      label: t('Shared'),
      options: yesOrNo,
      toFilters: (value) => [{ col: 'is_shared', opr: 'saved_query_is_shared', value: value === 'yes' }],
    },
    changedFilter(),
  ];
}

/** The folder is chosen above the rows. */
export const hiddenFilters: NonNullable<
  Readonly<Record<string, (value: string) => ReturnType<ListFilterSpec['toFilters']>>>
> = {
  folder: (value) => [{ col: 'folder', opr: 'saved_query_in_folder', value }],
  // `f.schema` of an address that somebody wrote by hand, as scripts of old do.
  schema: (value) => [{ col: 'schema', opr: 'eq', value }],
};
