import type { SampleFilter } from './filters.ts';

/** A chunk of a sample dashboard: a chart by its key, or text. Width in twelfths, height in units of 8 px. */
export type SampleChunk = { readonly width: number; readonly height: number } & (
  | { readonly chart: string }
  | { readonly text: string }
);
export type SampleDashboard = {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  /** Colours that mean something here; other names take the palette's. */
  readonly colors?: Readonly<Record<string, string>>;
  readonly filters?: readonly SampleFilter[];
} & ({ readonly rows: SampleRows } | { readonly tabs: readonly SampleTab[] });
export type SampleRows = readonly (readonly SampleChunk[])[];
export type SampleTab = { readonly title: string; readonly rows: SampleRows };

const chart = (key: string, width: number, height: number): SampleChunk => ({ chart: key, width, height });
const text = (markdown: string, width: number, height: number): SampleChunk => ({ text: markdown, width, height });

/** The sample dashboards, the one to show first. */
export const sampleDashboards: readonly SampleDashboard[] = [
  {
    title: 'US flights',
    slug: 'flights',
    description: 'Three million flights: when they leave, where from, and how late.',
    colors: {
      Early: '#1b8a97',
      'On time': '#7cbfb2',
      Late: '#e0a13a',
      'More than an hour late': '#c8455b',
      'Under 500 mi': '#8cc7cf',
      '500–1,500 mi': '#3d9aa6',
      'Over 1,500 mi': '#14707d',
      avg_delay: '#d98c2b',
      'Average delay (min)': '#d98c2b',
      late_share: '#c8455b',
      'Late flights': '#c8455b',
    },
    filters: [
      { key: 'flights-date', name: 'Date', type: 'filter_time' },
      {
        key: 'flights-state',
        name: 'State',
        type: 'filter_select',
        description: 'Where the flight began.',
        of: { table: 'flights', column: 'origin_state' },
      },
      {
        key: 'flights-city',
        name: 'City',
        type: 'filter_select',
        description: 'Cities of the states that are chosen.',
        of: { table: 'flights', column: 'origin_city' },
        below: ['flights-state'],
      },
      {
        key: 'flights-haul',
        name: 'Distance',
        type: 'filter_select',
        of: { table: 'flights', column: 'haul' },
      },
      {
        key: 'flights-hour',
        name: 'Hour of departure',
        type: 'filter_range',
        of: { table: 'flights', column: 'departure_hour' },
      },
    ],
    rows: [
      [chart('flights', 3, 18), chart('late', 3, 18), chart('delay', 3, 18), chart('miles', 3, 18)],
      [chart('per_day', 8, 46), chart('haul', 4, 46)],
      [chart('by_hour', 6, 42), chart('late_week', 6, 42)],
      [chart('airports', 8, 54), chart('by_weekday', 4, 54)],
      [
        text(
          '**About the data.** Domestic flights in the United States, January to June 2001, as airlines ' +
            'reported them to the Bureau of Transportation Statistics. A flight is late from 15 minutes on.',
          12,
          8,
        ),
      ],
    ],
  },
  {
    title: 'Lives and births',
    slug: 'gapminder',
    description: 'How long people live and how many children they have, 1955 to 2005.',
    rows: [
      [chart('gap_trend', 7, 50), chart('gap_population', 5, 50)],
      [chart('gap_fertility', 5, 46), chart('gap_countries', 7, 46)],
      [
        text(
          '**About the data.** By [Gapminder](https://www.gapminder.org), CC BY 4.0. Means count each country ' +
            'once, whatever its size.',
          12,
          8,
        ),
      ],
    ],
  },
  {
    title: 'Seattle weather',
    slug: 'seattle-weather',
    description: 'Four years of rain and sun.',
    colors: {
      rain: '#2f7fb5',
      drizzle: '#62b8bd',
      sun: '#e2a530',
      fog: '#93a1ad',
      snow: '#a493cf',
      avg_high: '#cf6240',
      'Average high (°C)': '#cf6240',
      avg_low: '#2f7fb5',
      'Average low (°C)': '#2f7fb5',
    },
    rows: [
      [chart('rain', 4, 40), chart('temperature', 8, 40)],
      [chart('sky_month', 8, 46), chart('sky', 4, 46)],
    ],
  },
];

