import { message } from '@tessera/core/messages';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import type { Principal } from '../../principal.ts';
import { assertVersion } from '../../metadata/audit.ts';
import { splitMetadata } from './json-metadata.ts';
import { chartIdsIn, checkPositions, parsePositions } from './positions.ts';
import { UNTITLED, type DashboardPut } from './schema.ts';
import { cleanSlug } from './slug.ts';
import type { DashboardChange, DashboardRow, DashboardStore } from './store.ts';
import type { Needs } from './needs.ts';

/** What a write answers: the stored form of what was sent. `savedAt` is in whole epoch seconds. */
export type Saved = {
  readonly id: number;
  readonly version: number;
  readonly result: Readonly<Record<string, unknown>>;
  readonly savedAt: number;
};

export async function checkLists(needs: Needs, owners: readonly number[], roles: readonly number[]): Promise<void> {
  const [users, known] = [await needs.dashboards.activeUsers(owners), await needs.dashboards.roles(roles)];
  if (owners.some((id) => !users.has(id)))
    throw new AppError('rejected_fields', { fields: { owners: [message('Owners are invalid')] } });
  if (roles.some((id) => !known.has(id)))
    throw new AppError('rejected_fields', { fields: { roles: [message('Some roles do not exist')] } });
}

async function freeSlug(
  needs: Needs,
  principal: Principal,
  text: string | null,
  exceptId: number | null,
): Promise<string | null> {
  const slug = cleanSlug(text);
  // It tells of dashboards that a user may not see.
  if (
    slug !== null &&
    (await needs.guesses.make('slug', principal.userId, () => needs.dashboards.slugTaken(slug, exceptId)))
  )
    throw new AppError('rejected_fields', { fields: { slug: [message('Must be unique')] } });
  return slug;
}

/** Columns of a write, and the charts of its layout when it brings one. */
export async function readBody(
  needs: Needs,
  principal: Principal,
  body: DashboardPut,
  id: number | null,
): Promise<{ readonly columns: Columns; readonly charts?: readonly number[] }> {
  const split = typeof body.json_metadata === 'string' ? splitMetadata(body.json_metadata) : null;
  const positions =
    split?.positions ?? (typeof body.position_json === 'string' ? parsePositions(body.position_json) : null);
  const columns: Columns = {
    ...plainColumns(body),
    ...(body.slug !== undefined && { slug: await freeSlug(needs, principal, body.slug, id) }),
    ...(split && { json_metadata: printExactJson(split.metadata) }),
    ...(positions && { position_json: checkPositions(positions) }),
  };
  if (!positions) return { columns };
  const linked = id === null ? [] : await needs.dashboards.linkedCharts(id);
  const inLayout = chartIdsIn(positions);
  const seen = (await needs.dashboards.visibleCharts(principal, inLayout)).map((chart) => chart.id);
  return { columns, charts: inLayout.filter((chartId) => linked.includes(chartId) || seen.includes(chartId)) };
}

export async function save(
  needs: Needs,
  row: DashboardRow,
  change: DashboardChange,
  lists: Parameters<DashboardStore['update']>[2],
  ifMatch: string | undefined,
): Promise<void> {
  assertVersion('dashboard', row, ifMatch);
  const saved = await needs.dashboards.update(row.id, change, lists, ifMatch === undefined ? null : row.version);
  if (!saved) throw new AppError('stale_version', { object: 'dashboard', version: row.version + 1 });
}

export function seconds(at: Date) {
  return Math.floor(at.getTime() / 1000);
}

/** Columns of a dashboard that a request sets. */
export type Columns = Partial<
  Pick<
    DashboardRow,
    | (typeof storedAsSent)[number]
    | 'dashboard_title'
    | 'slug'
    | 'published'
    | 'is_managed_externally'
    | 'folder_id'
    | 'json_metadata'
    | 'position_json'
  >
>;

const storedAsSent = ['css', 'description', 'certified_by', 'certification_details', 'external_url'] as const;

/** Columns that need no more than their name; clearing the certifier clears the details with it ([5.0-12]). */
function plainColumns(body: DashboardPut): Columns {
  return {
    ...Object.fromEntries(storedAsSent.filter((name) => body[name] !== undefined).map((name) => [name, body[name]])),
    ...(body.certified_by !== undefined && !body.certified_by && { certified_by: null, certification_details: null }),
    ...(body.dashboard_title !== undefined && { dashboard_title: titleOf(body.dashboard_title) }),
    ...(body.published !== undefined && { published: body.published ? 1 : 0 }),
    ...(body.folder_id !== undefined && { folder_id: body.folder_id }),
    ...(body.is_managed_externally !== undefined && { is_managed_externally: body.is_managed_externally ? 1 : 0 }),
  };
}

export function titleOf(title: string | null | undefined): string {
  return title === undefined || title === null || title.trim() === '' ? UNTITLED : title;
}

/** The payload with the values as they were stored. */
export function echo(body: DashboardPut, columns: Columns): Readonly<Record<string, unknown>> {
  const stored = Object.fromEntries(
    Object.entries(columns).filter(
      ([name]) => name in body && name !== 'published' && name !== 'is_managed_externally',
    ),
  );
  return { ...body, ...stored, ...(columns.position_json !== undefined && { position_json: columns.position_json }) };
}
