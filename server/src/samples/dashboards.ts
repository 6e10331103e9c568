/** A chunk of a sample dashboard: a chart by its key, or text. Width in twelfths, height in units of 8 px. */
type SamplePiece = { readonly width: number; readonly height: number } & (
  | { readonly chart: string }
  | { readonly text: string }
);
export type SampleDashboard = {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  /** Colours that mean something here; other names take the palette's. */ readonly colors?: Readonly<
    Record<string, string>
  >;
  readonly rows: readonly (readonly SamplePiece[])[];
};

const chart = (key: string, width: number, height: number): SamplePiece => ({ chart: key, width, height });
const text = (markdown: string, width: number, height: number): SamplePiece => ({ text: markdown, width, height });

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

/** The layout map of a sample dashboard (`position_json`). */
export function samplePosition(
  { title, slug, rows }: SampleDashboard,
  charts: ReadonlyMap<string, PlacedChart>,
): string {
  const rowIds = rows.map((_, index) => `ROW-${slug}-${index + 1}`);
  const components: Record<string, unknown> = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', parents: ['ROOT_ID'], children: rowIds },
    HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', meta: { text: title } },
  };
  for (const [index, chunks] of rows.entries()) {
    const rowId = `ROW-${slug}-${index + 1}`;
    const parents = ['ROOT_ID', 'GRID_ID'];
    const children = chunks.map((piece, at) => {
      const id = `${'chart' in piece ? 'CHART' : 'MARKDOWN'}-${slug}-${index + 1}-${at + 1}`;
      const size = { width: piece.width, height: piece.height };
      const placed = 'chart' in piece ? charts.get(piece.chart) : undefined;
      const meta =
        'chart' in piece
          ? { ...size, chartId: placed?.id, uuid: placed?.uuid, sliceName: placed?.name }
          : { ...size, code: piece.text };
      components[id] = {
        id,
        type: 'chart' in piece ? 'CHART' : 'MARKDOWN',
        children: [],
        parents: [...parents, rowId],
        meta,
      };
      return id;
    });
    components[rowId] = { id: rowId, type: 'ROW', children, parents, meta: { background: 'BACKGROUND_TRANSPARENT' } };
  }
  return JSON.stringify(components);
}
