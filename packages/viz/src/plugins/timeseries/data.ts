import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import { readNumber } from '@tessera/core/numeric-cell';
import { type Cell, cellAt, type Column, numberAt } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../../define.ts';
import { readInteger } from '../../control-kinds/read.ts';
import { cellLabel, textLabel } from '../../layer/labels.ts';
import { inOrder, withRoom } from './category-order.ts';
import type { FamilyForm } from './controls.ts';
import { type Forecast, forecastOf, isForecastColumn } from './forecast.ts';
import { comparedParts, incompletePlaces } from '../../layer/incomplete.ts';
import { type Shift, shiftIn, type Shifting, shiftName, timeNames } from '../../layer/shift.ts';
import { shiftingOf } from './shift.ts';

export type XAxisKind = 'time' | 'number' | 'category';

export type XValues = {
  readonly kind: XAxisKind;
  /** Name of the column as users see it. */
  readonly name: string;
  readonly cells: readonly Cell[];
  /** The cell of a place as text, in the axis' own format; of thousands of places a few are ever read. */
  readonly labelAt: (index: number) => string;
  /** Places that hold a part of their period only. */
  readonly incomplete: ReadonlySet<number>;
  /** Places beside which a part of a period of another time stands, by its offset. */
  readonly comparedParts: ReadonlyMap<string, ReadonlySet<number>>;
};

export type Series = {
  /** Name of the result column: unique. */
  readonly key: string;
  /** What users read. */
  readonly name: string;
  /**
   * What its colour goes by: the category alone where one metric is drawn, so that it looks the same in every chart.
   */
  readonly colorName: string;
  readonly metric: string | null;
  /** Values of the dimensions, in their order. */
  readonly dimensions: readonly string[];
  readonly values: readonly (number | null)[];
  /** The other time that it is of or compared with; null for the present. */
  readonly shift: Shift | null;
  /** What is expected after its last value. */
  readonly forecast: Forecast | null;
};

export type SeriesData = {
  readonly x: XValues;
  readonly series: readonly Series[];
  /** There are more series than these, and none that gathers the rest. */
  readonly isPart: boolean;
  /** Categories that there is no room for. */
  readonly leftOut: number;
  /** Some rows have no value on an axis of times or numbers, and so no place. */
  readonly hasUnplaced: boolean;
};

export const NO_DATA: SeriesData = {
  x: { kind: 'category', name: '', cells: [], labelAt: () => '', incomplete: new Set(), comparedParts: new Map() },
  series: [],
  isPart: false,
  leftOut: 0,
  hasUnplaced: false,
};

type Reading = {
  readonly form: FamilyForm;
  readonly isBar: boolean;
  readonly context: ChartContext;
  readonly data: SeriesData;
};
/** The last reading of each answer: its picture, notes, words and marks all begin with it. */
const readings = new WeakMap<QueryResult, Reading>();

/** A pivoted, flattened table as an x axis and series in the order that the author asks for. */
export function readSeries(
  given: QueryResult | undefined,
  form: FamilyForm,
  isBar: boolean,
  context: ChartContext,
): SeriesData {
  if (!given) return NO_DATA;
  const known = readings.get(given);
  if (known?.form === form && known.isBar === isBar && known.context === context) return known.data;
  const data = readAnew(given, form, isBar, context);
  readings.set(given, { form, isBar, context, data });
  return data;
}

function readAnew(given: QueryResult, form: FamilyForm, isBar: boolean, context: ChartContext): SeriesData {
  const { result, leftOut } = withRoom(inOrder(given, form, isBar), form, isBar, context);
  const columns = [...result.table.columns.values()];
  const wanted = form.x_axis === null ? '__timestamp' : columnLabel(form.x_axis);
  const xColumn = result.table.columns.get(wanted) ?? columns[0];
  if (!xColumn) return NO_DATA;
  const shifting = { ...shiftingOf(form), nameOf: timeNames(result, form) };
  const series = columns
    .filter((column) => column !== xColumn && !(form.forecastEnabled && isForecastColumn(column.name, result.table)))
    .map((column) => toSeries(column, result, form, context, shifting))
    .filter((one) => isDrawn(one, form));
  const named = withNames(series, form);
  const x = readX(xColumn, result.table.rowCount, form, isBar, context);
  const isPart = hasMoreSeries(result, form);
  const data = placed({
    x,
    isPart,
    leftOut,
    hasUnplaced: false,
    series: othersLast(sortSeries(named, form.sort_series_type, form.sort_series_ascending), result, form),
  });
  const present = presentCells(data);
  const incomplete = incompletePlaces(present, result, form);
  return { ...data, x: { ...data.x, incomplete, comparedParts: comparedParts(present, result, form) } };
}

