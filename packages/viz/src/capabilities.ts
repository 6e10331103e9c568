/** Width in dashboard columns, height in rows of 8 px. */
export type Size = { readonly width: number; readonly height: number };

/** What a chart type can do, known before its code loads: the server, access and dashboards decide by it. */
export type Capabilities = {
  /** A selection of its marks becomes a data mask. */
  readonly emitsFilters: boolean;
  /** Its marks name the rows behind them. */
  readonly drillsToDetail: boolean;
  /** Its marks can be split by another dimension. */
  readonly drillsBy: boolean;
  /** It breaks values down by dimensions, so that it may show a drill that began on another chart. */
  readonly isDrillTarget: boolean;
  readonly brushes: 'x' | 'xy' | null;
  /** What is selected on other charts is marked as a part of the whole; see `ChartContext.whole`. */
  readonly marksPart?: true;
  /** A part is asked for once the whole is here, whose places it has; see `BuildContext.whole`. */
  readonly alignsPart?: true;
  readonly stacks: boolean;
  readonly needsTime: boolean;
  /** It asks the server for pages, order and search (own state). */
  readonly pages: boolean;
  readonly size: { readonly minimum: Size; readonly default: Size };
  /** What stands in its place while it loads. */
  readonly skeleton: Skeleton;
  /** Beyond these the drawing stays correct but can hardly be read; panels warn. */
  readonly limits: { readonly rows: number; readonly series: number };
};

export type Skeleton = 'line' | 'bars' | 'circle' | 'grid' | 'number' | 'map' | 'blocks';

/** Marks that filter and drill, as most types have them. */
export const interactive = {
  emitsFilters: true,
  drillsToDetail: true,
  drillsBy: true,
  isDrillTarget: true,
  brushes: null,
  stacks: false,
  needsTime: false,
  pages: false,
} as const satisfies Partial<Capabilities>;
