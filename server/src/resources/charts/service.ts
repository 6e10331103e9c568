import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import {
  datasetKinds,
  editorKindOf,
  editorKinds,
  isDatasetKind,
  type EditorKind,
} from '../../chart-data/dataset-kind.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import { mayEditChart, mayEditDashboard, mayReadDataset, mayViewChart } from '../access/policy.ts';
import type { FavoriteStore } from '../favorites/store.ts';
import { chartAudience, chartSeenBy } from './audience.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import { parseJsonText } from '../json-text.ts';
import { presentChart } from './present.ts';
import { parseObject } from '../json-text.ts';
import type { ChartItem, ChartPost, ChartPut } from './schema.ts';
import type { ChartChange, ChartRow, ChartStore } from './store.ts';

export type ChartService = ReturnType<typeof createChartService>;

type Needs = {
  readonly charts: ChartStore;
  readonly favorites: FavoriteStore;
  readonly now: () => Date;
  /** The dataset of a query of the SQL editor, made where there is none; null for one that the user may not chart. */
  readonly datasetOfQuery: (principal: Principal, kind: EditorKind, id: number) => Promise<number | null>;
  /** A user as they are now; null when gone. */
  readonly person: (userId: number) => Promise<Principal | null>;
};

/** Charts: what a user may see, make and change. Every method throws AppError; an unseen chart is `not_found`. */
export function createChartService(needs: Needs) {
  return bindAll(needs, { editable, read, audience, seenBy, create, update, remove, favor, favoriteStatus });
}

/** @throws AppError not_found */
async function visible(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<ChartRow> {
  const row = await needs.charts.find(idOrUuid);
  if (!row || !mayViewChart(principal, await needs.charts.facts(row))) throw new AppError('not_found', {});
  return row;
}

/** To whom a chart is open, for who may edit it. @throws AppError not_found, edit_denied */
async function audience(needs: Needs, principal: Principal, id: number) {
  return chartAudience(needs, principal, await editable(needs, principal, id));
}

/** What another user sees of a chart, for who may edit it. @throws AppError not_found, edit_denied */
async function seenBy(needs: Needs, principal: Principal, id: number, userId: number) {
  const row = await editable(needs, principal, id);
  return chartSeenBy(needs, principal, { id: row.id, facts: await needs.charts.facts(row) }, userId);
}

/** @throws AppError not_found, edit_denied */
async function editable(needs: Needs, principal: Principal, id: number): Promise<ChartRow> {
  const row = await visible(needs, principal, id);
  if (!mayEditChart(principal, await needs.charts.facts(row))) throw new AppError('edit_denied', { object: 'chart' });
  return row;
}

/** One chart by id or uuid. */
async function read(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<ChartItem> {
  const [full] = await needs.charts.complete(principal, [await visible(needs, principal, idOrUuid)]);
  if (!full) throw new AppError('not_found', {});
  return presentChart(full, needs.now().getTime());
}

/**
 * Make a chart on a dataset that the user may read.
 * @throws AppError invalid_fields, rejected_fields, edit_denied
 */
async function create(
  needs: Needs,
  principal: Principal,
  given: ChartPost,
): Promise<{ readonly id: number; readonly version: number }> {
  const body = await onDataset(needs, principal, given);
  const params = checkParams(body);
  const datasource_type = await checkDatasource(needs.charts, principal, body.datasource_type, body.datasource_id);
  const owners = chooseOwners(principal, body.owners, null);
  await checkOwners(needs.charts, body.owners ?? []);
  const dashboards = await chooseDashboards(needs.charts, principal, body.dashboards, []);
  await needs.charts.assertTags(body.tags);
  const at = needs.now();
  const id = await needs.charts.insert(
    {
      ...created(principal, at, body.uuid),
      ...columnsOf(body),
      slice_name: body.slice_name,
      viz_type: body.viz_type ?? (typeof params['viz_type'] === 'string' ? params['viz_type'] : 'table'),
      datasource_id: body.datasource_id,
      datasource_type,
      last_saved_on: at.toISOString(),
      last_saved_by: principal.userId,
    },
    { owners, dashboards, ...(body.tags && { tags: body.tags }) },
  );
  return { id, version: 1 };
}

/**
 * Change a chart; `ifMatch` refuses what is based on an older version.
 * @throws AppError stale_version, edit_denied,
 * rejected_fields
 */
async function update(
  needs: Needs,
  principal: Principal,
  id: number,
  given: ChartPut,
  ifMatch: string | undefined,
): Promise<{ readonly version: number }> {
  const row = await editable(needs, principal, id);
  assertVersion('chart', row, ifMatch);
  const body = await onDataset(needs, principal, given);
  checkParams(body);
  const datasource = await changedDatasource(needs.charts, principal, row, body);
  await checkQuery(needs.charts, principal, row, body);
  const present = (await needs.charts.facts(row)).ownerIds;
  await checkOwners(
    needs.charts,
    (body.owners ?? []).filter((owner) => !present.includes(owner)),
  );
  await needs.charts.assertTags(body.tags);
  const at = needs.now();
  const saved = await needs.charts.update(
    id,
    {
      ...columnsOf(body),
      ...namesOf(body),
      ...datasource,
      ...changed(principal, at),
      last_saved_on: at.toISOString(),
      last_saved_by: principal.userId,
    },
    {
      ...(body.owners && { owners: chooseOwners(principal, body.owners, present) }),
      ...(body.tags && { tags: body.tags }),
      ...(body.dashboards && {
        dashboards: await chooseDashboards(
          needs.charts,
          principal,
          body.dashboards,
          await needs.charts.dashboardIds(id),
          () => assertReads(needs.charts, principal, datasource.datasource_id ?? row.datasource_id),
        ),
      }),
    },
    ifMatch === undefined ? null : row.version,
  );
  if (!saved) throw new AppError('stale_version', { object: 'chart', version: row.version + 1 });
  return { version: row.version + 1 };
}

/** Put charts into the trash, all or none. @returns how many. @throws AppError not_found, edit_denied */
async function remove(needs: Needs, principal: Principal, ids: readonly number[]): Promise<number> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) throw new AppError('not_found', {});
  for (const id of unique) await editable(needs, principal, id);
  await needs.charts.trash(unique, deleted(principal, needs.now()));
  return unique.length;
}

