import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { mayReadDataset } from '../access/policy.ts';
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

/** What it opens once a write is stored; without a row it is new. */
export async function contentAfter(
  needs: Needs,
  row: DashboardRow | null,
  body: Pick<DashboardPut, 'roles'>,
  columns: Columns,
  chartIds?: readonly number[],
): Promise<SharedContent> {
  const facts = row && (await needs.dashboards.facts(row));
  return contentOf({
    published: columns.published === undefined ? (facts?.published ?? false) : columns.published === 1,
    roleIds: needs.dashboards.hasRoles ? (body.roles ?? facts?.roleIds ?? []) : [],
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
