import { sql, type SqlBool } from 'kysely';
import { flagOf, textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { anyText, userName, when } from '../list-searches.ts';
import { starred } from '../access/visible.ts';
import { userChoices } from '../owners/choices.ts';
import { Tag, TagPost, TagPut } from './schema.ts';
import type { TagService } from './service.ts';

/** The list of tags: who reads tags sees every name. */
export function tagList(tags: TagService): ListSpec {
  return {
    path: 'tag',
    noun: 'tag',
    title: 'List Tag',
    table: 'tags',
    view: 'Tag',
    read: 'can_read Tag',
    columns: {
      id: { sql: sql.ref('tags.id'), filter: 'integer' },
      uuid: { sql: sql.ref('tags.uuid'), filter: 'text', order: false, shown: false },
      name: { sql: sql.ref('tags.name'), filter: 'text' },
      type: {},
      description: { sql: sql.ref('tags.description'), filter: 'text', order: false },
      chart_count: { label: 'Charts', orderBy: (principal) => tags.countOf(principal, 'chart') },
      dashboard_count: { label: 'Dashboards', orderBy: (principal) => tags.countOf(principal, 'dashboard') },
      query_count: { label: 'Saved queries', orderBy: (principal) => tags.countOf(principal, 'query') },
      can_edit: { shown: false },
      created_by: { sql: sql.ref('tags.created_by'), filter: 'relation_one', order: false },
      'created_by.id': {},
      'created_by.first_name': {},
      'created_by.last_name': {},
      created_on: { sql: sql.ref('tags.created_on'), filter: 'time' },
      created_on_delta_humanized: { sql: sql.ref('tags.created_on') },
      changed_by: { sql: sql.ref('tags.changed_by'), filter: 'relation_one', order: false },
      'changed_by.id': {},
      'changed_by.first_name': { sql: userName('tags.changed_by', 'first_name') },
      'changed_by.last_name': {},
      changed_on: { sql: sql.ref('tags.changed_on'), filter: 'time' },
      changed_on_delta_humanized: { sql: sql.ref('tags.changed_on') },
      version: { shown: false },
    },
    defaultOrder: { column: 'name', direction: 'asc' },
    searches: {
      id: { tag_is_favorite: (value, principal) => when(flagOf(value), starred(principal, 'tag', 'tags.id')) },
      name: {
        tag_all_text: (value) => anyText([sql.ref('tags.name'), sql.ref('tags.description')], textOf(value)),
      },
      // Every tag here was made by a user.
      type: { custom_tag: (value) => when(flagOf(value), sql<SqlBool>`1 = 1`) },
    },
    related: { created_by: userChoices('Tag'), changed_by: userChoices('Tag') },
    visible: () => null,
    rows: tags.byIds,
    row: Tag,
    addSchema: TagPost,
    editSchema: TagPut,
  };
}
