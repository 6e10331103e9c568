import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { type Mark, rowFilters } from '../../marks.ts';
import { exactNumber } from '../../layer/formats.ts';
import type { PieForm } from './controls.ts';
import { percentOf, readSlices, type Slice } from './slices.ts';

/** One mark per slice that the legend shows. */
export function pieMarks(results: readonly QueryResult[], form: PieForm, context: ChartContext): readonly Mark[] {
  const { slices, addsUp } = readSlices(results[0], form, context);
  return slices.flatMap((slice, index) =>
    context.inputs.hidden.has(slice.name) ? [] : [sliceMark(slice, index, addsUp, form, context)],
  );
}

/** Slices gathered in one have no value in common, so that one selects nothing. */
export function sliceMark(slice: Slice, index: number, addsUp: boolean, form: PieForm, context: ChartContext): Mark {
  const value = exactNumber(form.number_format, slice.value, context, form.currency_format);
  const dimensions = form.groupby.map((column, at) => ({
    column,
    cell: slice.cells[at] ?? null,
    text: slice.texts[at] ?? '',
  }));
  const isGathered = slice.members.length > 0;
  return {
    key: slice.name,
    name: addsUp ? `${slice.name}: ${value} (${percentOf(slice, context)})` : `${slice.name}: ${value}`,
    series: slice.name,
    datum: {
      ...(isGathered ? {} : Object.fromEntries(dimensions.map(({ column, cell }) => [columnLabel(column), cell]))),
      ...(form.metric === null ? {} : { [metricLabel(form.metric)]: slice.value }),
    },
    filters: isGathered ? [] : rowFilters(dimensions),
    drawn: { seriesId: 'pie', dataIndex: index },
  };
}
