import { NATIVE_COLUMNS, type AnnotationLayer, type AnnotationRecords } from '@tessera/core/annotations/layer';
import { epochOfText } from '@tessera/core/epoch-of-text';
import { readNumber } from '@tessera/core/numeric-cell';
import { periodOf } from '@tessera/core/time-range/periods';
import type { QueryResult } from '../../define.ts';
import { annotationRecords } from '../../layer/annotation-records.ts';
import { formulaX, parseFormula } from '../../shared/formula.ts';
import type { FamilyForm } from './controls.ts';
import type { SeriesData, XValues } from './data.ts';

/** A moment or a span along the base axis: an instant, a number, or the position of a category. */
export type Span = {
  readonly layer: AnnotationLayer;
  readonly from: number;
  /** Equals `from` for a moment. */
  readonly to: number;
  readonly title: string;
  readonly descriptions: readonly string[];
};

/** A line of its own over the chart's series. */
export type Line = {
  readonly layer: AnnotationLayer;
  readonly key: string;
  readonly name: string;
  /** In the order of the axis; the line has a gap where it has no value. */
  readonly points: readonly Point[];
};
type Point = readonly [x: number, y: number | null];

export type Annotations = { readonly spans: readonly Span[]; readonly lines: readonly Line[] };

const [START, END, TITLE, DESCRIPTION] = NATIVE_COLUMNS;

/** What the shown layers of a form draw over this data; layers without records yet draw nothing. */
export function readAnnotations(
  result: QueryResult | undefined,
  data: Pick<SeriesData, 'x'>,
  { annotation_layers: layers }: Pick<FamilyForm, 'annotation_layers'>,
): Annotations {
  const shown = layers.filter((layer) => layer.show);
  return {
    spans: shown.flatMap((layer) => spansOf(layer, annotationRecords(result, layer), data.x)),
    lines: shown.flatMap((layer) =>
      layer.annotationType === 'FORMULA'
        ? formulaLine(layer, data.x)
        : seriesLines(layer, annotationRecords(result, layer), data.x),
    ),
  };
}

/** Spans that touch the part of the axis from one x value to the next; the last one ends with its period. */
export function spansAt(spans: readonly Span[], x: XValues, index: number, grain: string | null): readonly Span[] {
  const place = (at: number) => (x.kind === 'category' ? at : Number(x.cells[at]));
  const from = place(index);
  const last = x.cells.length - 1;
  const period = x.kind === 'time' && grain !== null ? periodOf(grain, from) : null;
  const behindLast = period?.endMs ?? from + (last > 0 ? place(last) - place(last - 1) : 0);
  const to = index < last ? place(index + 1) : behindLast;
  return spans.filter((span) => (span.from < to || span.from === from) && span.to >= from);
}

/**
 * Where an axis of time has to end for what begins within its last period: the axis ends with the beginning of that
 * one by itself. Null where it may end there.
 */
export function endForSpans(spans: readonly Span[], x: XValues, grain: string | null): number | null {
  if (x.kind !== 'time' || grain === null) return null;
  const last = x.cells.reduce<number>((most, cell) => Math.max(most, Number(cell ?? most)), Number.NEGATIVE_INFINITY);
  const { endMs } = periodOf(grain, last) ?? { endMs: last };
  const ends = spans.filter(({ from }) => from > last && from < endMs).map(({ to }) => Math.min(to, endMs));
  return ends.length === 0 ? null : ends.reduce((most, end) => Math.max(most, end));
}

function spansOf(layer: AnnotationLayer, records: AnnotationRecords | undefined, x: XValues): readonly Span[] {
  if (!records || (layer.annotationType !== 'EVENT' && layer.annotationType !== 'INTERVAL')) return [];
  const isNative = layer.sourceType === 'NATIVE';
  const start = isNative ? START : layer.timeColumn || (records.columns[0] ?? '');
  const end = isNative ? END : layer.intervalEndColumn;
  const title = isNative ? TITLE : layer.titleColumn;
  const descriptions = isNative ? [DESCRIPTION] : layer.descriptionColumns;
  return records.records.flatMap((record) => {
    const from = placeOf(record[start], x);
    if (from === null) return [];
    const to = layer.annotationType === 'EVENT' ? from : (placeOf(record[end], x) ?? from);
    return [
      {
        layer,
        from: Math.min(from, to),
        to: Math.max(from, to),
        title: textOf(record[title]) || layer.name,
        descriptions: descriptions.map((column) => textOf(record[column])).filter((text) => text !== ''),
      },
    ];
  });
}

function formulaLine(layer: AnnotationLayer, x: XValues): readonly Line[] {
  const formula = parseFormula(String(layer.value ?? ''));
  if (!formula.ok) return [];
  const points = x.cells.map((cell, index): Point => {
    const value = formulaX(cell, index);
    return [x.kind === 'category' ? index : value, finite(formula.evaluate(value))];
  });
  return hasValue(points)
    ? [{ layer, key: keyOf(layer), name: layer.name, points: points.toSorted(([a], [b]) => a - b) }]
    : [];
}

/** A chart's first column is its axis, every other one that holds numbers is a line. */
function seriesLines(layer: AnnotationLayer, records: AnnotationRecords | undefined, x: XValues): readonly Line[] {
  if (!records || layer.annotationType !== 'TIME_SERIES') return [];
  const axis = layer.timeColumn || (records.columns[0] ?? '');
  const columns = records.columns.filter(
    (column) => column !== axis && records.records.some((record) => Number.isFinite(recordNumber(record[column]))),
  );
  return columns.flatMap((column) => {
    const points = records.records.flatMap((record): readonly Point[] => {
      const at = record[column] === undefined ? null : placeOf(record[axis], x);
      return at === null ? [] : [[at, finite(recordNumber(record[column]))]];
    });
    const name = columns.length === 1 ? layer.name : `${layer.name}: ${column}`;
    return hasValue(points) ? [{ layer, key: `${keyOf(layer)}: ${column}`, name, points: inOrder(points, x) }] : [];
  });
}

/** A category has one point, though several times began in it: the last that has a value. */
function inOrder(points: readonly Point[], x: XValues): readonly Point[] {
  const ordered = points.toSorted(([a], [b]) => a - b);
  if (x.kind !== 'category') return ordered;
  const last = new Map<number, number | null>();
  for (const [at, y] of ordered) last.set(at, y ?? last.get(at) ?? null);
  return [...last];
}

function hasValue(points: readonly Point[]): boolean {
  return points.some(([, y]) => y !== null);
}

/** Numbers of no more digits than a double holds travel as numbers: a short text is a text. */
function recordNumber(value: unknown): number {
  return typeof value === 'string' && value.length <= 15 ? Number.NaN : readNumber(value);
}

function keyOf(layer: AnnotationLayer): string {
  return `annotation: ${layer.name}`;
}

/** Where a value of a record stands on the axis; null when it does not. */
function placeOf(value: unknown, x: XValues): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (x.kind === 'number') return finite(Number(value));
  const instant = typeof value === 'number' ? value : epochOfText(textOf(value));
  if (x.kind === 'time') return finite(instant);
  const same = x.cells.findIndex((cell) => cell !== null && textOf(cell) === textOf(value));
  if (same >= 0 || Number.isNaN(instant)) return same >= 0 ? same : null;
  // Times as categories: the last one that has begun.
  const begun = x.cells.findLastIndex((cell) => typeof cell === 'number' && cell <= instant);
  return begun >= 0 ? begun : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value);
}
