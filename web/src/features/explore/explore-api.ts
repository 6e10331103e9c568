import { queryOptions } from '@tanstack/react-query';
import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import { exploreStartSearch } from '@tessera/core/explore-start';
import { stableJson } from '@tessera/core/stable-json';
import type { RawForm } from '@tessera/core/form-data';
import type { AnyViz } from '@tessera/viz/erase';
import type { ChartItem, ExploreStartBody, KeyBody, Result, SavedBody } from '@tessera/server/contract';
import { request, requestAnswer } from '../../api/client.ts';
import { printExactJson } from '@tessera/core/exact-json';
import type { Shown } from '../../chart/use-chart.ts';
import { asShown, chartRequest, fetchChartSql, type ChartRequest } from '../../chart/chart-actions.ts';
import { readDatasetFields, type DatasetFields } from '../../controls/fields.ts';
import type { ExploreAddress } from './explore-address.ts';
import type { ChartPayload } from '../../chart-editor/chart-payload.ts';
import { readSavedChart } from './saved-chart.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

export type ExploreStart = {
  readonly dataset: DatasetFields | null;
  readonly chart: SavedChart | null;
  /** Form data to show: stored under the key, saved with the chart, or only the dataset. */
  readonly form: RawForm;
  /** Form data as the chart was saved; null without a chart. */
  readonly savedForm: RawForm | null;
  readonly message: string | null;
};

/** Dataset, chart and settings that an address begins with. Always read anew: a chart may have been saved elsewhere. */
export function exploreStart(address: ExploreAddress) {
  const search = exploreStartSearch(address);
  return queryOptions({
    queryKey: ['explore', 'start', search, address.formData],
    queryFn: ({ signal }) => loadStart(search, address, signal),
    enabled: search !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

async function loadStart(search: string, address: ExploreAddress, signal: AbortSignal): Promise<ExploreStart> {
  const { result } = await request<ExploreStartBody>(`/explore/?${search}`, { signal });
  return {
    dataset: result.dataset === null ? null : readDatasetFields(result.dataset),
    chart: result.slice === null ? null : readSavedChart(result.slice, result.metadata?.owners),
    form: address.formData === null ? result.form_data : { ...result.form_data, ...address.formData },
    savedForm: result.slice?.form_data ?? null,
    message: result.message,
  };
}

/** Keep the state of the page on the server; its key goes into the address (ruling 28). */
export async function keepFormData(
  dataset: Pick<DatasetFields, 'id' | 'type'>,
  chartId: number | null,
  form: RawForm,
): Promise<string> {
  const { key } = await request<KeyBody>('/explore/form_data', {
    method: 'POST',
    body: {
      datasource_id: dataset.id,
      datasource_type: dataset.type,
      chart_id: chartId,
      form_data: printExactJson(form),
    },
  });
  return key;
}

export async function createChart(payload: ChartPayload & { readonly tags?: readonly number[] }): Promise<SavedChart> {
  const { id } = await request<SavedBody>('/chart/', { method: 'POST', body: payload });
  return readChart(id);
}

/** @throws ApiError 412 when somebody saved the chart since it was read */
export async function overwriteChart(
  chart: Pick<SavedChart, 'id' | 'version'>,
  patch: Partial<ChartPayload> & Readonly<Record<string, unknown>>,
): Promise<SavedChart> {
  await request(`/chart/${chart.id}`, { method: 'PUT', body: patch, ifMatch: chart.version });
  return readChart(chart.id);
}

/** A chart as it is stored now, with its version. */
export async function readChart(id: number): Promise<SavedChart> {
  const { data, version } = await requestAnswer<Result<ChartItem>>(`/chart/${id}`);
  const chart = readSavedChart(data.result);
  return { ...chart, version: version ?? chart.version };
}

/** The SQL of each query of a form, without running it. */
export function chartSql(form: RawForm, viz: AnyViz, dataset: Pick<DatasetFields, 'id' | 'type'>) {
  return queryOptions({
    queryKey: ['chart-sql', dataset.id, viz.type, form],
    queryFn: ({ signal }) => fetchChartSql(requestOf(form, viz, dataset, false), signal),
    staleTime: 60_000,
    retry: false,
  });
}

/** The request of all rows of the chart, for a file. */
export function rowsRequest({
  form,
  viz,
  dataset,
  shown,
}: {
  readonly form: RawForm;
  readonly viz: AnyViz;
  readonly dataset: Pick<DatasetFields, 'id' | 'type'>;
  readonly shown: Shown | null;
}): ChartRequest {
  const asked = requestOf(form, viz, dataset, true);
  // A picture of other settings says nothing about this file.
  const isSame =
    shown !== null && stableJson(shown.effective.queries) === stableJson(requestOf(form, viz, dataset, false).queries);
  return isSame ? asShown(asked, shown.results) : asked;
}

function requestOf(
  form: RawForm,
  viz: AnyViz,
  dataset: Pick<DatasetFields, 'id' | 'type'>,
  forExport: boolean,
): ChartRequest {
  const effective = effectiveQuery({ ...standalone(form), forExport }, viz.buildQueries);
  return chartRequest(effective, { dashboardId: null, datasource: { id: dataset.id, type: dataset.type } });
}
