import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { message } from '@tessera/core/messages';
import { mayEditFolder, mayReadDataset } from '../access/policy.ts';
import { storedMetadata } from './json-metadata.ts';
import type { DashboardPut } from './schema.ts';
import { contentOf, widens, type SharedContent } from './shared-content.ts';
import type { DashboardRow } from './store.ts';
import type { Needs } from './needs.ts';
import type { Columns } from './save.ts';

/** What a dashboard opens to others as it stands. */
export async function shared(needs: Needs, row: DashboardRow): Promise<SharedContent> {
  const { published, roleIds, embedding } = await needs.dashboards.facts(row);
  const charts = await needs.dashboards.linkedCharts(row.id);
  return contentOf({ published, roleIds, embedding, charts, metadata: storedMetadata(row.json_metadata) });
}

/**
 * Opening more of a dashboard to its roles and guests opens data: it takes the right to read all of that data.
 * @throws AppError data_share_denied
 */
export async function assertMayOpen(
  needs: Needs,
  principal: Principal,
  before: SharedContent | null,
  after: SharedContent,
): Promise<void> {
  if (!widens(before, after)) return;
  const ids = new Set([...(await needs.dashboards.datasetsOf(after.charts)), ...after.filterDatasets]);
  for (const id of ids) {
    const facts = await needs.charts.datasetFacts(id);
    // A dataset that is gone opens nothing.
    if (facts !== null && !mayReadDataset(principal, facts)) throw new AppError('data_share_denied', {});
  }
}

/**
 * Into a folder puts who may change it: what lies there is changed by its owners, and seen by its roles.
 * @throws AppError rejected_fields
 */
export async function assertMayFile(
  needs: Needs,
  principal: Principal,
  folderId: number | null | undefined,
  presentId: number | null,
): Promise<void> {
  if (folderId === undefined || folderId === null || folderId === presentId) return;
  const ownerIds = await needs.dashboards.folderOwners(folderId);
  if (ownerIds === null || !mayEditFolder(principal, { ownerIds }))
    throw new AppError('rejected_fields', {
      fields: { folder_id: [message('This folder does not exist, or you may not change it.')] },
    });
}

/** The roles of folders above dashboards become these. @throws AppError data_share_denied */
export async function assertMayOpenTo(
  needs: Needs,
  principal: Principal,
  rows: readonly DashboardRow[],
  roleIds: readonly number[],
): Promise<void> {
  if (!needs.dashboards.hasRoles) return;
  for (const row of rows) {
    const before = await shared(needs, row);
    await assertMayOpen(needs, principal, before, { ...before, audience: [...before.audience, ...roleIds] });
  }
}

/** What it opens once a write is stored; without a row it is new. */
export async function contentAfter(
  needs: Needs,
  row: DashboardRow | null,
  body: Pick<DashboardPut, 'roles' | 'folder_id'>,
  columns: Columns,
  chartIds?: readonly number[],
): Promise<SharedContent> {
  const facts = row && (await needs.dashboards.facts(row));
  const roles = body.roles ?? (row ? (await needs.dashboards.own(row)).roleIds : []);
  const folderId = body.folder_id === undefined ? (row?.folder_id ?? null) : body.folder_id;
  const inherited = await needs.dashboards.inherited(folderId);
  return contentOf({
    published: columns.published === undefined ? (facts?.published ?? false) : columns.published === 1,
    roleIds: needs.dashboards.hasRoles ? [...roles, ...inherited.roleIds] : [],
    embedding: facts?.embedding ?? null,
    charts: chartIds ?? (row ? await needs.dashboards.linkedCharts(row.id) : []),
    metadata: storedMetadata(columns.json_metadata ?? row?.json_metadata ?? null),
  });
}

/** @throws AppError data_share_denied when it shows data that the user may not read */
export async function assertMayShare(needs: Needs, principal: Principal, row: DashboardRow): Promise<void> {
  return assertMayOpen(needs, principal, null, {
    ...(await shared(needs, row)),
    audience: ['guests'],
    isPublished: true,
  });
}
