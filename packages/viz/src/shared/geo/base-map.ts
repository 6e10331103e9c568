import { geoBounds, geoMercator, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-50m.json' with { type: 'json' };
import type { ChartTheme } from '../../define.ts';
import type { Shape } from '../../scene/scene.ts';
import type { TileServer } from './tile-server.ts';
import { boundsOf, metersPerPixel, pixelOf, type Size, type Viewport, WORLD_PX } from './mercator.ts';

const topology = world as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;

type Country = {
  readonly shape: GeoPermissibleObjects;
  readonly name: string;
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
};

let known: readonly Country[] | null = null;

/** Read when the first map is drawn, not when the code comes. */
function countries(): readonly Country[] {
  known ??= feature(topology, topology.objects.countries).features.map((country) => {
    const [[west, south], [east, north]] = geoBounds(country);
    // Across the date line the bounds turn around: such a country may be anywhere.
    const bounds = west > east ? ([-180, south, 180, north] as const) : ([west, south, east, north] as const);
    return { shape: country, name: country.properties.name, bounds };
  });
  return known;
}

export type BaseColors = {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly grid: string;
};

/** A map that lies under data: quiet, in light or dark. */
export function baseColors(mode: ChartTheme['mode']): BaseColors {
  return mode === 'dark'
    ? { water: '#10171d', land: '#232c33', border: '#3b4750', grid: '#1b242b' }
    : { water: '#e6edf1', land: '#fbfaf7', border: '#c9cfd3', grid: '#d9e2e8' };
}

/** Land, borders and degrees of what is in view; drawn from data of this product, without a request. */
export function baseMapShapes(view: Viewport, size: Size, colors: BaseColors): readonly Shape[] {
  const [west, south, east, north] = boundsOf(view, size);
  const [x, y] = pixelOf(view, size, 0, 0);
  const projection = geoMercator()
    .scale((WORLD_PX * 2 ** view.zoom) / (2 * Math.PI))
    .translate([x, y])
    .clipExtent([
      [-CLIP, -CLIP],
      [size.width + CLIP, size.height + CLIP],
    ]);
  const print = geoPath(projection).digits(1);
  const land = countries()
    .filter(({ bounds }) => bounds[0] <= east && bounds[2] >= west && bounds[1] <= north && bounds[3] >= south)
    .flatMap(({ shape }): Shape[] => {
      const path = print(shape);
      return path ? [{ kind: 'path', d: path, fill: colors.land, stroke: colors.border, strokeWidth: 0.7 }] : [];
    });
  return [{ kind: 'rect', x: 0, y: 0, ...size, fill: colors.water }, ...degreeLines(view, size, colors.grid), ...land];
}

/** Beyond the edge, so that no border runs along it. */
const CLIP = 4;

function degreeLines(view: Viewport, size: Size, stroke: string): readonly Shape[] {
  const [west, south, east, north] = boundsOf(view, size);
  const step = STEPS.find((degrees) => (east - west) / degrees <= MOST_LINES) ?? 30;
  const lines: Shape[] = [];
  for (let degrees = Math.ceil(west / step) * step; degrees <= east; degrees += step) {
    const [x] = pixelOf(view, size, degrees, 0);
    lines.push({ kind: 'line', x1: px(x), y1: 0, x2: px(x), y2: size.height, stroke, strokeWidth: 1 });
  }
  for (let degrees = Math.ceil(south / step) * step; degrees <= Math.min(north, 85); degrees += step) {
    const [, y] = pixelOf(view, size, 0, degrees);
    lines.push({ kind: 'line', x1: 0, y1: px(y), x2: size.width, y2: px(y), stroke, strokeWidth: 1 });
  }
  return lines;
}

const STEPS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];
const MOST_LINES = 8;

/** How long a round distance is here, at the lower left. */
export function scaleBarShapes(view: Viewport, size: Size, theme: ChartTheme): readonly Shape[] {
  const meters = metersPerPixel(view, view.latitude);
  const most = Math.min(120, size.width / 4) * meters;
  const power = 10 ** Math.floor(Math.log10(most));
  const round = ([5, 2, 1].find((digit) => digit * power <= most) ?? 1) * power;
  const length = round / meters;
  const [x, y] = [10, size.height - 10];
  return [
    {
      kind: 'path',
      d: `M${x} ${y - 5}V${y}H${px(x + length)}V${y - 5}`,
      fill: 'none',
      stroke: theme.text,
      strokeWidth: 1.2,
    },
    {
      kind: 'text',
      x: x + 4,
      y: y - 5,
      text: round >= 1000 ? `${round / 1000} km` : `${round} m`,
      size: 10,
      fill: theme.text,
    },
  ];
}

/** The tiles of what is in view, as images. */
export function tileShapes(view: Viewport, size: Size, { url }: TileServer): readonly Shape[] {
  const level = Math.max(0, Math.min(19, Math.round(view.zoom + 1)));
  const count = 2 ** level;
  const side = (WORLD_PX * 2 ** view.zoom) / count;
  const [left, top] = pixelOf(view, size, -180, 85.051129);
  const shapes: Shape[] = [];
  for (let row = Math.max(0, Math.floor(-top / side)); row < count && top + row * side < size.height; row += 1)
    for (let column = Math.floor(-left / side); left + column * side < size.width; column += 1) {
      // The world goes on beside itself.
      const wrapped = ((column % count) + count) % count;
      shapes.push({
        kind: 'image',
        x: px(left + column * side),
        y: px(top + row * side),
        width: px(side) + 0.5,
        height: px(side) + 0.5,
        href: url.replace('{z}', String(level)).replace('{x}', String(wrapped)).replace('{y}', String(row)),
      });
    }
  return shapes;
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
