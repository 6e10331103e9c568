import { pageParameters } from '../../api/page-parameters.ts';

/** What the address of a dashboard says ([2.2-01] to [2.2-07]). */
export type DashboardAddress = {
  /** Bit 4 and every standalone mode; the shell reads them as well. */
  readonly hidesNavigation: boolean;
  readonly hidesTitle: boolean;
  readonly hidesTabs: boolean;
  readonly hidesChartControls: boolean;
  readonly edit: boolean;
  /** Chart to scroll to; removed from the address once it is read. */
  readonly focusedChart: number | null;
  /** The comment that a link leads to; removed from the address once it is read. */
  readonly comment: number | null;
  readonly permalinkKey: string | null;
  /** The key of a stored filter state. */
  readonly filtersKey: string | null;
  /** Filter values that the address itself says, as it says them. */
  readonly filters: string | null;
  /** Values by chart and column, as older dashboards sent them. */
  readonly preselected: string | null;
  /** The open tabs that are not the first of their set. */
  readonly tabs: string | null;
  /** On a wall: seconds for each of the top-level tabs. */
  readonly rotatesEvery: number | null;
  readonly hidesFilters: boolean;
  readonly foldsFilters: boolean;
};

const HIDE_TITLE = 1;
const HIDE_TABS = 2;
const HIDE_NAVIGATION = 4;
const HIDE_CHART_CONTROLS = 8;

export function readDashboardAddress(parameters: URLSearchParams): DashboardAddress {
  const bits = count(parameters.get('uiConfig')) ?? 0;
  const standalone = parameters.get('standalone');
  const mode = standalone === 'true' ? 1 : (count(standalone) ?? 0);
  return {
    hidesNavigation: (bits & HIDE_NAVIGATION) !== 0 || (mode >= 1 && mode <= 3),
    hidesTitle: (bits & HIDE_TITLE) !== 0 || mode === 2 || mode === 3,
    hidesTabs: (bits & HIDE_TABS) !== 0,
    hidesChartControls: (bits & HIDE_CHART_CONTROLS) !== 0 || mode === 3,
    edit: flag(parameters.get('edit')),
    focusedChart: count(parameters.get('focused_chart')),
    comment: count(parameters.get('comment')),
    permalinkKey: parameters.get('permalink_key'),
    filtersKey: parameters.get('native_filters_key'),
    filters: parameters.get('native_filters'),
    preselected: parameters.get('preselect_filters'),
    tabs: parameters.get('tabs'),
    rotatesEvery: (count(parameters.get('rotate')) ?? 0) >= 5 ? count(parameters.get('rotate')) : null,
    hidesFilters: isOff(parameters.get('show_filters')) || mode === 3,
    foldsFilters: isOff(parameters.get('expand_filters')),
  };
}

/** The address without what is read once. */
export function withoutReadOnce(parameters: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(parameters);
  kept.delete('focused_chart');
  kept.delete('edit');
  kept.delete('comment');
  return kept;
}

/** Parameters that a link to the dashboard keeps: those of other programs, not those that name a state of ours. */
export function linkParameters(parameters: URLSearchParams): [string, string][] {
  return pageParameters(withoutReadOnce(parameters));
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function flag(text: string | null): boolean {
  return text === 'true' || text === '1';
}

/** 'no', 'false' and 0 say no (ruling 42 g); what is missing says nothing. */
function isOff(text: string | null): boolean {
  return text !== null && ['0', 'false', 'no', 'off'].includes(text.toLowerCase());
}
