import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts';
import type { FamilyForm } from './controls.ts';

export type Mark = FamilyForm['seriesType'];

/** How this chart draws, settled from chart type and form. */
export type Style = {
  readonly mark: Mark;
  readonly filled: boolean;
  readonly horizontal: boolean;
  /** Names at the ends of the lines instead of a legend; their widest room in px, null for none. */
  readonly endLabelWidth: number | null;
};

export type SeriesOption = LineSeriesOption | BarSeriesOption | ScatterSeriesOption;
