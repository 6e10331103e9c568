import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ExtraFormData } from '@tessera/core/filters/data-mask';
import type { QueryColumn } from '@tessera/core/query-object';
import { cellAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import { filterCell, type Mark, type MarkFilter, rowFilters } from '../../marks.ts';
import { selectMarks, valuesFilter } from '../../select.ts';
import { stretchLabel } from '../../stretch-label.ts';
import { cellLabel, cellText, EMPTY_LABELS } from '../../layer/labels.ts';
import { exactNumber } from '../../layer/formats.ts';
import { inOrder } from './category-order.ts';
import type { FamilyForm } from './controls.ts';
import { forecastSeries } from './forecast-marks.ts';
import { drawnSeries } from './incomplete.ts';
import type { Layer, Style } from './style.ts';
import { incompleteOf, readSeries, type Series, type SeriesData } from './data.ts';
import { wholeOf, wholeWords } from './whole.ts';

/**
 * A mark for each value of each series. With dimensions a mark filters by those of its series; without, by its category
 * on a category axis, and by nothing on an axis of time or numbers.
 */
export function timeseriesMarks(
  mark: Style['mark'],
  results: readonly QueryResult[],
  form: FamilyForm,
  context: ChartContext,
): readonly Mark[] {
  const data = readSeries(results[0], form, mark === 'bar', context);
  return layerMarks({ data, form, style: { mark } }, results[0], context);
}

/** The marks of series that are read and named already. */
export function layerMarks(
  { data, form, style: { mark } }: Pick<Layer, 'data' | 'form'> & { readonly style: Pick<Style, 'mark'> },
  result: QueryResult | undefined,
  context: ChartContext,
): readonly Mark[] {
  const grainOf = axisGrain(result, form);
  const whole = data.series.length === 1 ? wholeOf(data, form, mark, context) : null;
  return data.series
    .filter(({ name }) => !context.inputs.hidden.has(name))
    .flatMap((series) =>
      series.values.flatMap((value, index) => {
        if (value !== null) {
          const text =
            wholeWords(whole, data, index, form, context) ??
            exactNumber(form.y_axis_format, value, context, form.currency_format);
          return [pointMark({ series, index, value, text }, data, form, grainOf, mark, context)];
        }
        const expected = series.forecast?.expected[index] ?? null;
        return expected === null ? [] : [expectedMark({ series, index, value: expected }, data, form, context)];
      }),
    );
}

/** What a selection of a series, or of a category where there are no dimensions, filters. */
export function filtersOf(
  series: Series,
  index: number,
  data: SeriesData,
  form: FamilyForm,
  grain: string | null,
): readonly MarkFilter[] {
  if (form.groupby.length > 0) return seriesFilters(series, form);
  const axis = data.x.kind === 'category' ? axisFilter(index, data, form, grain, data.x.labelAt(index)) : null;
  return axis === null ? [] : [axis];
}

type Point = { readonly series: Series; readonly index: number; readonly value: number };

function pointMark(
  { series, index, value, text }: Point & { readonly text: string },
  data: SeriesData,
  form: FamilyForm,
  grain: string | null,
  mark: Style['mark'],
  context: ChartContext,
): Mark {
  const parts = incompleteOf(series, data);
  const position = positionName(index, data, form, context, parts);
  const dimensions = seriesFilters(series, form);
  const axisText =
    data.x.kind === 'time'
      ? context.formatTime(form.x_axis_time_format, Number(data.x.cells[index]))
      : data.x.labelAt(index);
  const axis = axisFilter(index, data, form, grain, axisText);
  return {
    key: `${series.key} · ${cellText(data.x.cells[index] ?? null)}`,
    name: `${series.name}, ${position}: ${text}`,
    series: series.name,
    datum: {
      ...(form.x_axis === null ? {} : { [columnLabel(form.x_axis)]: data.x.cells[index] ?? null }),
      ...Object.fromEntries(dimensions.map(({ col, val }) => [columnLabel(col), val])),
      [series.metric ?? series.key]: value,
    },
    filters: filtersOf(series, index, data, form, grain),
    detail: [...(axis === null ? [] : [axis]), ...dimensions],
    by: dimensions,
    place: { value: placeOf(index, data), name: position },
    drawn: { seriesId: drawnSeries(series.key, parts.has(index), mark), dataIndex: index },
  };
}

/** What is only expected can be read, and has no rows behind it. */
function expectedMark(
  { series, index, value }: Point,
  data: SeriesData,
  form: FamilyForm,
  context: ChartContext,
): Mark {
  const position = positionName(index, data, form, context);
  const number = (one: number | null) => exactNumber(form.y_axis_format, one, context, form.currency_format);
  const { lower = [], upper = [] } = series.forecast ?? {};
  return {
    key: `${forecastSeries(series.key)} · ${cellText(data.x.cells[index] ?? null)}`,
    name: t('%(series)s, %(position)s: expected %(value)s, between %(low)s and %(high)s', {
      series: series.name,
      position,
      value: number(value),
      low: number(lower[index] ?? null),
      high: number(upper[index] ?? null),
    }),
    series: series.name,
    datum: { [series.metric ?? series.key]: value },
    filters: [],
    detail: null,
    by: null,
    place: { value: placeOf(index, data), name: position },
    drawn: { seriesId: forecastSeries(series.key), dataIndex: index },
  };
}

/** Where a value stands on the x axis, as a brush counts it. */
function placeOf(index: number, { x }: SeriesData): number {
  return x.kind === 'category' ? index : Number(x.cells[index]);
}

/** How one place of the x axis is called. */
export function positionName(
  index: number,
  data: SeriesData,
  form: FamilyForm,
  context: ChartContext,
  incomplete = data.x.incomplete,
): string {
  const name =
    data.x.kind === 'time'
      ? cellLabel(data.x.cells[index] ?? null, 'temporal', context, form.tooltipTimeFormat, form.time_grain_sqla)
      : data.x.labelAt(index);
  return incomplete.has(index) ? t('%(period)s (incomplete)', { period: name }) : name;
}

/** The label map names null by a word; the values of other kinds stand as text, which the database reads by column. */
function seriesFilters({ dimensions }: Series, form: FamilyForm): readonly MarkFilter[] {
  return rowFilters(
    form.groupby.map((column, at) => {
      const text = dimensions[at] ?? '';
      return { column, cell: text === EMPTY_LABELS.null ? null : text, text };
    }),
  );
}

/** The x value as a filter; null where the chart has no column for its axis. */
function axisFilter(
  index: number,
  data: SeriesData,
  form: FamilyForm,
  grain: string | null,
  formattedVal: string,
): MarkFilter | null {
  const col = form.x_axis;
  const val = filterCell(data.x.cells[index] ?? null);
  if (col === null || val === undefined) return null;
  return { col, ...(grain === null ? {} : { grain }), val, formattedVal };
}

/** The grain by which the values of the axis were made; null on an axis of anything but time. */
export function axisGrain(result: QueryResult | undefined, form: FamilyForm): string | null {
  const column = form.x_axis === null ? undefined : result?.table.columns.get(columnLabel(form.x_axis));
  return column?.kind === 'temporal' ? form.time_grain_sqla : null;
}

/** What an event means; a brushed stretch of the axis filters its column. */
export function selectTimeseries(
  event: ChartEvent,
  results: readonly QueryResult[],
  form: FamilyForm,
  isBar: boolean,
  inputs: ChartInputs,
): Outcome {
  return event.kind === 'brush'
    ? selectRange(event, results[0] && inOrder(results[0], form, isBar), form, inputs)
    : selectMarks(event, inputs, { hasLabel: true });
}

function selectRange(
  { from, to }: Extract<ChartEvent, { kind: 'brush' }>,
  result: QueryResult | undefined,
  form: FamilyForm,
  inputs: ChartInputs,
): Outcome {
  const col = form.x_axis;
  const column = form.x_axis === null ? undefined : result?.table.columns.get(columnLabel(form.x_axis));
  if (!inputs.emits || col === null || !result || !column) return null;
  const cells = Array.from({ length: result.table.rowCount }, (_, row) => cellAt(column, row));
  const isPlaced = column.kind !== 'string' && !form.xAxisForceCategorical;
  const covered = cells.filter((cell, row) => {
    const place = isPlaced && typeof cell === 'number' ? cell : row;
    return place >= from && place <= to;
  });
  if (covered.length === 0) return null;
  const filters = rangeFilters(covered, cells, col, column.kind === 'temporal', isPlaced);
  return {
    kind: 'data_mask',
    mask: {
      extraFormData: { filters },
      filterState: { value: [from, to], selectedRange: [from, to], label: stretchLabel(filters) },
    },
  };
}

/** Times from the first covered one to the one after the last; numbers between both; categories one by one. */
function rangeFilters(
  covered: readonly ReturnType<typeof cellAt>[],
  cells: readonly ReturnType<typeof cellAt>[],
  col: QueryColumn,
  isTime: boolean,
  isPlaced: boolean,
): NonNullable<ExtraFormData['filters']> {
  if (!isPlaced) {
    const values = covered.map(filterCell).filter((value) => value !== undefined);
    return [valuesFilter({ col, val: null }, values)];
  }
  const [first, last] = covered
    .filter((cell) => typeof cell === 'number')
    .reduce(([least, most], cell) => [Math.min(least, cell), Math.max(most, cell)], [Infinity, -Infinity]);
  if (!isTime)
    return [
      { col, op: '>=', val: first },
      { col, op: '<=', val: last },
    ];
  const times = cells.filter((cell) => typeof cell === 'number').toSorted((a, b) => a - b);
  const at = times.indexOf(last);
  const step = times.length > 1 ? (times.at(-1) ?? 0) - (times.at(-2) ?? 0) : 1000;
  const end = times[at + 1] ?? last + step;
  return [{ col, op: 'TEMPORAL_RANGE', val: `${momentOf(first)} : ${momentOf(end)}` }];
}

function momentOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19);
}