type PlacedChart = { readonly id: number; readonly uuid: string; readonly name: string };
type PlacedCharts = ReadonlyMap<string, PlacedChart>;
type Components = Readonly<Record<string, unknown>>;

/** The keys of the charts of a sample dashboard. */
export function chartKeysOf(dashboard: SampleDashboard): readonly string[] {
  const rows = 'tabs' in dashboard ? dashboard.tabs.flatMap((tab) => tab.rows) : dashboard.rows;
  return rows.flat().flatMap((chunk) => ('chart' in chunk ? [chunk.chart] : []));
}

/** The layout map of a sample dashboard (`position_json`). */
export function samplePosition(dashboard: SampleDashboard, charts: PlacedCharts): string {
  const { title, slug } = dashboard;
  const grid = (children: readonly string[]) => ({ id: 'GRID_ID', type: 'GRID', parents: ['ROOT_ID'], children });
  const base = { DASHBOARD_VERSION_KEY: 'v2', HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', meta: { text: title } } };
  if ('rows' in dashboard) {
    const { ids, components } = placedRows(dashboard.rows, ['ROOT_ID', 'GRID_ID'], slug, charts);
    const root = { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] };
    return JSON.stringify({ ...base, ROOT_ID: root, GRID_ID: grid(ids), ...components });
  }
  const tabsId = `TABS-${slug}`;
  const tabs = dashboard.tabs.map((tab, index) => {
    const id = `TAB-${slug}-${index + 1}`;
    const { ids, components } = placedRows(tab.rows, ['ROOT_ID', tabsId, id], `${slug}-${index + 1}`, charts);
    const parents = ['ROOT_ID', tabsId];
    return {
      id,
      components: { [id]: { id, type: 'TAB', children: ids, parents, meta: { text: tab.title } }, ...components },
    };
  });
  const ids = tabs.map(({ id }) => id);
  return JSON.stringify({
    ...base,
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: [tabsId] },
    GRID_ID: grid([]),
    [tabsId]: { id: tabsId, type: 'TABS', children: ids, parents: ['ROOT_ID'], meta: {} },
    ...Object.assign({}, ...tabs.map(({ components }) => components)),
  });
}

function placedRows(
  rows: SampleRows,
  parents: readonly string[],
  prefix: string,
  charts: PlacedCharts,
): { readonly ids: readonly string[]; readonly components: Components } {
  const placed = rows.map((chunks, index) => placedRow(chunks, parents, `${prefix}-${index + 1}`, charts));
  return { ids: placed.map(({ id }) => id), components: Object.assign({}, ...placed.map((row) => row.components)) };
}

function placedRow(chunks: readonly SampleChunk[], parents: readonly string[], prefix: string, charts: PlacedCharts) {
  const rowId = `ROW-${prefix}`;
  const inRow = chunks.map((chunk, at) => {
    const type = 'chart' in chunk ? 'CHART' : 'MARKDOWN';
    const id = `${type}-${prefix}-${at + 1}`;
    return { id, type, children: [], parents: [...parents, rowId], meta: metaOf(chunk, charts) };
  });
  const row = {
    id: rowId,
    type: 'ROW',
    children: inRow.map(({ id }) => id),
    parents,
    meta: { background: 'BACKGROUND_TRANSPARENT' },
  };
  return { id: rowId, components: { [rowId]: row, ...Object.fromEntries(inRow.map((one) => [one.id, one])) } };
}

function metaOf(chunk: SampleChunk, charts: PlacedCharts) {
  const size = { width: chunk.width, height: chunk.height };
  if ('text' in chunk) return { ...size, code: chunk.text };
  const placed = charts.get(chunk.chart);
  return { ...size, chartId: placed?.id, uuid: placed?.uuid, sliceName: placed?.name };
}
