import { uniqueNames } from '../unique-names.ts';

/**
 * Annotation layers as form data and query objects hold them ([3.6-01]): marks that a chart draws over its own data.
 * FORMULA is drawn from its text alone; the other types get their records from an annotation layer or another chart.
 */

export const ANNOTATION_TYPES = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'] as const;
export type AnnotationType = (typeof ANNOTATION_TYPES)[number];
/** `''` for formulas; `line` and `table` are saved charts. */
export const ANNOTATION_SOURCES = ['', 'NATIVE', 'line', 'table'] as const;
export type AnnotationSource = (typeof ANNOTATION_SOURCES)[number];
export const ANNOTATION_STYLES = ['solid', 'dashed', 'dotted', 'longDashed'] as const;
export type AnnotationStyle = (typeof ANNOTATION_STYLES)[number];
export const ANNOTATION_OPACITIES = ['', 'opacityLow', 'opacityMedium', 'opacityHigh'] as const;
export type AnnotationOpacity = (typeof ANNOTATION_OPACITIES)[number];

export const OVERRIDE_KEYS = ['time_range', 'time_grain_sqla', 'time_shift', 'granularity'] as const;
/** A key that is there with null takes the value of the chart that draws; a text replaces that of the source chart. */
export type AnnotationOverrides = { readonly [K in (typeof OVERRIDE_KEYS)[number]]?: string | null };

export type AnnotationLayer = {
  readonly name: string;
  readonly annotationType: AnnotationType;
  readonly sourceType: AnnotationSource;
  /** Text of a formula; id of a layer or of a chart; null while nothing was chosen. */
  readonly value: string | number | null;
  readonly style: AnnotationStyle;
  /** CSS colour; null takes one of the scheme. */
  readonly color: string | null;
  readonly opacity: AnnotationOpacity;
  /** Of lines, in pixels. */
  readonly width: number;
  readonly show: boolean;
  readonly showMarkers: boolean;
  readonly showLabel: boolean;
  readonly hideLine: boolean;
  readonly overrides: AnnotationOverrides;
  /** Columns of a chart's records; '' takes the first that fits. */
  readonly timeColumn: string;
  readonly intervalEndColumn: string;
  readonly titleColumn: string;
  readonly descriptionColumns: readonly string[];
};

/** What a layer with a source draws. Its times are epoch milliseconds of its own clock, those of moments of UTC. */
export type AnnotationRecords = {
  readonly columns: readonly string[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Of a source chart that has room for a part of its series only. */
  readonly seriesCut?: { readonly shown: number; readonly of: number | null; readonly hasOthers: boolean };
  /** Of a source whose rows a limit cut: that limit. */
  readonly rowLimit?: number;
  /** Columns of instants in UTC, which are drawn where the clock of the chart has them. */
  readonly moments?: readonly string[];
};
/** Records by the name of their layer. */
export type AnnotationData = ReadonlyMap<string, AnnotationRecords>;

/** The columns of an annotation layer's own records. */
export const NATIVE_COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const;

/**
 * Layers of form data or of a query object; what is no layer is left out, what is missing in one takes its default.
 * Their names are unique, for records and series go by them.
 */
export function readAnnotationLayers(value: unknown): readonly AnnotationLayer[] {
  const layers = Array.isArray(value) ? value.flatMap((entry) => readAnnotationLayer(entry) ?? []) : [];
  const names = uniqueNames(layers.map(({ name }) => name));
  return layers.map((layer, index) => ({ ...layer, name: names[index] ?? layer.name }));
}

/** Whether a layer needs records: it is shown, and is more than a formula. */
export function needsRecords(layer: AnnotationLayer): boolean {
  return layer.show && layer.annotationType !== 'FORMULA';
}

/** Records as they come over the wire; null for anything else. */
export function readAnnotationRecords(value: unknown): AnnotationRecords | null {
  if (!isRecord(value) || !Array.isArray(value['records'])) return null;
  const records = value['records'].filter(isRecord);
  const columns = textsOf(value['columns']);
  const { series_cut: cut, row_limit: rowLimit } = value;
  const moments = textsOf(value['moments']);
  return {
    records,
    columns: columns.length > 0 ? columns : Object.keys(records[0] ?? {}),
    ...(isRecord(cut) && typeof cut['shown'] === 'number' && { seriesCut: readCut(cut['shown'], cut) }),
    ...(typeof rowLimit === 'number' && { rowLimit }),
    ...(moments.length > 0 && { moments }),
  };
}

function readCut(shown: number, cut: Readonly<Record<string, unknown>>): NonNullable<AnnotationRecords['seriesCut']> {
  return { shown, of: typeof cut['of'] === 'number' ? cut['of'] : null, hasOthers: cut['has_others'] === true };
}

function readAnnotationLayer(entry: unknown): AnnotationLayer | null {
  if (!isRecord(entry)) return null;
  const annotationType = oneOf(ANNOTATION_TYPES, entry['annotationType']);
  if (annotationType === null) return null;
  const { value } = entry;
  return {
    name: textOf(entry['name']),
    annotationType,
    sourceType: oneOf(ANNOTATION_SOURCES, entry['sourceType']) ?? '',
    value: typeof value === 'string' || typeof value === 'number' ? value : null,
    style: oneOf(ANNOTATION_STYLES, entry['style']) ?? 'solid',
    color: isColor(entry['color']) ? entry['color'] : null,
    opacity: oneOf(ANNOTATION_OPACITIES, entry['opacity']) ?? '',
    width:
      typeof entry['width'] === 'number' && Number.isFinite(entry['width'])
        ? Math.min(20, Math.max(0, entry['width']))
        : 1,
    show: entry['show'] !== false,
    showMarkers: entry['showMarkers'] === true,
    showLabel: entry['showLabel'] === true,
    hideLine: entry['hideLine'] === true,
    overrides: readOverrides(entry['overrides']),
    timeColumn: textOf(entry['timeColumn']),
    intervalEndColumn: textOf(entry['intervalEndColumn']),
    titleColumn: textOf(entry['titleColumn']),
    descriptionColumns: textsOf(entry['descriptionColumns']),
  };
}

function readOverrides(value: unknown): AnnotationOverrides {
  if (!isRecord(value)) return {};
  const given = OVERRIDE_KEYS.filter((key) => value[key] === null || typeof value[key] === 'string');
  return Object.fromEntries(given.map((key) => [key, value[key] === '' ? null : value[key]]));
}

function oneOf<const T extends string>(values: readonly T[], value: unknown): T | null {
  return values.find((one) => one === value) ?? null;
}

/** Forms that every drawing reads alike, and nothing else. */
function isColor(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    (/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(value) || /^rgba?\([\d\s.,%]{1,40}\)$/i.test(value))
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
