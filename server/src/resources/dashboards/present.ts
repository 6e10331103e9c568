import { printExactJson } from '@tessera/core/exact-json';
import { relativeTime } from '@tessera/core/relative-time';
import type { Principal } from '../../principal.ts';
import { dashboardThumbnailUrl } from '../../render/dashboard-thumbnail-url.ts';
import { mayEditDashboard } from '../access/policy.ts';
import { isObject, parseJson, type JsonObject } from './json-metadata.ts';
import type { DashboardItem } from './schema.ts';
import type { FullDashboard } from './store.ts';
import { dashboardUrl } from '../dashboard-url.ts';
import { withoutNamesOfRows } from '../stored-names.ts';

/** The fields of a dashboard that clients get, one by one: a new column of the table does not leak. */
export function presentDashboard(
  { row, owners, inheritedOwnerIds, roles, charts, tags, people, namesHiddenRows }: FullDashboard,
  principal: Principal,
  now: number,
): DashboardItem {
  const user = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  const changer = user(row.changed_by);
  const changed = relativeTime(row.changed_on, now);
  const canEdit = mayEditDashboard(principal, {
    ownerIds: [...owners.map((owner) => owner.id), ...inheritedOwnerIds],
  });
  return {
    id: row.id,
    uuid: row.uuid,
    dashboard_title: row.dashboard_title,
    slug: row.slug,
    url: dashboardUrl(row),
    published: row.published === 1,
    css: row.css,
    description: row.description,
    json_metadata: namesHiddenRows && !canEdit ? withoutNamesOfRows(row.json_metadata) : row.json_metadata,
    position_json: canEdit
      ? row.position_json
      : withoutHiddenNames(row.position_json, new Set(charts.map((chart) => chart.id))),
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally === 1,
    external_url: row.external_url,
    owners: [...owners],
    roles: [...roles],
    charts: charts.map((chart) => chart.slice_name),
    created_by: user(row.created_by),
    changed_by: changer,
    changed_by_name: changer ? `${changer.first_name} ${changer.last_name}`.trim() : '',
    created_on: row.created_on,
    changed_on: row.changed_on,
    created_on_delta_humanized: relativeTime(row.created_on, now),
    changed_on_delta_humanized: changed,
    changed_on_humanized: changed,
    thumbnail_url: dashboardThumbnailUrl({ ...row, charts }, principal),
    tags: [...tags],
    folder_id: row.folder_id,
    can_edit: canEdit,
    version: row.version,
  };
}

/** The layout keeps the names of its charts; a reader gets only those of charts that he may see. */
function withoutHiddenNames(text: string | null, visible: ReadonlySet<number>): string | null {
  const positions = text === null ? null : parseJson(text);
  if (!isObject(positions)) return text;
  const hidden = (value: unknown): value is JsonObject & { readonly meta: JsonObject } =>
    isObject(value) &&
    value['type'] === 'CHART' &&
    isObject(value['meta']) &&
    !visible.has(Number(value['meta']['chartId']));
  if (!Object.values(positions).some(hidden)) return text;
  return printExactJson(
    Object.fromEntries(
      Object.entries(positions).map(([id, value]) => [
        id,
        hidden(value) ? { ...value, meta: withoutNames(value.meta) } : value,
      ]),
    ),
  );
}

function withoutNames({ sliceName: _, sliceNameOverride: __, uuid: ___, ...rest }: JsonObject): JsonObject {
  return rest;
}
