import { cssColor } from '@tessera/core/colors/rgba';
import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { colorScaleShapes, valueColor } from '../../scene/color-scale.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { isDimmed } from '../../select.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { WorldMapForm } from './controls.ts';
import { placeMark } from './marks.ts';
import { worldShapes } from './outlines.ts';
import { extentOf, type Place, type Places, readPlaces } from './places.ts';

const FONT = 11;
const FOOT = 28;
const LEGEND_WIDTH = 120;
const DIMMED = 0.3;
/** Radius of a country that is too small for an outline. */
const DOT = 3.5;

/** Countries in the colours of their amounts, bubbles over them, the scale and what names no country below. */
export function worldMapScene(
  results: readonly QueryResult[],
  form: WorldMapForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const found = readPlaces(results[0], form);
  const paint = paintOf(found.places, form, context);
  const mapHeight = Math.max(40, height - FOOT);
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes: [
      ...outlineShapes(found.places, mapHeight, paint, form, context),
      ...bubbleShapes(found.places, mapHeight, form, context),
      ...legendShapes(found.places, form, context),
      ...noteShapes(found, form, context),
    ],
  };
}

type PaintPlace = (place: Place) => string;

function paintOf(places: readonly Place[], form: WorldMapForm, context: ChartContext): PaintPlace {
  if (form.color_by === 'country') return ({ country }) => context.color(form.color_scheme, country.name);
  const color = valueColor(form.linear_color_scheme, context.theme.mode, extentOf(places) ?? [0, 0]);
  return ({ amount }) => (amount === null ? context.theme.hairline : color(amount));
}

function outlineShapes(
  places: readonly Place[],
  height: number,
  paint: PaintPlace,
  form: WorldMapForm,
  context: ChartContext,
): readonly Shape[] {
  const { outlines, pointOf } = worldShapes(context.width, height);
  const byCode = new Map(places.map((place) => [place.country.cca3, place] as const));
  const drawn = new Set(outlines.map(({ code }) => code));
  const edge = { stroke: context.theme.surface, strokeWidth: 0.6, strokeJoin: 'round' } as const;
  const empty = { fill: context.theme.hairline, fillOpacity: 0.55, ...edge } as const;
  const countries = outlines.map(({ code, path }): Shape => {
    const place = code === null ? undefined : byCode.get(code);
    if (!place) return { kind: 'path', d: path, ...empty };
    return { kind: 'path', d: path, ...edge, ...touched(place, paint, form, context) };
  });
  const dots = places.flatMap((place): Shape[] => {
    const point = drawn.has(place.country.cca3) ? null : pointOf(place.country.longitude, place.country.latitude);
    if (point === null) return [];
    return [
      { kind: 'circle', cx: px(point[0]), cy: px(point[1]), r: DOT, ...edge, ...touched(place, paint, form, context) },
    ];
  });
  return [...countries, ...dots];
}

/** Fill, mark and standing of a country with a row. */
function touched(place: Place, paint: PaintPlace, form: WorldMapForm, context: ChartContext) {
  const mark = placeMark(place, form, context);
  return {
    mark: mark.key,
    fill: paint(place),
    ...(isDimmed(mark, context.inputs) ? { opacity: DIMMED } : {}),
    ...(context.inputs.highlighted === mark.key ? { stroke: context.theme.text, strokeWidth: 1.2 } : {}),
  };
}

function bubbleShapes(
  places: readonly Place[],
  height: number,
  form: WorldMapForm,
  context: ChartContext,
): readonly Shape[] {
  if (!form.show_bubbles) return [];
  const { pointOf } = worldShapes(context.width, height);
  const sized = places.flatMap((place) => (place.size !== null && place.size > 0 ? [{ place, size: place.size }] : []));
  const greatest = Math.max(...sized.map(({ size }) => size), 0);
  const most = Math.min(form.max_bubble_size ?? 25, height / 4);
  const fill = cssColor(form.color_picker);
  // Large ones first, so that small ones stay in reach.
  return sized
    .toSorted((a, b) => b.size - a.size)
    .flatMap(({ place, size }): Shape[] => {
      const point = pointOf(place.country.longitude, place.country.latitude);
      if (point === null) return [];
      const mark = placeMark(place, form, context);
      return [
        {
          kind: 'circle',
          cx: px(point[0]),
          cy: px(point[1]),
          r: px(Math.max(1.5, most * Math.sqrt(size / greatest))),
          fill,
          fillOpacity: 0.55,
          stroke: context.theme.surface,
          strokeWidth: 1,
          mark: mark.key,
          ...(isDimmed(mark, context.inputs) ? { opacity: DIMMED } : {}),
        },
      ];
    });
}

/** The scale with its ends, at the left of the foot. */
function legendShapes(places: readonly Place[], form: WorldMapForm, context: ChartContext): readonly Shape[] {
  const extent = form.color_by === 'country' ? null : extentOf(places);
  if (extent === null) return [];
  const say = (amount: number) => context.formatNumber(form.y_axis_format, amount, form.currency_format);
  return colorScaleShapes(extent, form.linear_color_scheme, context.height - 16, say, context.theme);
}

/** Px of the foot that the scale takes, with room beside it. */
function legendRoom(places: readonly Place[], form: WorldMapForm, context: ChartContext): number {
  const extent = form.color_by === 'country' ? null : extentOf(places);
  const ends = (extent ?? []).map((amount) =>
    textWidth(context.formatNumber(form.y_axis_format, amount, form.currency_format), FONT),
  );
  return ends.reduce((sum, width) => sum + width, extent === null ? 0 : LEGEND_WIDTH + 32);
}

/** What the picture leaves out, at the right of the foot. */
function noteShapes(
  { places, unknown, repeated }: Places,
  form: WorldMapForm,
  context: ChartContext,
): readonly Shape[] {
  const again =
    repeated > 0 ? [tn('One row names a country again', '%(count)s rows name a country again', repeated)] : [];
  const room = context.width - legendRoom(places, form, context);
  if ((unknown.length === 0 && again.length === 0) || room < 60) return [];
  // As many names as there is room for, and at least how many they are.
  const notes = [3, 2, 1, 0].map((names) => [...unknownNote(unknown, names), ...again].join(' · '));
  const text = notes.find((note) => textWidth(note, FONT) <= room) ?? notes.at(-1) ?? '';
  return [
    {
      kind: 'text',
      x: context.width - 2,
      y: context.height - 11,
      text: cutMiddle(text, room, FONT),
      size: FONT,
      anchor: 'end',
      baseline: 'central',
      fill: context.theme.textMuted,
    },
  ];
}

/** The first names that are those of no country, and how many more there are. */
function unknownNote(unknown: Places['unknown'], most: number): readonly string[] {
  if (unknown.length === 0) return [];
  if (most === 0) return [tn('No country: one name', 'No country: %(count)s names', unknown.length)];
  const names = unknown.slice(0, most).map((name) => name ?? t('no name'));
  const more = unknown.length > most ? ` + ${unknown.length - most}` : '';
  return [t('No country: %(names)s', { names: names.join(', ') + more })];
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
