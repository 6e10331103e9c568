import type { LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { hasSelection, isSelected, selectedRange } from '../../select.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';
import { filtersOf } from './touch.ts';

const DIMMED = 0.2;
const CHOSEN_SYMBOL = 9;

/** How a selection shows: with dimensions by series, without by the points of a category. */
export type Dimming = {
  readonly isByPoint: boolean;
  readonly item: (series: Series) => { readonly opacity?: number };
  readonly points: (
    points: NonNullable<LineSeriesOption['data']>,
    series: Series,
    mark: FamilyForm['seriesType'],
  ) => NonNullable<LineSeriesOption['data']>;
};

export function dimmingOf(data: SeriesData, form: FamilyForm, grain: string | null, context: ChartContext): Dimming {
  const { inputs } = context;
  if (!hasSelection(inputs) || selectedRange(context.inputs) !== null) return NO_DIMMING;
  const isOn = (series: Series, index: number) =>
    isSelected(
      { key: '', name: '', series: null, datum: {}, filters: filtersOf(series, index, data, form, grain) },
      inputs,
    );
  if (form.groupby.length > 0) return { ...NO_DIMMING, item: (series) => (isOn(series, 0) ? {} : { opacity: DIMMED }) };
  if (data.x.kind !== 'category') return NO_DIMMING;
  return {
    isByPoint: true,
    item: () => ({}),
    points: (points, series, mark) =>
      points.map((value, index) => {
        const on = isOn(series, index);
        if (mark === 'bar' || mark === 'scatter')
          return on ? value : dimmedPoint(value, { itemStyle: { opacity: DIMMED } });
        return dimmedPoint(value, on ? { symbolSize: CHOSEN_SYMBOL } : { symbolSize: 0 });
      }),
  };
}

const NO_DIMMING: Dimming = { isByPoint: false, item: () => ({}), points: (points) => points };

type Point = NonNullable<LineSeriesOption['data']>[number];

function dimmedPoint(value: Point, look: Readonly<Record<string, unknown>>): Point {
  return { value, ...look } as Point;
}

/** A brushed stretch of the axis lies behind the marks. */
export function brushedRange(
  style: { readonly horizontal: boolean },
  context: ChartContext,
): readonly LineSeriesOption[] {
  const range = selectedRange(context.inputs);
  if (range === null) return [];
  const [from, to] = range;
  const axis = style.horizontal ? 'yAxis' : 'xAxis';
  return [
    {
      id: 'brushed',
      name: '',
      type: 'line',
      data: [],
      silent: true,
      tooltip: { show: false },
      markArea: {
        silent: true,
        itemStyle: { color: context.theme.accent, opacity: 0.12 },
        data: [[{ [axis]: from }, { [axis]: to }]],
      },
    },
  ];
}
