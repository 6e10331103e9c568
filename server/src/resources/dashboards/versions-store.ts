import type { DashboardDocument } from '@tessera/core/dashboard/document';
import { difference, type DashboardOperation } from '@tessera/core/dashboard/operations';
import { readDocument } from '@tessera/core/dashboard/stored';
import { printExactJson } from '@tessera/core/exact-json';
import type { Kysely, Selectable } from 'kysely';
import type { DashboardsTable, Tables } from '../../metadata/tables.ts';

type Row = Selectable<DashboardsTable>;

/** What a version keeps: everything that is drawn. Who owns it, who sees it and where it stands do not come back. */
export type VersionContent = Pick<
  Row,
  | 'dashboard_title'
  | 'description'
  | 'css'
  | 'certified_by'
  | 'certification_details'
  | 'json_metadata'
  | 'position_json'
>;

/** A version as a list has it. */
export type VersionHead = {
  readonly version: number;
  readonly created_on: string;
  readonly created_by: number | null;
  /** Null for the first: nothing is known of what came before it. */
  readonly changes: readonly DashboardOperation[] | null;
};

export type DashboardVersion = {
  readonly version: number;
  readonly created_on: string;
  readonly content: VersionContent;
};

/** Versions of one dashboard; older ones go. */
const VERSIONS_KEPT = 100;
/** Letters that they take in sum; the newest is there however long it is. */
const LETTERS_KEPT = 20_000_000;

/**
 * Keep what a dashboard is after a write, in the transaction of the write. Writes that raise no version, and those that
 * change nothing that is drawn, make none; before the first one what was there is stored as well.
 */
export async function keepVersion(trx: Kysely<Tables>, before: Row | undefined): Promise<void> {
  if (before === undefined) return;
  const after = await trx.selectFrom('dashboards').selectAll().where('id', '=', before.id).executeTakeFirst();
  if (after === undefined || after.version === before.version) return;
  const [was, is] = [contentOf(before), contentOf(after)];
  const [wasText, isText] = [printExactJson(was), printExactJson(is)];
  if (wasText === isText) return;
  const known = await trx
    .selectFrom('dashboard_versions')
    .select('version')
    .where('dashboard_id', '=', before.id)
    .limit(1)
    .executeTakeFirst();
  if (known === undefined) await insertVersion(trx, before, wasText, null);
  await insertVersion(trx, after, isText, printExactJson(difference(documentOf(was), documentOf(is))));
  await dropOld(trx, before.id);
}

async function insertVersion(trx: Kysely<Tables>, row: Row, content: string, changes: string | null): Promise<void> {
  await trx
    .insertInto('dashboard_versions')
    .values({
      dashboard_id: row.id,
      version: row.version,
      created_on: row.changed_on,
      created_by: row.changed_by,
      content,
      changes,
      size: content.length + (changes?.length ?? 0),
    })
    .execute();
}

async function dropOld(trx: Kysely<Tables>, dashboardId: number): Promise<void> {
  const all = await trx
    .selectFrom('dashboard_versions')
    .select(['version', 'size'])
    .where('dashboard_id', '=', dashboardId)
    .orderBy('version', 'desc')
    .execute();
  let letters = 0;
  const old = all.find(({ size }, at) => {
    letters += size;
    return at > 0 && (at >= VERSIONS_KEPT || letters > LETTERS_KEPT);
  });
  if (old === undefined) return;
  await trx
    .deleteFrom('dashboard_versions')
    .where('dashboard_id', '=', dashboardId)
    .where('version', '<=', old.version)
    .execute();
}

function contentOf(row: Row): VersionContent {
  const { dashboard_title, description, css, certified_by, certification_details, json_metadata, position_json } = row;
  return { dashboard_title, description, css, certified_by, certification_details, json_metadata, position_json };
}

/** The document that a version holds. */
export function documentOf(content: VersionContent): DashboardDocument {
  return readDocument({ ...content, slug: null, owners: [], roles: [], tags: [] });
}

/** The versions of a dashboard, the newest first; none of them is read whole. */
export async function versionsOf(db: Kysely<Tables>, dashboardId: number): Promise<readonly VersionHead[]> {
  const rows = await db
    .selectFrom('dashboard_versions')
    .select(['version', 'created_on', 'created_by', 'changes'])
    .where('dashboard_id', '=', dashboardId)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: changes === null ? null : (JSON.parse(changes) as readonly DashboardOperation[]),
  }));
}

/** One version; null where it was never there or went. */
export async function versionOf(
  db: Kysely<Tables>,
  dashboardId: number,
  version: number,
): Promise<DashboardVersion | null> {
  const row = await db
    .selectFrom('dashboard_versions')
    .select(['version', 'created_on', 'content'])
    .where('dashboard_id', '=', dashboardId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, content: JSON.parse(row.content) as VersionContent };
}
