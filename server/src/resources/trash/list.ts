import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { trashed, trashKinds, type TrashKind } from '../../metadata/trash.ts';
import { owned } from '../access/visible.ts';
import type { Principal } from '../../principal.ts';
import { anyText, createdBy } from '../list-searches.ts';
import { TrashedRow } from './schema.ts';
import type { TrashService } from './service.ts';
import { nameColumn } from './store.ts';

const permission = {
  chart: 'can_write Chart',
  dashboard: 'can_write Dashboard',
  saved_query: 'can_write SavedQuery',
} as const;
const view = { chart: 'Chart', dashboard: 'Dashboard', saved_query: 'SavedQuery' } as const;
const noun = { chart: 'chart', dashboard: 'dashboard', saved_query: 'saved query' } as const;
export const plural = { chart: 'charts', dashboard: 'dashboards', saved_query: 'saved queries' } as const;

/** The list of each kind. */
export function trashLists(trash: TrashService) {
  return trashKinds.map((kind) => ({ kind, list: trashList(kind, trash) }));
}

/** What of one kind was deleted by or belongs to whoever asks; administrators see all of it. */
function trashList(kind: TrashKind, trash: TrashService): ListSpec {
  const table = trashed[kind];
  const name = sql.ref(`${table}.${nameColumn[kind]}`);
  return {
    path: `trash/${kind}`,
    noun: noun[kind],
    plural: plural[kind],
    title: `Trash of ${plural[kind]}`,
    table,
    isTrash: true,
    view: view[kind],
    read: permission[kind],
    columns: {
      id: { sql: sql.ref(`${table}.id`), filter: 'integer' },
      name: { sql: name, filter: 'text' },
      deleted_on: { sql: sql.ref(`${table}.deleted_on`), filter: 'time' },
      deleted_on_delta_humanized: { sql: sql.ref(`${table}.deleted_on`) },
      deleted_by: { sql: sql.ref(`${table}.changed_by`), filter: 'relation_one', order: false },
      'deleted_by.id': {},
      'deleted_by.first_name': {},
      'deleted_by.last_name': {},
      purged_on: {},
    },
    defaultOrder: { column: 'deleted_on', direction: 'desc' },
    searches: { name: { trash_all_text: (value) => anyText([name], textOf(value)) } },
    visible: (principal) => (principal.isAdmin ? null : isOwn(kind, principal)),
    rows: (ids) => trash.rows(kind, ids),
    row: TrashedRow,
    remove: { permission: permission[kind], run: (principal, ids) => trash.purge(principal, kind, ids) },
  };
}

function isOwn(kind: TrashKind, principal: Principal): RawBuilder<SqlBool> {
  return kind === 'saved_query'
    ? createdBy(principal, 'saved_queries.created_by')
    : owned(principal, kind, `${trashed[kind]}.id`);
}
