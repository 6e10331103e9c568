import type { RawForm } from '@tessera/core/form-data';
import { parseExactJson } from '@tessera/core/exact-json';
import { currentForm } from '@tessera/viz/former-types';
import { parseDatasourceKey, type DatasourceType } from '../../controls/fields.ts';

export type DatasourceRef = { readonly id: number; readonly type: DatasourceType };

/** What the address of explore asks for ([2.1-03], ruling 28). */
export type ExploreAddress = {
  readonly chartId: number | null;
  readonly datasource: DatasourceRef | null;
  readonly vizType: string | null;
  readonly formDataKey: string | null;
  readonly permalinkKey: string | null;
  /** Form data written into the address by a script or an old link; it wins over what is saved. */
  readonly formData: RawForm | null;
  readonly force: boolean;
  /** Chart alone, without panels and bars. */
  readonly standalone: boolean;
  /** Dashboard that the chart shall be put on: the save dialog offers it first. */
  readonly dashboardId: number | null;
  /** Dashboard that the chart was opened from: it has its colours there. */
  readonly fromDashboard: number | null;
  readonly open: 'csv' | 'query' | 'results' | 'samples' | null;
};

export function parseExploreAddress(parameters: URLSearchParams): ExploreAddress {
  const formData = readFormData(parameters.get('form_data'));
  const given = readId(parameters.get('datasource_id'));
  const key = parseDatasourceKey(parameters.get('datasource')) ?? parseDatasourceKey(formData?.['datasource']);
  const type = parseDatasourceKey(`${given ?? 0}__${parameters.get('datasource_type') ?? 'table'}`)?.type ?? 'table';
  return {
    chartId:
      readId(parameters.get('slice_id')) ??
      readId(typeof formData?.['slice_id'] === 'number' ? String(formData['slice_id']) : null),
    datasource: given === null ? key : { id: given, type },
    vizType: parameters.get('viz_type') || (typeof formData?.['viz_type'] === 'string' ? formData['viz_type'] : null),
    formDataKey: parameters.get('form_data_key') || null,
    permalinkKey: parameters.get('permalink_key') || null,
    formData,
    force: isOn(parameters.get('force')),
    standalone: isOn(parameters.get('standalone')),
    dashboardId: readId(parameters.get('dashboard_id')),
    fromDashboard: readId(parameters.get('from_dashboard')),
    open: (['csv', 'query', 'results', 'samples'] as const).find((name) => isOn(parameters.get(name))) ?? null,
  };
}

/** The address of a state that is stored on the server under `formDataKey`. */
export function exploreSearch(state: {
  readonly chartId: number | null;
  readonly datasource: DatasourceRef | null;
  readonly formDataKey: string | null;
  readonly dashboardId?: number | null;
  readonly fromDashboard?: number | null;
}): string {
  const parameters = new URLSearchParams();
  if (state.formDataKey !== null) parameters.set('form_data_key', state.formDataKey);
  if (state.chartId !== null) parameters.set('slice_id', String(state.chartId));
  if (state.datasource !== null && (state.chartId === null || state.formDataKey !== null)) {
    parameters.set('datasource_id', String(state.datasource.id));
    parameters.set('datasource_type', state.datasource.type);
  }
  if (state.dashboardId != null) parameters.set('dashboard_id', String(state.dashboardId));
  if (state.fromDashboard != null) parameters.set('from_dashboard', String(state.fromDashboard));
  return `?${parameters.toString()}`;
}

function readId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

function isOn(text: string | null): boolean {
  return text !== null && text !== '' && text !== '0' && text.toLowerCase() !== 'false';
}

function readFormData(text: string | null): RawForm | null {
  if (text === null) return null;
  try {
    const value = parseExactJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? currentForm(value as RawForm) : null;
  } catch {
    return null;
  }
}
