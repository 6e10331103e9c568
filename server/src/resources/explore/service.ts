import { message } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { bindAll } from '../../bind-all.ts';
import { editorKindOf, type EditorKind } from '../../chart-data/dataset-kind.ts';
import type { Principal } from '../../principal.ts';
import { mayEditChart } from '../access/policy.ts';
import { parseObject } from '../json-text.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { ChartService } from '../charts/service.ts';
import type { ExploreDataset, DatasetStore } from '../dashboards/datasets.ts';
import type { PresentedSource } from '../editor-sources/present.ts';
import type { EditorSourceService } from '../editor-sources/service.ts';
import { contentKey, plainKey, randomKey } from '../key-value/keys.ts';
import { nameOf } from '../list-searches.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import { parseJsonText } from '../json-text.ts';
import type { ExplorePermalinkBody, ExploreQuery, FormDataBody } from './schema.ts';

type Needs = {
  readonly charts: Pick<ChartService, 'read'>;
  readonly datasets: DatasetStore;
  /** Queries of the SQL editor, which charts are made of before they are datasets. */
  readonly sources: Pick<EditorSourceService, 'explore'>;
  readonly store: KeyValueStore;
  readonly now: () => Date;
};

/** Where an explore page begins: the dataset, the chart if there is one, and the settings to show. */
export type ExploreStart = {
  readonly dataset: ExploreDataset | PresentedSource | null;
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
type Subject = {
  readonly datasetId: number;
  /** Null for a dataset. */
  readonly editorKind: EditorKind | null;
};

type Kept = Subject & {
  readonly chartId: number | null;
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
  });
}

/** Its chart or its dataset must be open to the user. @throws AppError not_found */
async function checkSubject(needs: Needs, principal: Principal, subject: Omit<Kept, 'formData'>): Promise<void> {
  if (subject.chartId !== null) await needs.charts.read(principal, subject.chartId);
  if (subject.editorKind !== null) {
    if ((await datasetOf(needs, principal, subject)) === null) throw new AppError('not_found', {});
    return;
  }
  const isReadable = await needs.datasets.readable(principal, subject.datasetId);
  if (!isReadable && subject.chartId === null) throw new AppError('not_found', {});
  if (!isReadable && (await needs.charts.read(principal, subject.chartId ?? 0)).datasource_id !== subject.datasetId)
    throw new AppError('not_found', {});
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
  const editorKind = editorKindOf(body.datasource_type);
  return { datasetId: body.datasource_id, editorKind, chartId: body.chart_id || null, formData: data };
}

async function write(needs: Needs, principal: Principal, key: string, kept: Kept): Promise<void> {
  await checkSubject(needs, principal, kept);
  await needs.store.write(
    'explore_form_data',
    key,
    printExactJson(kept),
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
      return { kept: await permalinkOf(needs, principal, query.permalink_key), isLost: false };
  } catch (error) {
    if (!isAppError(error, 'not_found') || (query.slice_id === undefined && namedIn(query) === null)) throw error;
    return { kept: null, isLost: true };
  }
  return { kept: null, isLost: false };
}

/** @throws AppError not_found when nothing that is named may be seen, invalid_request when nothing is named */
async function start(needs: Needs, principal: Principal, query: ExploreQuery): Promise<ExploreStart> {
  const { kept, isLost } = await givenSettings(needs, principal, query);
  const chartId = query.slice_id ?? kept?.chartId ?? null;
  const chart = chartId === null ? null : await needs.charts.read(principal, chartId);
  const subject = kept ?? (chart ? ofDataset(chart.datasource_id) : namedIn(query));
  if (!chart && subject === null)
    throw new AppError('invalid_request', { reason: message('Name a chart (slice_id) or a dataset (datasource_id).') });
  const dataset = subject === null ? null : await datasetOf(needs, principal, subject);
  if (!dataset && !chart) throw new AppError('not_found', {});
  const saved = chart ? chart.form_data : dataset ? { datasource: dataset.uid } : {};
  const form_data = kept ? { ...kept.formData, ...(chartId === null ? {} : { slice_id: chartId }) } : saved;
  return {
    dataset,
    form_data,
    slice: chart && sliceOf(chart, principal),
    metadata: chart && metadataOf(chart, needs.now().getTime()),
    message: messageOf(isLost, chart !== null, dataset !== null),
  };
}

/** The dataset, or the query as one; null for whoever may not read it. */
function datasetOf(needs: Needs, principal: Principal, { datasetId, editorKind }: Subject) {
  return editorKind === null
    ? needs.datasets.one(principal, datasetId)
    : needs.sources.explore(principal, editorKind, datasetId);
}

function ofDataset(datasetId: number | null): Subject | null {
  return datasetId === null ? null : { datasetId, editorKind: null };
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
      : contentKey('explore-tab', [principal.userId, tabId, kept.datasetId, kept.chartId]);
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
  const { chartId, datasetId, editorKind, formData: data, urlParams } = await permalinkOf(needs, principal, key);
  const type = editorKind ?? 'table';
  return {
    chartId,
    datasource: `${datasetId}__${type}`,
    datasourceId: datasetId,
    datasourceType: type,
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

function namedIn({ datasource_id: id, datasource_type: type, datasource }: ExploreQuery): Subject | null {
  if (id !== undefined) return { datasetId: id, editorKind: editorKindOf(type ?? '') };
  return datasource === undefined ? null : subjectIn(datasource);
}

/** Reads `{id}__{type}` ([3.1-02]). */
function subjectIn(name: string): Subject | null {
  const [, id, type = ''] = /^(\d{1,10})__(table|dataset|query|saved_query)$/i.exec(name) ?? [];
  return id === undefined ? null : { datasetId: Number(id), editorKind: editorKindOf(type) };
}

function subjectOf(data: Readonly<Record<string, unknown>>): Omit<Kept, 'formData'> | null {
  const subject = typeof data['datasource'] === 'string' ? subjectIn(data['datasource']) : null;
  const chartId = Number(data['slice_id']);
  return subject && { ...subject, chartId: Number.isInteger(chartId) && chartId > 0 ? chartId : null };
}

function keptFrom(text: string): Kept {
  const value = parseObject(text);
  return {
    datasetId: Number(value['datasetId']),
    editorKind: editorKindOf(typeof value['editorKind'] === 'string' ? value['editorKind'] : ''),
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
