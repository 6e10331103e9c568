import type { PlacedStage } from '@tessera/core/layout/stage-sizes';
import type { QueryObject } from '@tessera/core/query-object';
import type { ChartItem } from '../charts/schema.ts';

/** A chart in an open tab with its cached answers, by which its page would begin. */
export type PaintedChart = {
  readonly chart: ChartItem;
  readonly stage: PlacedStage;
  /** What the page calls its question. */
  readonly key: string;
  readonly queries: readonly QueryObject[];
  readonly form: ChartItem['form_data'];
  readonly answers: readonly string[];
};
