import { message } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { currentForm } from '@tessera/viz/former-types';
import { bindAll } from '../../bind-all.ts';
import { editorKindOf, isDatasetKind, readDatasource, type EditorKind } from '../../chart-data/dataset-kind.ts';
import type { RawForm } from '@tessera/core/form-data';
import type { Principal } from '../../principal.ts';
import { mayEditChart } from '../access/policy.ts';
import { parseObject } from '../json-text.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { ChartService } from '../charts/service.ts';
import type { ExploreDataset, DatasetStore } from '../dashboards/datasets.ts';
import type { EditorSourceService } from '../editor-sources/service.ts';
import { contentKey, plainKey, randomKey } from '../key-value/keys.ts';
import { nameOf } from '../list-searches.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import { parseJsonText } from '../json-text.ts';
import { editorDataset } from './editor-dataset.ts';
import type { ExplorePermalinkBody, ExploreQuery, FormDataBody } from './schema.ts';

type Needs = {
  readonly charts: Pick<ChartService, 'read'>;
  readonly datasets: Pick<DatasetStore, 'one' | 'readable'>;
  readonly editorSources: Pick<EditorSourceService, 'find' | 'sees'>;
  readonly store: KeyValueStore;
  readonly now: () => Date;
};

/** Where an explore page begins: the dataset, the chart if there is one, and the settings to show. */
export type ExploreStart = {
  readonly dataset: ExploreDataset | null;
  readonly form_data: Readonly<Record<string, unknown>>;
  /** Owners are ids here; `metadata` has their names, in the same order. */
  readonly slice:
    | (Omit<ChartItem, 'owners'> & { readonly owners: readonly number[]; readonly can_edit: boolean })
    | null;
  readonly metadata: ExploreMetadata | null;
  /** Something to tell the user: a key that has expired, a dataset that he may not read. */
  readonly message: string | null;
};

/** Who made and changed the chart, and where it is used. */
type ExploreMetadata = {
  readonly created_on_humanized: string;
  readonly changed_on_humanized: string;
  readonly owners: readonly string[];
  readonly created_by: string | null;
  readonly changed_by: string | null;
  readonly dashboards: readonly { readonly id: number; readonly dashboard_title: string }[];
};

/** What is explored: a dataset, or a query of the SQL editor. */
type Explored = { readonly kind: 'table' | EditorKind; readonly id: number };
type Subject = { readonly source: Explored; readonly chartId: number | null };

type Kept = Subject & {
  readonly formData: Readonly<Record<string, unknown>>;
};

const FORM_DATA_DAYS = 7;

export type ExploreService = ReturnType<typeof createExploreService>;

/** The explore page: its first data, its state by key, and links to it. State opens to whoever may see its subject. */
export function createExploreService(needs: Needs) {
  return bindAll(needs, {
    start,
    createFormData,
    updateFormData,
    readFormData,
    removeFormData,
    createPermalink,
    readPermalink,
    editorSource,
  });
}

/** Its chart or its dataset must be open to the user. @throws AppError not_found */
async function checkSubject(
  needs: Needs,
  principal: Principal,
  { source: { kind, id }, chartId }: Subject,
): Promise<void> {
  const chart = chartId === null ? null : await needs.charts.read(principal, chartId);
  const isReadable = await (kind === 'table'
    ? needs.datasets.readable(principal, id)
    : needs.editorSources.sees(principal, kind, id));
  const isOfChart = kind === 'table' && chart?.datasource_id === id;
  if (!isReadable && !isOfChart) throw new AppError('not_found', {});
}

async function readKept(
  needs: Needs,
  principal: Principal,
  key: string,
): Promise<{ readonly kept: Kept; readonly createdBy: number | null }> {
  const entry = await needs.store.read('explore_form_data', key, needs.now());
  if (!entry) throw new AppError('not_found', {});
  const kept = keptFrom(entry.value);
  await checkSubject(needs, principal, kept);
  return { kept, createdBy: entry.createdBy };
}

function keep(body: FormDataBody): Kept {
  const data = parseJsonObject(body.form_data);
  if (data === null) throw new AppError('invalid_fields', { fields: { form_data: [message('Invalid JSON')] } });
  const source = { kind: editorKindOf(body.datasource_type) ?? ('table' as const), id: body.datasource_id };
  return { source, chartId: body.chart_id || null, formData: data };
}

async function write(needs: Needs, principal: Principal, key: string, kept: Kept): Promise<void> {
  await checkSubject(needs, principal, kept);
  await needs.store.write(
    'explore_form_data',
    key,
    printKept(kept),
    principal.userId,
    needs.now(),
    new Date(needs.now().getTime() + FORM_DATA_DAYS * 86_400_000),
  );
}

/**
 * Only the author changes his state; whoever else has the key makes one of his own.
 * @throws AppError not_found,
 * forbidden
 */