/** Star or unstar. @throws AppError not_found */
async function favor(needs: Needs, principal: Principal, id: number, isFavorite: boolean): Promise<void> {
  await visible(needs, principal, id);
  if (principal.userId === null) throw new AppError('forbidden', {});
  if (isFavorite) await needs.favorites.add(principal.userId, 'chart', id, needs.now());
  else await needs.favorites.remove(principal.userId, 'chart', id);
}

/** Which of the charts are starred; charts that are unknown or unseen are not. */
async function favoriteStatus(
  needs: Needs,
  principal: Principal,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly value: boolean }[]> {
  const seen = await needs.charts.visibleIds(principal, ids);
  const starred =
    principal.userId === null ? new Set<number>() : await needs.favorites.among(principal.userId, 'chart', [...seen]);
  return ids.map((id) => ({ id, value: starred.has(id) }));
}

const plainColumns = [
  'params',
  'query_context',
  'description',
  'cache_timeout',
  'certified_by',
  'certification_details',
  'external_url',
] as const;

/** Columns that are stored as sent; what the request leaves out is left out. */
function columnsOf(body: ChartPut): Partial<Pick<ChartRow, (typeof plainColumns)[number] | 'is_managed_externally'>> {
  const sent = plainColumns.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  const managed =
    body.is_managed_externally === undefined ? {} : { is_managed_externally: body.is_managed_externally ? 1 : 0 };
  return { ...Object.fromEntries(sent), ...managed };
}

function namesOf({ slice_name, viz_type }: ChartPut): ChartChange {
  return { ...(slice_name !== undefined && { slice_name }), ...(viz_type !== undefined && { viz_type }) };
}