/** The places at which a series has a part of a period only; a change is between two of them. */
export function incompleteOf({ shift }: Pick<Series, 'shift'>, { x }: Pick<SeriesData, 'x'>): ReadonlySet<number> {
  const parts = shift === null ? undefined : x.comparedParts.get(shift.offset);
  if (parts === undefined) return x.incomplete;
  return shift?.as === 'values' ? parts : new Set([...x.incomplete, ...parts]);
}

type Unnamed = Omit<Series, 'colorName'>;

/** Names and colours that tell the series apart; what is of another time may have the colour of the present. */
function withNames(series: readonly Unnamed[], form: FamilyForm): readonly Series[] {
  const names = uniqueNames(series.map(({ name }) => name));
  const isOneMetric = new Set(series.map(({ metric }) => metric)).size === 1;
  const categories = uniqueNames(
    series.map((one) =>
      isOneMetric && one.dimensions.length > 0 && one.shift === null ? categoryName(one.dimensions) : one.name,
    ),
  );
  const present = new Map(
    series.flatMap((one, index) => (one.shift === null ? [[sameKey(one), categories[index] ?? one.name]] : [])),
  );
  return series.map((one, index) => {
    const own = categories[index] ?? one.name;
    const sameColor = one.shift !== null && form.time_shift_color ? present.get(sameKey(one)) : undefined;
    return { ...one, name: names[index] ?? one.name, colorName: sameColor ?? own };
  });
}

/** What a series has in common with the same one of another time. */
export function sameKey({ metric, dimensions }: Pick<Series, 'metric' | 'dimensions'>): string {
  return JSON.stringify([metric, ...dimensions]);
}

/** The x values up to the last measured one: what is only expected is no period that began. */
function presentCells({ x, series }: Placed): readonly Cell[] {
  if (series.every(({ forecast }) => forecast === null)) return x.cells;
  const last = x.cells.findLastIndex((_, index) => series.some(({ values }) => (values[index] ?? null) !== null));
  return x.cells.slice(0, last + 1);
}

type PlacedX = Omit<XValues, 'incomplete' | 'comparedParts'>;
type Placed = Omit<SeriesData, 'x'> & { readonly x: PlacedX };

/** A row without an x value has no place on an axis of time or numbers. */
function placed(data: Placed): Placed {
  const { x } = data;
  if (x.kind === 'category' || !x.cells.includes(null)) return data;
  const hasPlace = (_: unknown, index: number) => x.cells[index] !== null;
  const places = [...x.cells.keys()].filter((index) => x.cells[index] !== null);
  return {
    x: { ...x, cells: x.cells.filter(hasPlace), labelAt: (index) => x.labelAt(places[index] ?? -1) },
    series: data.series.map((series) => ({
      ...series,
      values: series.values.filter(hasPlace),
      forecast: series.forecast && {
        expected: series.forecast.expected.filter(hasPlace),
        lower: series.forecast.lower.filter(hasPlace),
        upper: series.forecast.upper.filter(hasPlace),
      },
    })),
    isPart: data.isPart,
    leftOut: data.leftOut,
    hasUnplaced: true,
  };
}

/** A series limit, by the author or because not all fit, that leaves the rest away; what it leaves is not known. */
function hasMoreSeries({ seriesCut }: QueryResult, form: FamilyForm): boolean {
  if (seriesCut) return !seriesCut.hasOthers;
  return form.groupby.length > 0 && (readInteger(form.limit) ?? 0) > 0 && !form.group_others_when_limit_reached;
}

/** Total of the finite values. */
export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

function readX(column: Column, rowCount: number, form: FamilyForm, isBar: boolean, context: ChartContext): PlacedX {
  const given = Array.from({ length: rowCount }, (_, index) => cellAt(column, index));
  // Decimals that travel as text have a place on an axis of numbers like any other.
  const cells =
    column.kind === 'numeric'
      ? given.map((cell) => (typeof cell === 'string' && !Number.isNaN(readNumber(cell)) ? readNumber(cell) : cell))
      : given;
  const labelAt = (index: number): string => {
    const cell = given[index];
    if (cell === undefined) return '';
    return cellLabel(cell, column.kind, context, form.x_axis_time_format, form.time_grain_sqla);
  };
  return {
    kind: xKind(column, cells, form.xAxisForceCategorical, isBar),
    name: context.verboseName(column.name),
    cells,
    labelAt,
  };
}

