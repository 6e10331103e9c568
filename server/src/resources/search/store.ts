import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { maySeeSql } from '../../chart-data/edge/redact.ts';
import type { Tables } from '../../metadata/tables.ts';
import { can, type Principal } from '../../principal.ts';
import { listed, readableDataset, visibleChart, visibleDashboard, visibleSavedQuery } from '../access/visible.ts';
import { bytesOf, slicesOf } from '../../http/long-texts.ts';
import { tickFor } from '../../ticks.ts';
import { anyText } from '../list-searches.ts';
import { type Candidate, MAX_FINDINGS } from './rank.ts';

export type SearchStore = {
  /** Objects that this principal sees and that hold the text, in the order of their last change. */
  readonly candidates: (principal: Principal, text: string) => Promise<readonly Candidate[]>;
};

/** Names, descriptions and SQL of everything that is made here. */
export function createSearchStore(db: Kysely<Tables>, dashboardRoles: boolean): SearchStore {
  return {
    candidates: async (principal, text) => {
      const reads = (view: 'Dashboard' | 'Chart' | 'Dataset' | 'Tag' | 'SavedQuery') =>
        can(principal, 'can_read', view);
      const found = await Promise.all([
        reads('Dashboard') ? dashboardsWith(db, principal, dashboardRoles, text) : [],
        reads('Chart') ? chartsWith(db, principal, dashboardRoles, text) : [],
        reads('Dataset') ? datasetsWith(db, principal, text) : [],
        reads('Dataset') ? columnsWith(db, principal, text) : [],
        reads('Dataset') ? metricsWith(db, principal, text) : [],
        reads('Tag') ? tagsWith(db, text) : [],
        reads('SavedQuery') ? savedQueriesWith(db, principal, text) : [],
      ]);
      return found.flat();
    },
  };
}

async function dashboardsWith(db: Kysely<Tables>, principal: Principal, dashboardRoles: boolean, text: string) {
  const rows = await db
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title', 'slug', 'description'])
    .where('deleted_on', 'is', null)
    .where(listed(principal, visibleDashboard(principal, dashboardRoles)))
    .where(anyText(['dashboard_title', 'slug', 'description'].map(ofTable('dashboards')), text))
    .orderBy('changed_on', 'desc')
    .limit(MAX_FINDINGS)
    .execute();
  return rows.map(({ id, dashboard_title: title, slug, description }): Candidate => ({
    kind: 'dashboard',
    id,
    title,
    slug,
    dataset: null,
    names: [slug],
    description,
    sql: null,
  }));
}

async function chartsWith(db: Kysely<Tables>, principal: Principal, dashboardRoles: boolean, text: string) {
  const rows = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'description'])
    .where('deleted_on', 'is', null)
    .where(listed(principal, visibleChart(principal, dashboardRoles)))
    .where(anyText(['slice_name', 'description'].map(ofTable('charts')), text))
    .orderBy('changed_on', 'desc')
    .limit(MAX_FINDINGS)
    .execute();
  return rows.map(({ id, slice_name: title, description }): Candidate => ({
    kind: 'chart',
    id,
    title,
    slug: null,
    dataset: null,
    names: [],
    description,
    sql: null,
  }));
}

async function datasetsWith(db: Kysely<Tables>, principal: Principal, text: string) {
  const seesSql = maySeeSql(principal);
  const rows = await db
    .selectFrom('datasets')
    .select(['id', 'table_name', 'schema', 'description', 'sql'])
    .where('deleted_on', 'is', null)
    .where(listed(principal, readableDataset(principal, 'datasets.id')))
    // Whoever may not read SQL must not learn by searching what stands in it.
    .where(anyText(['table_name', 'schema', 'description', ...(seesSql ? ['sql'] : [])].map(ofTable('datasets')), text))
    .orderBy('changed_on', 'desc')
    .limit(MAX_FINDINGS)
    .execute();
  return rows.map((row): Candidate => ({
    kind: 'dataset',
    id: row.id,
    title: row.table_name,
    slug: null,
    dataset: null,
    names: [row.schema],
    description: row.description,
    sql: seesSql ? row.sql : null,
  }));
}

