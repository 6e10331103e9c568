import { NATIVE_COLUMNS, type AnnotationLayer, type AnnotationRecords } from '@tessera/core/annotations/layer';
import { epochOfText } from '@tessera/core/epoch-of-text';
import { readNumber } from '@tessera/core/numeric-cell';
import type { LineSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { annotationRecords } from '../../layer/annotation-records.ts';
import { parseFormula } from '../../shared/formula.ts';
import { type Changes, changesOf } from './changes.ts';
import type { CompareForm } from './controls.ts';

const [START, END, TITLE] = NATIVE_COLUMNS;
const OPACITIES = { '': 0.2, opacityLow: 0.1, opacityMedium: 0.25, opacityHigh: 0.45 } as const;

/** Moments and spans as marks, formulas and series of other charts as lines that are re-based like all others. */
export function annotationSeries(
  result: QueryResult | undefined,
  data: Changes,
  form: CompareForm,
  context: ChartContext,
): readonly LineSeriesOption[] {
  if (data.times.length === 0) return [];
  return form.annotation_layers
    .filter(({ show }) => show)
    .flatMap((layer): LineSeriesOption[] => {
      const records = annotationRecords(result, layer);
      switch (layer.annotationType) {
        case 'FORMULA':
          return formulaLine(layer, data, form, context);
        case 'TIME_SERIES':
          return records ? seriesLines(layer, records, data, form, context) : [];
        case 'EVENT':
        case 'INTERVAL':
          return records ? spans(layer, records, form, context) : [];
      }
    });
}

function styleOf(layer: AnnotationLayer, form: CompareForm, context: ChartContext) {
  const type = layer.style === 'longDashed' ? ([12, 6] as number[]) : layer.style;
  return { color: layer.color ?? context.color(form.color_scheme, layer.name), type, width: layer.width };
}

function line(
  layer: AnnotationLayer,
  name: string,
  points: readonly (readonly [number, number])[],
  data: Changes,
  form: CompareForm,
  context: ChartContext,
): LineSeriesOption[] {
  const from = data.times[data.index] ?? 0;
  const index = Math.max(
    0,
    points.findIndex(([time]) => time >= from),
  );
  const changes = changesOf(
    points.map(([, value]) => value),
    index,
  );
  if (changes === null) return [];
  const style = styleOf(layer, form, context);
  return [
    {
      id: `annotation: ${name}`,
      name,
      type: 'line',
      silent: true,
      showSymbol: layer.showMarkers,
      symbolSize: 5,
      data: points.map(([time], at) => [time, changes[at] ?? null]),
      lineStyle: { ...style, ...(layer.hideLine ? { opacity: 0 } : {}) },
      itemStyle: { color: style.color },
    },
  ];
}

function formulaLine(layer: AnnotationLayer, data: Changes, form: CompareForm, context: ChartContext) {
  const formula = parseFormula(String(layer.value ?? ''));
  if (!formula.ok) return [];
  const points = data.times.flatMap((time) => {
    const value = formula.evaluate(time);
    return Number.isFinite(value) ? [[time, value] as const] : [];
  });
  return line(layer, layer.name, points, data, form, context);
}

function seriesLines(
  layer: AnnotationLayer,
  { columns, records }: AnnotationRecords,
  data: Changes,
  form: CompareForm,
  context: ChartContext,
): LineSeriesOption[] {
  const axis = layer.timeColumn || (columns[0] ?? '');
  const own = columns.filter((column) => column !== axis && records.some((record) => isNumber(record[column])));
  return own.flatMap((column) => {
    const points = records
      .flatMap((record) => {
        const time = instantOf(record[axis]);
        return time !== null && isNumber(record[column]) ? [[time, readNumber(record[column])] as const] : [];
      })
      .toSorted(([a], [b]) => a - b);
    return line(layer, own.length === 1 ? layer.name : `${layer.name}: ${column}`, points, data, form, context);
  });
}

function spans(
  layer: AnnotationLayer,
  { columns, records }: AnnotationRecords,
  form: CompareForm,
  context: ChartContext,
): LineSeriesOption[] {
  const isNative = layer.sourceType === 'NATIVE';
  const [start, end, title] = isNative
    ? [START, END, TITLE]
    : [layer.timeColumn || (columns[0] ?? ''), layer.intervalEndColumn, layer.titleColumn];
  const found = records.flatMap((record) => {
    const from = instantOf(record[start]);
    if (from === null) return [];
    const to = layer.annotationType === 'EVENT' ? from : (instantOf(record[end]) ?? from);
    const said: unknown = record[title];
    return [{ from, to, name: typeof said === 'string' && said !== '' ? said : layer.name }];
  });
  const style = styleOf(layer, form, context);
  const label = { show: layer.showLabel, color: context.theme.textMuted, fontSize: 11, formatter: '{b}' };
  return [
    {
      id: `annotation: ${layer.name}`,
      type: 'line',
      silent: true,
      data: [],
      markLine: {
        silent: true,
        symbol: 'none',
        lineStyle: style,
        label: { ...label, position: 'insideEndTop' },
        data: found.filter(({ from, to }) => from === to).map(({ from, name }) => ({ xAxis: from, name })),
      },
      markArea: {
        silent: true,
        itemStyle: { color: style.color, opacity: OPACITIES[layer.opacity] },
        label: { ...label, position: 'insideTop' },
        data: found
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, name }) => [{ xAxis: from, name }, { xAxis: to }]),
      },
    },
  ];
}

/** Numbers of no more digits than a double holds travel as numbers: a short text is a text. */
function isNumber(value: unknown): boolean {
  return !(typeof value === 'string' && value.length <= 15) && Number.isFinite(readNumber(value));
}

function instantOf(value: unknown): number | null {
  const instant = typeof value === 'number' ? value : typeof value === 'string' ? epochOfText(value) : Number.NaN;
  return Number.isFinite(instant) ? instant : null;
}