async function own(needs: Needs, principal: Principal, key: string): Promise<void> {
  const { createdBy } = await readKept(needs, principal, key);
  if (!principal.isAdmin && (createdBy === null || createdBy !== principal.userId)) throw new AppError('forbidden', {});
}

async function permalinkOf(needs: Needs, principal: Principal, key: string) {
  const entry = await needs.store.read('explore_permalink', plainKey(key), needs.now());
  if (!entry) throw new AppError('not_found', {});
  const value = parseObject(entry.value);
  const data = asObject(value['formData']);
  const subject = subjectOf(data);
  if (subject === null) throw new AppError('not_found', {});
  await checkSubject(needs, principal, subject);
  return {
    ...subject,
    formData: data,
    urlParams: Array.isArray(value['urlParams']) ? (value['urlParams'] as unknown[]) : [],
  };
}

/** What the address said when the link was made, where templates find it. */
function withAddress<T extends { readonly formData: RawForm; readonly urlParams: readonly unknown[] }>(link: T): T {
  const params = link.urlParams.flatMap((pair) => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1])]] : []));
  if (params.length === 0) return link;
  const urlParams = { ...asObject(link.formData['url_params']), ...Object.fromEntries(params) };
  return { ...link, formData: { ...link.formData, url_params: urlParams } };
}

/** Settings stored under a key; a key that is gone is no error, the chart or dataset itself is shown then. */
async function givenSettings(
  needs: Needs,
  principal: Principal,
  query: ExploreQuery,
): Promise<{ readonly kept: Kept | null; readonly isLost: boolean }> {
  try {
    if (query.form_data_key !== undefined)
      return { kept: (await readKept(needs, principal, query.form_data_key)).kept, isLost: false };
    if (query.permalink_key !== undefined)
      return { kept: withAddress(await permalinkOf(needs, principal, query.permalink_key)), isLost: false };
  } catch (error) {
    if (!isAppError(error, 'not_found') || (query.slice_id === undefined && exploredOf(query) === null)) throw error;
    return { kept: null, isLost: true };
  }
  return { kept: null, isLost: false };
}

/** @throws AppError not_found when nothing that is named may be seen, invalid_request when nothing is named */
async function start(
  needs: Needs,
  principal: Principal,
  query: ExploreQuery,
  signal: AbortSignal,
): Promise<ExploreStart> {
  const { kept, isLost } = await givenSettings(needs, principal, query);
  const chartId = query.slice_id ?? kept?.chartId ?? null;
  const chart = chartId === null ? null : await needs.charts.read(principal, chartId);
  const source = kept?.source ?? (chart ? datasetOf(chart) : exploredOf(query));
  if (!chart && source === null)
    throw new AppError('invalid_request', { reason: message('Name a chart (slice_id) or a dataset (datasource_id).') });
  const dataset = source === null ? null : await explored(needs, principal, source, signal);
  if (!dataset && !chart) throw new AppError('not_found', {});
  const saved = chart ? chart.form_data : dataset ? { datasource: dataset.uid } : {};
  const form_data = kept
    ? { ...currentForm(kept.formData), ...(chartId === null ? {} : { slice_id: chartId }) }
    : saved;
  return {
    dataset,
    form_data,
    slice: chart && sliceOf(chart, principal),
    metadata: chart && metadataOf(chart, needs.now().getTime()),
    message: messageOf(isLost, chart !== null, dataset !== null),
  };
}

async function createFormData(
  needs: Needs,
  principal: Principal,
  body: FormDataBody,
  tabId: number | undefined,
): Promise<{ readonly key: string }> {
  const kept = keep(body);
  const tab =
    tabId === undefined || principal.userId === null
      ? null
      : contentKey('explore-tab', [principal.userId, tabId, ...partsOf(kept.source), kept.chartId]);
  const key = (tab === null ? null : await needs.store.read('tab_key', tab, needs.now()))?.value ?? randomKey();
  await write(needs, principal, key, kept);
  if (tab !== null)
    await needs.store.write(
      'tab_key',
      tab,
      key,
      principal.userId,
      needs.now(),
      new Date(needs.now().getTime() + FORM_DATA_DAYS * 86_400_000),
    );
  return { key };
}

async function updateFormData(
  needs: Needs,
  principal: Principal,
  key: string,
  body: FormDataBody,
): Promise<{ readonly key: string }> {
  await own(needs, principal, key);
  await write(needs, principal, key, keep(body));
  return { key };
}

async function readFormData(needs: Needs, principal: Principal, key: string): Promise<{ readonly form_data: string }> {
  return {
    form_data: printExactJson((await readKept(needs, principal, key)).kept.formData),
  };
}

async function removeFormData(needs: Needs, principal: Principal, key: string): Promise<void> {
  await own(needs, principal, key);
  await needs.store.remove('explore_form_data', key);
}

