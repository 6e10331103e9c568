import type { ChartContext, QueryResult } from '../../define.ts';
import type { RegionShape } from '../../regions/layout.ts';
import { colorScaleShapes, valueColor } from '../../scene/color-scale.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { isDimmed } from '../../select.ts';
import { inkOn } from '../../shared/paint.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { CountryMapForm } from './controls.ts';
import { regionLayout } from './layout.ts';
import { placeMark } from './marks.ts';
import { extentOf, type Place, readPlaces, whyNoPlaces } from './places.ts';

const LABEL = 11;
const VALUE = 10;
/** Height of a name and its value. */
const DOWN = 24;
const DIMMED = 0.3;
/** The regions of a country in the colours of their amounts, named where there is room, and the scale below. */
export function countryMapScene(
  results: readonly QueryResult[],
  form: CountryMapForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const reason = whyNoPlaces(results, form);
  const { places } = readPlaces(results[0], form);
  const extent = extentOf(places);
  const color = valueColor(form.linear_color_scheme, theme.mode, extent ?? [0, 0]);
  const fill = ({ amount }: Place) => (amount === null ? theme.hairline : color(amount));
  const byKey = new Map(places.map((place) => [place.region.key, place] as const));
  const { shapes, insets } = regionLayout(form, context);
  const drawn = shapes.map((shape) => ({ shape, place: byKey.get(shape.region.key) }));
  const say = (value: number) => context.formatNumber(form.number_format, value, form.currency_format);
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes: [
      ...insets.map(({ x, y, width: across, height: down }): Shape => ({
        kind: 'rect',
        x,
        y,
        width: across,
        height: down,
        radius: 4,
        fill: 'none',
        stroke: theme.hairline,
        strokeWidth: 1,
      })),
      // What is touched lies over its neighbours, so that its edge is whole.
      ...drawn
        .toSorted((a, b) => isTouched(a.place, context) - isTouched(b.place, context))
        .map(({ shape, place }) => outline(shape, place, place ? fill(place) : null, form, context)),
      ...labels(drawn, fill, say, context),
      ...insets.map(({ x, y, width: across, height: down, name }): Shape => ({
        kind: 'text',
        x: px(x + across / 2),
        y: px(across > 100 ? y + down - 6 : y + down + 12),
        text: cutMiddle(name, across - 4, VALUE),
        size: VALUE,
        anchor: 'middle',
        fill: theme.textMuted,
      })),
      ...(shapes.length === 0 && reason !== null ? [inTheMiddle(reason, context)] : []),
      ...(extent ? colorScaleShapes(extent, form.linear_color_scheme, height - 16, say, theme) : []),
    ],
  };
}

/** Why there is no map, where its picture is asked for all the same. */
function inTheMiddle(text: string, { width, height, theme }: ChartContext): Shape {
  const said = cutMiddle(text, width - 16, 12);
  return { kind: 'text', x: width / 2, y: height / 2, text: said, size: 12, anchor: 'middle', fill: theme.textMuted };
}

function isTouched(place: Place | undefined, { inputs }: ChartContext): number {
  return place !== undefined && inputs.highlighted === place.region.key ? 1 : 0;
}

function outline(
  { path }: RegionShape,
  place: Place | undefined,
  fill: string | null,
  form: CountryMapForm,
  context: ChartContext,
): Shape {
  const { theme, inputs } = context;
  const edge = { stroke: theme.surface, strokeWidth: 0.7, strokeJoin: 'round' } as const;
  if (!place || fill === null) return { kind: 'path', d: path, fill: theme.hairline, fillOpacity: 0.55, ...edge };
  const mark = placeMark(place, form, context);
  return {
    kind: 'path',
    d: path,
    fill,
    ...edge,
    mark: mark.key,
    ...(isDimmed(mark, inputs) ? { opacity: DIMMED } : {}),
    ...(inputs.highlighted === mark.key ? { stroke: theme.text, strokeWidth: 1.4 } : {}),
  };
}

/** Names and values of regions that have the room; none reaches beyond its region. */
function labels(
  drawn: readonly { readonly shape: RegionShape; readonly place: Place | undefined }[],
  fill: (place: Place) => string,
  say: (value: number) => string,
  { theme }: ChartContext,
): readonly Shape[] {
  return drawn.flatMap(({ shape, place }): Shape[] => {
    if (!place || place.amount === null) return [];
    const { name } = shape.region;
    const value = say(place.amount);
    const across = Math.max(textWidth(name, LABEL), textWidth(value, VALUE));
    const [x, y] = roomFor(shape, across, DOWN) ?? [];
    if (x === undefined || y === undefined) return [];
    const ground = fill(place);
    const text = {
      kind: 'text',
      x: px(x),
      anchor: 'middle',
      baseline: 'central',
      fill: ground.startsWith('#') || ground.startsWith('rgb') ? inkOn(ground) : theme.text,
      mark: shape.region.key,
    } as const;
    return [
      { ...text, y: px(y - 6), text: name, size: LABEL, weight: 500 },
      { ...text, y: px(y + 7), text: value, size: VALUE, isTabular: true },
    ];
  });
}

/** How far from the middle of a region its label may stand, in parts of its size. */
const STEPS = [0, -0.08, 0.08, -0.16, 0.16, -0.24, 0.24];

/** The place nearest to the middle of a region where a label lies within its outline; null where none is. */
function roomFor({ box, middle, holds }: RegionShape, across: number, down: number): readonly [number, number] | null {
  if (across > box.width || down > box.height) return null;
  const places = STEPS.flatMap((right) =>
    STEPS.map((below) => [middle[0] + right * box.width, middle[1] + below * box.height] as const),
  ).toSorted((a, b) => farFrom(a, middle) - farFrom(b, middle));
  return (
    places.find(([x, y]) =>
      [-0.5, -0.25, 0, 0.25, 0.5].every((part) =>
        [-0.5, 0, 0.5].every((part2) => holds(x + part * across, y + part2 * down)),
      ),
    ) ?? null
  );
}

function farFrom(one: readonly [number, number], other: readonly [number, number]): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