async function columnsWith(db: Kysely<Tables>, principal: Principal, text: string) {
  const seesSql = maySeeSql(principal);
  const searched = ['column_name', 'verbose_name', 'description', ...(seesSql ? ['expression'] : [])];
  const rows = await db
    .selectFrom('dataset_columns')
    .innerJoin('datasets', 'datasets.id', 'dataset_columns.dataset_id')
    .select(['datasets.id', 'datasets.table_name', 'dataset_columns.column_name', 'dataset_columns.verbose_name'])
    .select(['dataset_columns.description', 'dataset_columns.expression'])
    .where('datasets.deleted_on', 'is', null)
    .where(listed(principal, readableDataset(principal, 'datasets.id')))
    .where(anyText(searched.map(ofTable('dataset_columns')), text))
    .orderBy('datasets.changed_on', 'desc')
    .limit(MAX_FINDINGS)
    .execute();
  return rows.map((row) =>
    partOf(row, { kind: 'column', name: row.column_name, expression: seesSql ? row.expression : null }),
  );
}

async function metricsWith(db: Kysely<Tables>, principal: Principal, text: string) {
  const seesSql = maySeeSql(principal);
  const searched = ['metric_name', 'verbose_name', 'description', ...(seesSql ? ['expression'] : [])];
  const rows = await db
    .selectFrom('dataset_metrics')
    .innerJoin('datasets', 'datasets.id', 'dataset_metrics.dataset_id')
    .select(['datasets.id', 'datasets.table_name', 'dataset_metrics.metric_name', 'dataset_metrics.verbose_name'])
    .select(['dataset_metrics.description', 'dataset_metrics.expression'])
    .where('datasets.deleted_on', 'is', null)
    .where(listed(principal, readableDataset(principal, 'datasets.id')))
    .where(anyText(searched.map(ofTable('dataset_metrics')), text))
    .orderBy('datasets.changed_on', 'desc')
    .limit(MAX_FINDINGS)
    .execute();
  return rows.map((row) =>
    partOf(row, { kind: 'metric', name: row.metric_name, expression: seesSql ? row.expression : null }),
  );
}

/** Who reads tags sees every name; what carries them is asked for by another call. */
async function tagsWith(db: Kysely<Tables>, text: string) {
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'name', 'description'])
    .where(anyText(['name', 'description'].map(ofTable('tags')), text))
    .orderBy('changed_on', 'desc')
    .limit(MAX_FINDINGS)
    .execute();
  return rows.map(({ id, name: title, description }): Candidate => ({
    kind: 'tag',
    id,
    title,
    slug: null,
    dataset: null,
    names: [],
    description,
    sql: null,
  }));
}

/** Of scripts so many bytes are looked through, the newest first; older ones are found by their names. */
const SEARCHED_BYTES = 200_000_000;

/**
 * Their SQL is what they are shared for: who sees the query reads it. A slice at a time and a tick each, since SQLite
 * reads in the thread that answers everybody.
 */
async function savedQueriesWith(db: Kysely<Tables>, principal: Principal, text: string) {
  const seen = await db
    .selectFrom('saved_queries')
    .select('id')
    .select(bytesOf(['description', 'sql']).as('bytes'))
    .where('deleted_on', 'is', null)
    .where(listed(principal, visibleSavedQuery(principal)))
    .orderBy('changed_on', 'desc')
    .execute();
  const sizes = new Map(seen.map(({ id, bytes }) => [id, bytes]));
  const rows: SavedQueryTexts[] = [];
  let room = SEARCHED_BYTES;
  for (const slice of slicesOf(seen)) {
    await tickFor(`user ${principal.userId ?? 0}`);
    const columns = room > 0 ? ['label', 'description', 'sql'] : ['label'];
    const found = await db
      .selectFrom('saved_queries')
      .select(['id', 'label', 'description', 'sql'])
      .where('id', 'in', slice)
      .where(anyText(columns.map(ofTable('saved_queries')), text))
      .orderBy('changed_on', 'desc')
      .execute();
    rows.push(...found.slice(0, MAX_FINDINGS - rows.length));
    if (rows.length >= MAX_FINDINGS) break;
    for (const id of slice) room -= sizes.get(id) ?? 0;
  }
  return rows.map(({ id, label: title, description, sql: script }): Candidate => ({
    kind: 'saved_query',
    id,
    title,
    slug: null,
    dataset: null,
    names: [],
    description,
    sql: script,
  }));
}

type SavedQueryTexts = {
  readonly id: number;
  readonly label: string;
  readonly description: string | null;
  readonly sql: string;
};

function ofTable(table: keyof Tables) {
  return (column: string) => sql.ref(`${table}.${column}`);
}

function partOf(
  row: {
    readonly id: number;
    readonly table_name: string;
    readonly verbose_name: string | null;
    readonly description: string | null;
  },
  part: { readonly kind: 'column' | 'metric'; readonly name: string; readonly expression: string | null },
): Candidate {
  return {
    kind: part.kind,
    id: row.id,
    title: row.verbose_name || part.name,
    slug: null,
    dataset: row.table_name,
    names: [part.name],
    description: row.description,
    sql: part.expression,
  };
}
