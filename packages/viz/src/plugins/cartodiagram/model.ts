import { t, tn } from '@tessera/core/messages';
import { cssColor } from '@tessera/core/colors/rgba';
import { isRecord, readText, toNumber } from '../../control-kinds/read.ts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricLook, type NumberLook } from '../../layer/metric-formats.ts';
import { filterCell, type Mark } from '../../marks.ts';
import { fitting, panned, type Viewport } from '../../shared/geo/mercator.ts';
import type { CartodiagramForm } from './controls.ts';
import { type InnerChart, readInner } from './inner-chart.ts';
import { type DiagramPlace, type Part, readDiagrams } from './places.ts';

/** Small charts, and how large they are at each zoom. */
export type CartodiagramModel = {
  readonly places: readonly DiagramPlace[];
  readonly inner: Pick<InnerChart, 'shape' | 'isDonut'> & NumberLook & { readonly scheme: string };
  readonly view: Viewport;
  readonly size: SizeRule;
  readonly background: string;
  /** 0…1 of half the side. */
  readonly roundness: number;
  /** Layers were chosen, which the tile server of this installation stands for. */
  readonly wantsTiles: boolean;
  readonly description: string;
  readonly marks: readonly Mark[];
};

export type SizeRule = {
  readonly type: 'FIXED' | 'LINEAR' | 'EXP';
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly slope: number;
  readonly exponent: number;
};

const SIDE = { least: 12, most: 400 } as const;

export function cartodiagramModel(
  [result]: readonly QueryResult[],
  form: CartodiagramForm,
  context: ChartContext,
): CartodiagramModel {
  const inner = readInner(form.selected_chart);
  const look = lookOf(inner, context);
  const { places } = readDiagrams(result, form, context);
  return {
    places,
    inner: {
      shape: inner?.shape ?? 'number',
      isDonut: inner?.isDonut ?? false,
      scheme: readText(inner?.params['color_scheme']) ?? 'supersetColors',
      ...look,
    },
    view: viewOf(places, form, context),
    size: readSize(form.chart_size),
    background: cssColor(form.chart_background_color),
    roundness: (form.chart_background_border_radius ?? 0) / 100,
    wantsTiles: Array.isArray(form.layer_configs) && form.layer_configs.length > 0,
    description: describeDiagrams(result ? [result] : [], form, context),
    marks: places.map((place, at) => markOf(place, at, look, form, context)),
  };
}

/** The side of a small chart at a zoom, in px: always the same, or growing with the map. */
export function sidesAt({ type, width, height, zoom, slope, exponent }: SizeRule, at: number) {
  const grown = (side: number) => {
    if (type === 'LINEAR') return side + slope * (at - zoom);
    return type === 'EXP' ? side * exponent ** (at - zoom) : side;
  };
  const bounded = (side: number) => Math.min(SIDE.most, Math.max(SIDE.least, side));
  return { width: bounded(grown(width)), height: bounded(grown(height)) };
}

function readSize(value: unknown): SizeRule {
  const given = isRecord(value) ? value : {};
  const configs = isRecord(given['configs']) ? given['configs'] : {};
  const of = (key: string, fallback: number) => toNumber(configs[key]) ?? fallback;
  const type = given['type'];
  return {
    type: type === 'LINEAR' || type === 'EXP' ? type : 'FIXED',
    width: of('width', 100),
    height: of('height', 100),
    zoom: of('zoom', 6),
    slope: of('slope', 30),
    exponent: of('exponent', 2),
  };
}

function viewOf(
  places: readonly DiagramPlace[],
  form: CartodiagramForm,
  size: Pick<ChartContext, 'width' | 'height'>,
): Viewport {
  const given = isRecord(form.map_view) ? form.map_view : {};
  const [longitude, latitude, zoom] = ['longitude', 'latitude', 'zoom'].map((key) => toNumber(given[key]));
  if (given['mode'] === 'CUSTOM' && longitude != null && latitude != null && zoom != null)
    return { longitude, latitude, zoom: Math.min(20, Math.max(0, zoom)) };
  const { width, height } = sidesAt(readSize(form.chart_size), 3);
  // The foot holds the scale and what the colours stand for.
  const free = { width: size.width, height: Math.max(80, size.height - FOOT_PX) };
  const fitted = fitting(
    places.map((place) => [place.longitude, place.latitude] as const),
    free,
    Math.min(Math.max(width, height) / 2 + 8, free.width / 4, free.height / 4),
  );
  return panned(fitted, 0, (free.height - size.height) / 2);
}

/** Values are written as the small chart says, or as its metrics. */
function lookOf(inner: InnerChart | null, context: ChartContext): NumberLook {
  const format = readText(inner?.params['number_format'] ?? inner?.params['y_axis_format']);
  return metricLook(inner?.metrics, context, format ?? undefined);
}

/** The first parts with their values, in words. */
function partsText(parts: readonly Part[], { format, currency }: NumberLook, context: ChartContext): string {
  return parts.map(({ name, value }) => `${name} ${context.formatNumber(format, value, currency)}`).join(', ');
}

const FOOT_PX = 40;

function markOf(
  place: DiagramPlace,
  at: number,
  look: NumberLook,
  form: CartodiagramForm,
  context: ChartContext,
): Mark {
  const val = filterCell(place.geometry);
  return {
    key: `p${at}`,
    name: partsText(place.parts.slice(0, 12), look, context),
    series: null,
    datum: Object.fromEntries(place.parts.map(({ name, value }) => [name, value])),
    filters: [],
    detail: form.geom_column === null || val === undefined ? [] : [{ col: form.geom_column, val }],
    by: null,
  };
}

export function describeDiagrams(
  [result]: readonly QueryResult[],
  form: CartodiagramForm,
  context: ChartContext,
): string {
  const { places } = readDiagrams(result, form, context);
  if (places.length === 0) return t('Map without data.');
  const greatest = places.toSorted((one, other) => other.total - one.total)[0];
  return tn(
    'Map with a small chart at one place: %(parts)s.',
    'Map with small charts at %(count)s places; the greatest: %(parts)s.',
    places.length,
    {
      parts: partsText((greatest?.parts ?? []).slice(0, 5), lookOf(readInner(form.selected_chart), context), context),
    },
  );
}
