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
  readonly permalinkKey: string | null;
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
    permalinkKey: parameters.get('permalink_key'),
  };
}

/** The address without what is read once. */
export function withoutReadOnce(parameters: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(parameters);
  kept.delete('focused_chart');
  kept.delete('edit');
  return kept;
}

/** Parameters that a link to the dashboard keeps: those of other programs, not those that name a state of ours. */
export function linkParameters(parameters: URLSearchParams): readonly (readonly [string, string])[] {
  const own = new Set([
    'native_filters',
    'native_filters_key',
    'permalink_key',
    'preselect_filters',
    'edit',
    'focused_chart',
  ]);
  return [...parameters].filter(([name]) => !own.has(name));
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function flag(text: string | null): boolean {
  return text === 'true' || text === '1';
}
