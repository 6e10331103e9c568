import { adaptiveFormat } from '@tessera/core/formats/precision';
import type { BarSeriesOption, LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { isAdaptive } from '../../layer/metric-formats.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';
import { byStack, stackKeyOf, totalsOf } from './stack.ts';
import type { Style } from './style.ts';

type Labels = Pick<LineSeriesOption & BarSeriesOption, 'label' | 'labelLayout'>;

/** Values beside the marks: all, those above the threshold, or the totals of a stack. */
export function labelMaker(
  data: SeriesData,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): (series: Series) => Labels {
  if (!form.show_value) return () => ({});
  const stacked = form.stack !== null;
  const onlyTotal = stacked && form.only_total;
  const stacks = stacked ? stacksOf(data, form, context) : null;
  const threshold = stacked ? (form.percentage_threshold ?? 0) / 100 : 0;
  const labelled = onlyTotal
    ? [...(stacks?.values() ?? [])].map(({ totals }) => totals)
    : data.series.map(({ values }) => values);
  // Labels of one axis are compared with each other.
  const numberFormat = isAdaptive(form.y_axis_format) ? adaptiveFormat(labelled.flat()) : form.y_axis_format;
  const format = (value: number | null) =>
    value === null ? '' : context.formatNumber(numberFormat, value, form.currency_format);
  const isInside = stacked && !onlyTotal && style.mark === 'bar';
  return (series) => {
    const stack = stacks?.get(stackKeyOf(series, form));
    const textAt = (at: number): string => {
      const total = stack?.totals[at] ?? null;
      // The total stands on the topmost part that is there.
      if (onlyTotal) return stack?.parts.findLast(({ values }) => hasValue(values[at])) === series ? format(total) : '';
      const value = series.values[at] ?? null;
      return value === null || Math.abs(value) < Math.abs(total ?? 0) * threshold ? '' : format(value);
    };
    return {
      label: {
        show: true,
        position: isInside ? 'inside' : style.horizontal ? 'right' : 'top',
        formatter: (params) => textAt(params.dataIndex),
        ...(isInside ? {} : { color: context.theme.text }),
        fontSize: 11,
        fontFamily: context.theme.fontFamily,
      },
      labelLayout: { hideOverlap: true },
    };
  };
}

type Stack = { readonly parts: readonly Series[]; readonly totals: readonly (number | null)[] };

/** The stacks as they are drawn: without the series that the legend hides. */
function stacksOf(data: SeriesData, form: FamilyForm, { inputs }: ChartContext): ReadonlyMap<string, Stack> {
  const drawn = data.series.filter(({ name }) => !inputs.hidden.has(name));
  const length = data.x.cells.length;
  return new Map(
    [...byStack(drawn, form)].map(([key, parts]) => [key, { parts, totals: totalsOf(parts, length) }] as const),
  );
}

function hasValue(value: number | null | undefined): boolean {
  return value !== null && value !== undefined;
}
