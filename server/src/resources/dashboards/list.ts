import { sql, type SqlBool } from 'kysely';
import type { Principal } from '../../principal.ts';
import { flagOf, integerOf, textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { listed, owned, starred, visibleDashboard } from '../access/visible.ts';
import { anyText, createdBy, nameOf, newerThan, userName, when } from '../list-searches.ts';
import { userChoices, roleChoices } from '../owners/choices.ts';
import { hasTag, hasTagNamed, tagChoices } from '../tagged/store.ts';
import { presentDashboard } from './present.ts';
import { DashboardPost, DashboardPut, DashboardRow } from './schema.ts';
import type { DashboardService } from './service.ts';
import type { DashboardStore, FullDashboard } from './store.ts';

type Needs = {
  readonly store: DashboardStore;
  readonly service: DashboardService;
  readonly dashboardRoles: boolean;
  readonly now: () => Date;
};

/** The dashboard list: its columns, filters and searches. */
export function dashboardList({ store, service, dashboardRoles, now }: Needs): ListSpec {
  return {
    path: 'dashboard',
    noun: 'dashboard',
    title: 'List Dashboard',
    table: 'dashboards',
    view: 'Dashboard',
    read: 'can_read Dashboard',
    columns: {
      id: { sql: sql.ref('dashboards.id'), filter: 'integer' },
      uuid: { sql: sql.ref('dashboards.uuid'), filter: 'text', order: false },
      dashboard_title: { sql: sql.ref('dashboards.dashboard_title'), filter: 'text' },
      slug: { sql: sql.ref('dashboards.slug'), filter: 'text', order: false },
      url: {},
      published: { sql: sql.ref('dashboards.published'), filter: 'flag' },
      status: {},
      description: {},
      css: {},
      position_json: { shown: false },
      json_metadata: { shown: false },
      charts: { shown: false },
      chart_count: {
        label: 'Charts',
        sql: sql`(select count(*) from dashboard_charts as k join charts as c on c.id = k.chart_id and c.deleted_on is
          null where k.dashboard_id = dashboards.id)`,
        shown: false,
      },
      certified_by: { sql: sql.ref('dashboards.certified_by'), filter: 'text', order: false },
      certification_details: {},
      is_managed_externally: {},
      owners: {
        filter: 'relation_many',
        relatedTo: (id) =>
          sql<SqlBool>`exists (select 1 from owners as w where w.object_type = 'dashboard' and w.object_id =
            dashboards.id and w.user_id = ${id})`,
      },
      'owners.id': {},
      'owners.first_name': {},
      'owners.last_name': {},
      roles: {
        filter: 'relation_many',
        relatedTo: (id) =>
          sql<SqlBool>`exists (select 1 from dashboard_roles as x where x.dashboard_id = dashboards.id and x.role_id =
            ${id})`,
      },
      'roles.id': {},
      'roles.name': {},
      created_by: { sql: sql.ref('dashboards.created_by'), filter: 'relation_one', order: false },
      'created_by.id': {},
      'created_by.first_name': {},
      'created_by.last_name': {},
      created_on: { sql: sql.ref('dashboards.created_on'), filter: 'time', shown: false },
      created_on_delta_humanized: {},
      changed_by: { sql: sql.ref('dashboards.changed_by'), filter: 'relation_one', order: false },
      'changed_by.id': {},
      'changed_by.first_name': { sql: userName('dashboards.changed_by', 'first_name') },
      'changed_by.last_name': {},
      changed_by_name: {},
      changed_on: { sql: sql.ref('dashboards.changed_on'), filter: 'time' },
      changed_on_utc: {},
      changed_on_delta_humanized: { sql: sql.ref('dashboards.changed_on') },
      thumbnail_url: {},
      tags: { filter: 'relation_many', relatedTo: (id) => hasTag('dashboard', 'dashboards.id', id) },
      'tags.id': {},
      'tags.name': {},
      'tags.type': {},
      folder_id: { sql: sql.ref('dashboards.folder_id'), filter: 'integer', order: false, shown: false },
      can_edit: { shown: false },
      version: { shown: false },
    },
    defaultOrder: { column: 'changed_on', direction: 'desc' },
    searches: {
      changed_on: { newer_than: (value) => newerThan(sql.ref('dashboards.changed_on'), integerOf(value), now()) },
      dashboard_title: {
        title_or_slug: (value) =>
          anyText([sql.ref('dashboards.dashboard_title'), sql.ref('dashboards.slug')], textOf(value)),
      },
      folder_id: { dashboard_folder: (value) => inFolder(integerOf(value)) },
      id: {
        dashboard_is_favorite: (value, principal) =>
          when(flagOf(value), starred(principal, 'dashboard', 'dashboards.id')),
        dashboard_is_certified: (value) =>
          when(flagOf(value), sql<SqlBool>`coalesce(dashboards.certified_by, '') <> ''`),
        dashboard_owned_created_favored_by_me: (value, principal) => when(flagOf(value), mine(principal)),
      },
      tags: {
        dashboard_tags: (value) => hasTagNamed('dashboard', 'dashboards.id', textOf(value)),
        dashboard_tag_id: (value) => hasTag('dashboard', 'dashboards.id', integerOf(value)),
      },
      created_by: {
        dashboard_has_created_by: (value) => when(flagOf(value), sql<SqlBool>`dashboards.created_by is not null`),
        dashboard_created_by_me: (value, principal) =>
          when(flagOf(value), createdBy(principal, 'dashboards.created_by')),
      },
    },
    related: {
      owners: userChoices('Dashboard'),
      created_by: userChoices('Dashboard'),
      changed_by: userChoices('Dashboard'),
      roles: roleChoices('Dashboard'),
      tags: tagChoices,
    },
    visible: (principal) => listed(principal, visibleDashboard(principal, dashboardRoles)),
    rows: async (ids, principal) =>
      (await store.complete(principal, await store.byIds(ids))).map((full) =>
        listRow(full, principal, now().getTime()),
      ),
    row: DashboardRow,
    addSchema: DashboardPost,
    editSchema: DashboardPut,
    remove: { permission: 'can_write Dashboard', run: service.remove },
  };
}

/** In a folder, or in one below it. */
function inFolder(id: number) {
  return sql<SqlBool>`exists (select 1 from folder_ancestors as fa where fa.folder_id = dashboards.folder_id and
    fa.ancestor_id = ${id})`;
}

function mine(principal: Principal) {
  return sql<SqlBool>`(${owned(principal, 'dashboard', 'dashboards.id')}
    or ${createdBy(principal, 'dashboards.created_by')}
    or ${starred(principal, 'dashboard', 'dashboards.id')})`;
}

function listRow(full: FullDashboard, principal: Principal, now: number): DashboardRow {
  const item = presentDashboard(full, principal, now);
  return {
    ...item,
    status: item.published ? 'published' : 'draft',
    chart_count: full.charts.length,
    created_by_name: nameOf(item.created_by),
    changed_on_utc: item.changed_on,
  };
}
