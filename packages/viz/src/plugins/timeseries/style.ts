import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { textColor } from '../../shared/paint.ts';
import { wrapLines } from '../../shared/text.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';
import type { Look } from './looks.ts';

export type Mark = FamilyForm['seriesType'];

/** How this chart draws, settled from chart type and form. */
export type Style = {
  readonly mark: Mark;
  readonly filled: boolean;
  readonly horizontal: boolean;
  /** Names at the ends of the lines instead of a legend; their widest room in px, null for none. */
  readonly endLabelWidth: number | null;
  /** Which of two measure axes; 1 is the one on the other side. */
  readonly axis: 0 | 1;
};

/** The series of one query, with the form and the style that they are drawn by. */
export type Layer = { readonly data: SeriesData; readonly form: FamilyForm; readonly style: Style };

export type SeriesOption = LineSeriesOption | BarSeriesOption | ScatterSeriesOption;

/** The axis that a series is measured by, where it is not the first one. */
export function axisOf({ axis }: Pick<Style, 'axis'>): { readonly yAxisIndex?: 1 } {
  return axis === 0 ? {} : { yAxisIndex: 1 };
}

/** Where a stepped line steps. */
export function stepOf(mark: Mark): 'start' | 'middle' | 'end' | false {
  return mark === 'start' || mark === 'middle' || mark === 'end' ? mark : false;
}

/** The name of a series where its line ends, in its colour. */
export function endLabelOf(
  { name }: Pick<Series, 'name'>,
  { color, isQuiet }: Pick<Look, 'color' | 'isQuiet'>,
  style: Style,
  context: ChartContext,
  opacity?: number,
): Pick<LineSeriesOption, 'endLabel' | 'labelLayout'> {
  const width = style.endLabelWidth;
  if (width === null || isQuiet) return {};
  return {
    endLabel: {
      show: true,
      formatter: () => wrapLines(name, width, 12).join('\n'),
      color: textColor(color, context.theme.surface),
      fontSize: 12,
      lineHeight: 14,
      fontFamily: context.theme.fontFamily,
      distance: 6,
      ...(opacity === undefined ? {} : { opacity }),
    },
    labelLayout: { moveOverlap: 'shiftY' },
  };
}
