import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { can, type Principal } from '../../principal.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import { remapCharts } from './copy.ts';
import { splitMetadata, storedMetadata } from './json-metadata.ts';
import { chartIdsIn, checkPositions } from './positions.ts';
import { type DashboardCopy, type DashboardPost, type DashboardPut } from './schema.ts';
import type { Needs } from './needs.ts';
import { visible, editable } from './read.ts';
import { assertMayFile, assertMayOpen, contentAfter, shared } from './sharing-checks.ts';
import { readBody, checkLists, titleOf, echo, seconds, save, type Saved } from './save.ts';

export async function create(needs: Needs, principal: Principal, body: DashboardPost): Promise<Saved> {
  const { columns, charts: chartIds } = await readBody(needs, principal, body, null);
  await checkLists(needs, body.owners ?? [], body.roles ?? []);
  await needs.dashboards.assertTags(body.tags);
  await assertMayFile(needs, principal, body.folder_id, null);
  await assertMayOpen(needs, principal, null, await contentAfter(needs, null, body, columns, chartIds));
  const at = needs.now();
  const dashboard_title = titleOf(body.dashboard_title);
  const id = await needs.dashboards.insert(
    { ...created(principal, at, body.uuid), ...columns, dashboard_title },
    {
      owners: chooseOwners(principal, body.owners, null),
      ...(body.roles && { roles: body.roles }),
      ...(body.tags && { tags: body.tags }),
      ...(chartIds && { charts: chartIds }),
    },
  );
  return { id, version: 1, result: echo({ ...body, dashboard_title }, columns), savedAt: seconds(at) };
}

export async function update(
  needs: Needs,
  principal: Principal,
  key: string,
  body: DashboardPut,
  ifMatch: string | undefined,
): Promise<Saved> {
  const row = await editable(needs, principal, key);
  assertVersion('dashboard', row, ifMatch);
  const { columns, charts: chartIds } = await readBody(needs, principal, body, row.id);
  await assertMayFile(needs, principal, body.folder_id, row.folder_id);
  const present = (await needs.dashboards.own(row)).ownerIds;
  await checkLists(
    needs,
    (body.owners ?? []).filter((id) => !present.includes(id)),
    body.roles ?? [],
  );
  await assertMayOpen(
    needs,
    principal,
    await shared(needs, row),
    await contentAfter(needs, row, body, columns, chartIds),
  );
  await needs.dashboards.assertTags(body.tags);
  const at = needs.now();
  const lists = {
    ...(body.owners && { owners: chooseOwners(principal, body.owners, present) }),
    ...(body.roles && { roles: body.roles }),
    ...(body.tags && { tags: body.tags }),
    ...(chartIds && { charts: chartIds }),
  };
  await save(needs, row, { ...columns, ...changed(principal, at) }, lists, ifMatch);
  return { id: row.id, version: row.version + 1, result: echo(body, columns), savedAt: seconds(at) };
}

/** Put dashboards into the trash, all or none; their charts stay. @returns how many */
export async function remove(needs: Needs, principal: Principal, ids: readonly number[]): Promise<number> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) throw new AppError('not_found', {});
  for (const id of unique) await editable(needs, principal, id);
  await needs.dashboards.trash(unique, deleted(principal, needs.now()));
  return unique.length;
}

/**
 * A copy that belongs to its maker, unpublished, with the charts that he sees: the same ones, or copies of them.
 */
export async function copy(needs: Needs, principal: Principal, key: string, body: DashboardCopy): Promise<Saved> {
  const row = await visible(needs, principal, key);
  if (body.duplicate_slices === true && !can(principal, 'can_write', 'Chart'))
    throw new AppError('edit_denied', { object: 'chart' });
  const { metadata, positions } = splitMetadata(body.json_metadata);
  const source = { metadata, positions: positions ?? storedMetadata(row.position_json) };
  checkPositions(source.positions);
  const seen = await needs.dashboards.visibleCharts(principal, chartIdsIn(source.positions));
  const at = needs.now();
  const ids =
    body.duplicate_slices === true
      ? await needs.dashboards.copyCharts(
          seen.map(({ id, version: _, ...chart }) => ({
            originalId: id,
            values: {
              ...chart,
              ...created(principal, at),
              last_saved_on: at.toISOString(),
              last_saved_by: principal.userId,
            },
          })),
          principal.userId,
        )
      : new Map(seen.map((chart) => [chart.id, chart.id]));
  const content = remapCharts(source, ids);
  const dashboard_title = titleOf(body.dashboard_title);
  const columns = {
    css: body.css ?? row.css,
    json_metadata: printExactJson(content.metadata),
    position_json: checkPositions(content.positions),
  };
  const tags = ((await needs.dashboards.tagsOf('dashboard', [row.id])).get(row.id) ?? []).map((tag) => tag.id);
  const id = await needs.dashboards.insert(
    { ...created(principal, at), ...columns, dashboard_title, description: row.description },
    { owners: chooseOwners(principal, undefined, null), charts: [...ids.values()], tags },
  );
  return {
    id,
    version: 1,
    result: { id, dashboard_title, json_metadata: columns.json_metadata, last_modified_time: seconds(at) },
    savedAt: seconds(at),
  };
}