/** @throws AppError invalid_fields when params or query_context is no JSON object */
function checkParams(body: Pick<ChartPut, 'params' | 'query_context'>): Record<string, unknown> {
  for (const name of ['params', 'query_context'] as const) {
    if (typeof body[name] === 'string' && body[name] !== '' && !isJsonObject(body[name]))
      throw new AppError('invalid_fields', { fields: { [name]: [message('Invalid JSON')] } });
  }
  return parseObject(body.params ?? null);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = parseJsonText(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const datasourceTypes: readonly string[] = [...datasetKinds, ...editorKinds];

/**
 * The type in lower case. A dataset that the user may not read is reported like one that is not there.
 * @throws AppError
 * invalid_fields, rejected_fields
 */
async function checkDatasource(charts: ChartStore, principal: Principal, type: string, id: number): Promise<string> {
  const lower = type.toLowerCase();
  if (!datasourceTypes.includes(lower))
    throw new AppError('invalid_fields', {
      fields: {
        datasource_type: [
          message('Must be one of: %(datasourceTypes)s.', { datasourceTypes: datasourceTypes.join(', ') }),
        ],
      },
    });
  const facts = isDatasetKind(lower) ? await charts.datasetFacts(id) : null;
  if (facts === null || !mayReadDataset(principal, facts)) throw noDatasource();
  return 'table';
}

/**
 * A chart of a query of the SQL editor is saved on a dataset of that query: the query itself is its user's alone, and
 * goes with the history.
 * @throws AppError rejected_fields, forbidden, and what the database says to the query
 */
async function onDataset<B extends ChartPut>(needs: Needs, principal: Principal, body: B): Promise<B> {
  const kind = editorKindOf(body.datasource_type ?? '');
  if (kind === null || body.datasource_id === undefined || body.datasource_id === null) return body;
  const { params, query_context: context } = body;
  checkParams(body);
  const id = await needs.datasetOfQuery(principal, kind, body.datasource_id);
  if (id === null) throw noDatasource();
  const datasource = `${id}__table`;
  return {
    ...body,
    datasource_id: id,
    datasource_type: 'table',
    ...(params && { params: printExactJson({ ...parseObject(params), datasource }) }),
    ...(context && { query_context: printExactJson(contextOn(parseObject(context), id)) }),
  };
}

/** What a chart asks, of a dataset in the place of what it named. */
function contextOn({ form_data: form, ...context }: Readonly<Record<string, unknown>>, id: number) {
  const isForm = typeof form === 'object' && form !== null && !Array.isArray(form);
  return {
    ...context,
    datasource: { id, type: 'table' },
    ...(form !== undefined && { form_data: isForm ? { ...form, datasource: `${id}__table` } : form }),
  };
}

function noDatasource(): AppError<'rejected_fields'> {
  return new AppError('rejected_fields', { fields: { datasource_id: [message('Datasource does not exist')] } });
}

/** Who lost access to the dataset may still rename the chart: only another dataset is checked. */
async function changedDatasource(
  charts: ChartStore,
  principal: Principal,
  row: ChartRow,
  body: ChartPut,
): Promise<ChartChange> {
  const id = body.datasource_id ?? row.datasource_id;
  const type = body.datasource_type?.toLowerCase() ?? row.datasource_type;
  if (id === null || (id === row.datasource_id && type === row.datasource_type)) return {};
  return { datasource_id: id, datasource_type: await checkDatasource(charts, principal, type, id) };
}

const queryParts = ['params', 'query_context', 'viz_type'] as const;

/**
 * What a chart asks is for those who may read its dataset: on a dashboard others see it by their roles or as guests,
 * and so would whoever only owns it.
 * @throws AppError data_share_denied
 */
async function checkQuery(charts: ChartStore, principal: Principal, row: ChartRow, body: ChartPut): Promise<void> {
  if (queryParts.some((part) => body[part] !== undefined && body[part] !== row[part]))
    await assertReads(charts, principal, body.datasource_id ?? row.datasource_id);
}

async function assertReads(charts: ChartStore, principal: Principal, datasetId: number | null): Promise<void> {
  const facts = datasetId === null ? null : await charts.datasetFacts(datasetId);
  if (facts !== null && !mayReadDataset(principal, facts)) throw new AppError('data_share_denied', {});
}

/** @throws AppError rejected_fields */
async function checkOwners(charts: ChartStore, ids: readonly number[]): Promise<void> {
  const known = await charts.activeUsers(ids);
  if (ids.some((id) => !known.has(id)))
    throw new AppError('rejected_fields', { fields: { owners: [message('Owners are invalid')] } });
}

/**
 * The dashboards of a chart after a write: those sent, and those that the user cannot see and so could not send.
 * Putting it on a dashboard or taking it off is editing that dashboard.
 * @throws AppError rejected_fields, dashboard_edit_denied
 */
async function chooseDashboards(
  charts: ChartStore,
  principal: Principal,
  sent: readonly number[] | undefined,
  present: readonly number[],
  assertMayAdd: () => Promise<void> = async () => undefined,
): Promise<readonly number[]> {
  if (sent === undefined) return present;
  const seen = await charts.dashboards(principal, [...new Set([...sent, ...present])]);
  if (sent.some((id) => !seen.has(id) && !present.includes(id)))
    throw new AppError('rejected_fields', { fields: { dashboards: [message('Dashboards do not exist')] } });
  const touched = [
    ...sent.filter((id) => !present.includes(id)),
    ...present.filter((id) => seen.has(id) && !sent.includes(id)),
  ];
  if (sent.some((id) => !present.includes(id))) await assertMayAdd();
  for (const id of touched) {
    const facts = seen.get(id);
    if (!facts || !mayEditDashboard(principal, facts)) throw new AppError('dashboard_edit_denied', {});
  }
  return [...new Set([...sent, ...present.filter((id) => !seen.has(id))])];
}
