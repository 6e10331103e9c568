import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { flagOf, integerOf, textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { listed, starred, usableDatabase, visibleSavedQuery } from '../access/visible.ts';
import { anyText, createdBy, newerThan, userName, when } from '../list-searches.ts';
import { roleChoices, userChoices } from '../owners/choices.ts';
import { hasTag, hasTagNamed, tagChoices } from '../tagged/store.ts';
import { folderPath } from './folder.ts';
import { SavedQueryPost, SavedQueryPut, SavedQueryRow } from './schema.ts';
import type { SavedQueryService } from './service.ts';
import { sharedRank } from './store.ts';

const ref = (column: string) => sql.ref<string | null>(`saved_queries.${column}`);

/** What long texts are sorted by. */
const beginning = (column: string) => sql`substr(${ref(column)}, 1, 200)`;

/** The list of saved queries: its columns, filters and searches. */
export function savedQueryList(queries: SavedQueryService, now: () => Date): ListSpec {
  return {
    path: 'saved_query',
    noun: 'saved query',
    plural: 'saved queries',
    title: 'List Saved Query',
    table: 'saved_queries',
    view: 'SavedQuery',
    read: 'can_read SavedQuery',
    columns: {
      id: { sql: ref('id'), filter: 'integer' },
      uuid: { sql: ref('uuid'), filter: 'text', order: false, shown: false },
      label: { label: 'Name', sql: ref('label'), filter: 'text' },
      description: { sql: ref('description'), filter: 'text', orderBy: () => beginning('description') },
      db_id: {},
      database: { sql: ref('database_id'), filter: 'relation_one', order: false },
      'database.id': {},
      'database.database_name': { sql: databaseName },
      catalog: { sql: ref('catalog'), filter: 'text' },
      schema: { sql: ref('schema'), filter: 'text' },
      sql: { sql: ref('sql'), filter: 'text', orderBy: () => beginning('sql') },
      is_cut: {},
      template_parameters: { shown: false },
      extra: {},
      sql_tables: {},
      extra_json: { shown: false },
      folder: { sql: ref('folder'), filter: 'text' },
      is_shared: { sql: ref('is_shared'), filter: 'flag' },
      shared_with: { sql: sharedRank, label: 'Shared' },
      can_edit: {},
      url: {},
      last_run: { sql: ref('last_run'), filter: 'time', shown: false },
      last_run_delta_humanized: { sql: ref('last_run') },
      rows: { sql: ref('rows') },
      created_by: { sql: ref('created_by'), filter: 'relation_one', order: false },
      'created_by.id': {},
      'created_by.first_name': { sql: userName('saved_queries.created_by', 'first_name') },
      'created_by.last_name': {},
      created_on: { sql: ref('created_on'), filter: 'time' },
      changed_by: { sql: ref('changed_by'), filter: 'relation_one', order: false },
      'changed_by.id': {},
      'changed_by.first_name': { sql: userName('saved_queries.changed_by', 'first_name') },
      'changed_by.last_name': {},
      changed_on: { sql: ref('changed_on'), filter: 'time' },
      changed_on_delta_humanized: { sql: ref('changed_on') },
      tags: { filter: 'relation_many', relatedTo: (id) => hasTag('query', 'saved_queries.id', id) },
      'tags.id': {},
      'tags.name': {},
      'tags.type': {},
      version: { shown: false },
    },
    longTexts: ['sql', 'description'],
    defaultOrder: { column: 'changed_on', direction: 'desc' },
    searches: searches(now),
    related: {
      database: {
        from: (principal) => sql`from databases where databases.deleted_on is null and
          ${usableDatabase(principal, 'databases.id')}`,
        value: sql.ref('databases.id'),
        text: sql.ref('databases.database_name'),
      },
      created_by: userChoices('SavedQuery'),
      changed_by: userChoices('SavedQuery'),
      shared_users: userChoices('SavedQuery'),
      shared_roles: roleChoices('SavedQuery'),
      tags: tagChoices,
    },
    distinct: { catalog: ref('catalog'), schema: ref('schema'), folder: ref('folder') },
    visible: (principal) => listed(principal, visibleSavedQuery(principal)),
    rows: queries.rowsById,
    row: SavedQueryRow,
    addSchema: SavedQueryPost,
    editSchema: SavedQueryPut,
    remove: { permission: 'can_write SavedQuery', run: queries.remove },
  };
}

function searches(now: () => Date): NonNullable<ListSpec['searches']> {
  return {
    label: {
      all_text: (value) =>
        anyText([...['label', 'description', 'sql', 'schema', 'catalog'].map(ref), databaseName], textOf(value)),
    },
    id: {
      saved_query_is_fav: (value, principal) =>
        when(flagOf(value), starred(principal, 'saved_query', 'saved_queries.id')),
    },
    is_shared: {
      saved_query_is_shared: (value) => when(flagOf(value), sql<SqlBool>`${sharedRank} > 0`),
    },
    tags: {
      saved_query_tags: (value) => hasTagNamed('query', 'saved_queries.id', textOf(value)),
      saved_query_tag_id: (value) => hasTag('query', 'saved_queries.id', integerOf(value)),
    },
    folder: { saved_query_in_folder: (value) => inFolder(folderPath(textOf(value))) },
    created_by: {
      saved_query_created_by_me: (value, principal) =>
        when(flagOf(value), createdBy(principal, 'saved_queries.created_by')),
    },
    changed_on: { newer_than: (value) => newerThan(ref('changed_on'), integerOf(value), now()) },
  };
}

/** In a folder or one inside it; everything lies below the top. */
function inFolder(folder: string | null): RawBuilder<SqlBool> {
  if (folder === null) return sql<SqlBool>`1 = 1`;
  const inside = `${folder}/`;
  return sql<SqlBool>`(${ref('folder')} = ${folder} or
    substr(${ref('folder')}, 1, length(cast(${inside} as text))) = ${inside})`;
}

const databaseName: RawBuilder<string | null> =
  sql`(select n.database_name from databases as n where n.id = saved_queries.database_id)`;
