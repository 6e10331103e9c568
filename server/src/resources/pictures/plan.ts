import { dashboardColors } from '@tessera/core/colors/dashboard-colors';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { sheetFrames, stageOf, type SheetFrame } from '@tessera/core/layout/sheet-frames';
import { componentOf, type Layout } from '@tessera/core/layout/types';
import type { Translator } from '@tessera/core/messages';
import { openingMasks } from '@tessera/core/native-filters/opening-masks';
import type { StoredMetric } from '@tessera/viz/read-metric-formats';
import { canvasReach, SHEET_MARGIN } from '../../render/sheet-svg.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { DashboardDataset } from '../dashboards/datasets.ts';
import type { PermalinkState } from '../dashboards/schema.ts';
import { namelessDataset, namesAndFormats } from '../names-and-formats.ts';
import { layoutOf, questionOf, settingsOf } from '../page-questions.ts';

/** What a picture is for: a small one of the top, for lists and links, or the whole dashboard. */
export type PictureKind = 'thumbnail' | 'screenshot';
export type Mode = 'light' | 'dark';

/** Who reads, and in what. */
export type Asked = { readonly mode: Mode; readonly translator: Translator };

/** Which picture of a dashboard it is. `version`: null for what the dashboard is now. */
export type Subject = {
  readonly dashboardId: number;
  readonly kind: PictureKind;
  readonly version: number | null;
  readonly state: PermalinkState;
};

/** What of a chart its picture is made of. */
export type PicturedChart = Pick<
  ChartItem,
  'id' | 'uuid' | 'slice_name' | 'viz_type' | 'form_data' | 'datasource' | 'datasource_id'
>;

/** A dashboard as one reader has it: every chart among `charts` is one that they may see. */
export type Pictured = {
  readonly id: number;
  readonly title: string;
  readonly settings: string | null;
  readonly positions: string | null;
  readonly charts: readonly PicturedChart[];
  readonly datasets: readonly (Pick<DashboardDataset, 'id' | 'verbose_map'> & Pick<PlannedCard, 'metrics'>)[];
};

type Question = NonNullable<Awaited<ReturnType<typeof questionOf>>>;

/** The card of a chart, and what it asks. */
export type PlannedCard = {
  readonly componentId: string;
  readonly title: string;
  /** Of its picture, in px. */
  readonly size: { readonly width: number; readonly height: number };
  /** Null where the reader may not see the chart, or it is gone. */
  readonly chart: PicturedChart | null;
  /** Null for a chart that cannot be asked, or waits for a value of a filter. */
  readonly question: Question | null;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly metrics: readonly StoredMetric[];
};

export type Plan = {
  readonly dashboardId: number;
  readonly kind: PictureKind;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly least: number;
  readonly most: number;
  readonly frames: readonly SheetFrame[];
  readonly cards: readonly PlannedCard[];
  readonly colors: ReturnType<typeof dashboardColors> & { readonly order: readonly number[] };
  /** Of the address that is pictured: templates read them. */
  readonly addressed: Readonly<Record<string, string>>;
};

/** px of the picture; `scale`: pixels of the image for each. */
export const pictureSizes: Readonly<
  Record<PictureKind, { readonly width: number; readonly least: number; readonly most: number; readonly scale: number }>
> = {
  thumbnail: { width: 1200, least: 720, most: 720, scale: 2 / 3 },
  screenshot: { width: 1440, least: 480, most: 12_000, scale: 1.5 },
};

/** A picture asks no more charts; the others have words in their cards. */
const MOST_CHARTS = 40;

/** What stands on a picture of a dashboard and what its charts ask, in the state that was given. */
export async function planOf(pictured: Pictured, kind: PictureKind, state: PermalinkState = {}): Promise<Plan> {
  const settings = settingsOf(pictured.settings);
  const layout = layoutOf(pictured.positions, pictured.charts);
  const { width: whole, least, most } = pictureSizes[kind];
  const width = whole - 2 * SHEET_MARGIN;
  const placed = sheetFrames(layout, width, openTabs(layout, state));
  const frames = placed.frames.filter(({ y }) => y < canvasReach(most));
  const byId = new Map(pictured.charts.map((chart) => [chart.id, chart]));
  const names = new Map(pictured.datasets.map((dataset) => [dataset.id, namesAndFormats(dataset)]));
  const masksOf = openingMasks(settings, layout, broughtBy(state, pictured.charts));
  const shown = frames.flatMap((frame) => (frame.kind === 'chart' ? [frame] : []));
  return {
    dashboardId: pictured.id,
    kind,
    title: pictured.title,
    width,
    height: placed.height,
    least,
    most,
    frames: frames.map((frame) => (frame.kind === 'chart' ? { ...frame, name: null } : frame)),
    cards: await Promise.all(
      shown.map(async (frame, at): Promise<PlannedCard> => {
        const chart = byId.get(frame.chartId) ?? null;
        const { width: across, height } = stageOf(frame);
        const masks = chart === null || at >= MOST_CHARTS ? null : masksOf(chart.id);
        return {
          componentId: frame.componentId,
          // A name that the dashboard gives is the chart's: who may not see the one does not learn the other.
          title: chart === null ? '' : (frame.name ?? chart.slice_name),
          size: { width: across, height },
          chart,
          question: chart === null || masks === null ? null : await questionOf(chart, masks, true).catch(() => null),
          ...((chart?.datasource_id == null ? undefined : names.get(chart.datasource_id)) ?? namelessDataset),
        };
      }),
    ),
    colors: { ...dashboardColors(settings), order: chartIdsOf(layout) },
    addressed: Object.fromEntries(state.urlParams ?? []),
  };
}

/** The tabs that a state has open, those around its anchor among them. */
function openTabs(layout: Layout, { activeTabs, anchor }: PermalinkState): readonly string[] {
  const anchored = anchor ? [anchor, ...(componentOf(layout, anchor)?.parents ?? [])] : [];
  return [...anchored, ...(activeTabs ?? [])];
}

function broughtBy({ dataMask }: PermalinkState, charts: readonly PicturedChart[]) {
  if (!dataMask) return null;
  return {
    masks: dataMask,
    charts: charts.map(({ id, slice_name: name, datasource_id: datasetId }) => ({ id, name, emits: true, datasetId })),
  };
}
