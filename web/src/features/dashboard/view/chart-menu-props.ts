import type { ChartItem } from '../../../api/dashboards.ts';
import type { DrillHost } from '../../../chart/drill/mark-host.ts';
import type { ChartControl } from '../../../chart/use-chart.ts';

/** What of a chart's life the menu acts on; it stays the same while a chart merely loads. */
export type Shown = Pick<ChartControl, 'loaded' | 'shown' | 'effective' | 'refresh'>;
export type ChartMenuProps = Shown & {
  readonly chart: ChartItem;
  /** The component of the layout that shows the chart here. */
  readonly placementId: string;
  readonly dashboardId: number | null;
  /** Whether this user may ask the dataset for something else. */
  readonly readsDataset: boolean;
  readonly isFull: boolean;
  readonly title: string;
  /** The line under it. */
  readonly subtitle: string;
  /** What rows of the dataset may be asked for; null where none. */
  readonly drill: DrillHost | null;
  /** Whether its description stands on the card; null where it has none. */
  readonly isDescribed: boolean | null;
  readonly onDescribe: (isOn: boolean) => void;
};

/** What a menu of a chart opens. */
export type MenuDialog = 'query' | 'download' | 'share' | 'why' | 'table' | 'detail' | 'by' | 'scoping';