/** Bars stand side by side, so their numbers are categories; everything else keeps the distance between numbers. */
function xKind(column: Column, cells: readonly Cell[], forced: boolean, isBar: boolean): XAxisKind {
  if (forced) return 'category';
  const allNumbers = cells.every((cell) => cell === null || typeof cell === 'number' || typeof cell === 'bigint');
  if (!allNumbers) return 'category';
  if (column.kind === 'temporal') return 'time';
  return column.kind === 'numeric' && !isBar ? 'number' : 'category';
}

function toSeries(
  column: Column,
  result: QueryResult,
  form: FamilyForm,
  context: ChartContext,
  shifting: Shifting,
): Unnamed {
  // The label map holds the expression of an SQL metric, not its label; without dimensions the column has the label.
  const parts = form.groupby.length === 0 ? [column.name] : (result.labelMap[column.name] ?? [column.name]);
  const hasMetric = parts.length > form.groupby.length;
  const shifted = hasMetric && parts[0] !== undefined ? shiftIn(parts[0], shifting) : null;
  const metric = shifted?.metric ?? (hasMetric ? (parts[0] ?? null) : onlyMetric(form.metrics));
  const dimensions = hasMetric ? parts.slice(1) : parts;
  // The only metric is not repeated for its other times.
  const isNameless = dimensions.length > 0 ? form.truncate_metric : shifted?.shift.as === 'values';
  const hasName = hasMetric && !(shifted && form.metrics.length === 1 && isNameless);
  const named = [
    ...(hasName && metric !== null ? [metricName(metric, form.metrics, context)] : []),
    ...dimensions.map(textLabel),
    ...(shifted ? [shiftName(shifted.shift)] : []),
  ];
  return {
    key: column.name,
    name: named.join(', '),
    metric,
    dimensions,
    values: Array.from({ length: result.table.rowCount }, (_, index) => finiteAt(column, index)),
    shift: shifted?.shift ?? null,
    forecast: form.forecastEnabled ? forecastOf(column.name, result.table) : null,
  };
}

/** A change from nothing is no number that an axis could show. */
function finiteAt(column: Column, row: number): number | null {
  const value = numberAt(column, row);
  return value === null || Number.isFinite(value) ? value : null;
}

function categoryName(dimensions: readonly string[]): string {
  return dimensions.map(textLabel).join(', ');
}

/** A metric that only sorts the axis came along with the rows. */
function isDrawn(series: Pick<Series, 'metric'>, form: FamilyForm): boolean {
  const sorter = form.timeseries_limit_metric === null ? null : metricLabel(form.timeseries_limit_metric);
  return series.metric !== sorter || form.metrics.some((metric) => metricLabel(metric) === sorter);
}

function onlyMetric(metrics: readonly Metric[]): string | null {
  return metrics.length === 1 && metrics[0] !== undefined ? metricLabel(metrics[0]) : null;
}

/** A saved metric goes by its verbose name, an adhoc one by its label. */
function metricName(label: string, metrics: readonly Metric[], context: ChartContext): string {
  return metrics.includes(label) ? context.verboseName(label) : label;
}

function sortSeries(
  series: readonly Series[],
  by: FamilyForm['sort_series_type'],
  ascending: boolean,
): readonly Series[] {
  const ranked = series.map((one) => ({ one, rank: by === 'name' ? 0 : rankOf(one.values, by) }));
  const direction = ascending ? 1 : -1;
  // `name` is the one order in which "ascending" is what users mean by default, but the choice is theirs.
  ranked.sort((a, b) => direction * (by === 'name' ? a.one.name.localeCompare(b.one.name, 'en') : a.rank - b.rank));
  return ranked.map(({ one }) => one);
}

/** As a query names what it gathers. */
const OTHERS = 'Others';

/** What is gathered stands behind the series that have names, however much it comes to. */
function othersLast(series: readonly Series[], { seriesCut }: QueryResult, form: FamilyForm): readonly Series[] {
  if (!form.group_others_when_limit_reached && seriesCut?.hasOthers !== true) return series;
  const isOthers = ({ dimensions }: Series) => dimensions.length > 0 && dimensions.every((name) => name === OTHERS);
  return [...series.filter((one) => !isOthers(one)), ...series.filter(isOthers)];
}

function rankOf(values: readonly (number | null)[], by: 'sum' | 'min' | 'max' | 'avg'): number {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return Number.NEGATIVE_INFINITY;
  switch (by) {
    case 'sum':
      return sum(numbers);
    case 'avg':
      return sum(numbers) / numbers.length;
    case 'min':
      return numbers.reduce((least, value) => Math.min(least, value));
    case 'max':
      return numbers.reduce((most, value) => Math.max(most, value));
  }
}