async function createPermalink(
  needs: Needs,
  principal: Principal,
  body: ExplorePermalinkBody,
): Promise<{ readonly key: string }> {
  const subject = subjectOf(body.formData);
  if (subject === null)
    throw new AppError('invalid_fields', { fields: { formData: [message('The datasource is missing.')] } });
  await checkSubject(needs, principal, subject);
  const value = { formData: body.formData, urlParams: body.urlParams ?? [] };
  const key = contentKey('explore', value);
  await needs.store.write('explore_permalink', key, printExactJson(value), principal.userId, needs.now(), null);
  return { key };
}

async function readPermalink(needs: Needs, principal: Principal, key: string) {
  const { chartId, source, formData: data, urlParams } = await permalinkOf(needs, principal, key);
  return {
    chartId,
    datasource: `${source.id}__${source.kind}`,
    datasourceId: source.id,
    datasourceType: source.kind,
    state: { formData: data, urlParams },
  };
}

function sliceOf(chart: ChartItem, principal: Principal): ExploreStart['slice'] {
  const owners = chart.owners.map((owner) => owner.id);
  return { ...chart, owners, can_edit: mayEditChart(principal, { ownerIds: owners }) };
}

function metadataOf(chart: ChartItem, now: number): ExploreMetadata {
  return {
    created_on_humanized: relativeTime(chart.created_on, now),
    changed_on_humanized: relativeTime(chart.changed_on, now),
    owners: chart.owners.map(nameOf),
    created_by: chart.created_by && nameOf(chart.created_by),
    changed_by: chart.changed_by && nameOf(chart.changed_by),
    dashboards: chart.dashboards.map(({ id, dashboard_title }) => ({ id, dashboard_title })),
  };
}

function messageOf(isLost: boolean, hasChart: boolean, hasDataset: boolean): string | null {
  if (!hasDataset) return 'The dataset of this chart is gone, or you may not read it.';
  if (!isLost) return null;
  return hasChart
    ? 'The unsaved settings behind this address have expired. The chart is shown as it was saved.'
    : 'The unsaved settings behind this address have expired.';
}

/** What is explored, in the words of the Explore page; `null` for what is not there or not for the principal. */
async function explored(
  { datasets, editorSources }: Needs,
  principal: Principal,
  { kind, id }: Explored,
  signal: AbortSignal,
): Promise<ExploreDataset | null> {
  if (kind === 'table') return datasets.one(principal, id);
  const found = await editorSources.find(principal, kind, id, signal);
  return found && editorDataset(found);
}

/** A query of the SQL editor by its key, in the words of a dataset. @throws AppError dataset_not_found */
async function editorSource(
  needs: Needs,
  principal: Principal,
  kind: EditorKind,
  id: number,
  signal: AbortSignal,
): Promise<ExploreDataset> {
  const found = await explored(needs, principal, { kind, id }, signal);
  if (!found) throw new AppError('dataset_not_found', {});
  return found;
}

function datasetOf({ datasource_id: id }: ChartItem): Explored | null {
  return id === null ? null : { kind: 'table', id };
}

function exploredOf({ datasource_id: id, datasource_type: type, datasource }: ExploreQuery): Explored | null {
  if (id !== undefined) return { kind: editorKindOf(type ?? '') ?? 'table', id };
  return datasource === undefined ? null : exploredIn(datasource);
}

/** `{id}__{type}` ([3.1-02]); `null` for a name of nothing that is explored. */
function exploredIn(name: string): Explored | null {
  if (!/^\d{1,10}__\w+$/.test(name)) return null;
  const { id, kind } = readDatasource({ id: name });
  const known = isDatasetKind(kind) ? 'table' : editorKindOf(kind);
  return id === null || known === null ? null : { kind: known, id };
}

function subjectOf(data: Readonly<Record<string, unknown>>): Subject | null {
  const source = typeof data['datasource'] === 'string' ? exploredIn(data['datasource']) : null;
  const chartId = Number(data['slice_id']);
  return source === null ? null : { source, chartId: Number.isInteger(chartId) && chartId > 0 ? chartId : null };
}

/** A dataset is named by its id alone, as it was before queries were explored. */
function partsOf({ kind, id }: Explored): readonly (string | number)[] {
  return kind === 'table' ? [id] : [id, kind];
}

function printKept({ source: { kind, id }, chartId, formData }: Kept): string {
  return printExactJson({ datasetId: id, ...(kind !== 'table' && { kind }), chartId, formData });
}

function keptFrom(text: string): Kept {
  const value = parseObject(text);
  const kind = typeof value['kind'] === 'string' ? editorKindOf(value['kind']) : null;
  return {
    source: { kind: kind ?? 'table', id: Number(value['datasetId']) },
    chartId: typeof value['chartId'] === 'number' ? value['chartId'] : null,
    formData: asObject(value['formData']),
  };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function parseJsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = parseJsonText(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
