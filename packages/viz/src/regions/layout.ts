import {
  geoAlbersUsa,
  geoArea,
  geoBounds,
  geoCentroid,
  geoConicEqualArea,
  geoDistance,
  geoPath,
  type GeoPermissibleObjects,
  type GeoProjection,
} from 'd3-geo';
import type { Box } from '../marks.ts';
import type { Region, Regions } from './regions.ts';

/** A region on the picture, in px. */
export type RegionShape = {
  readonly region: Region;
  readonly path: string;
  /** Whether a point lies in it. */
  readonly holds: (x: number, y: number) => boolean;
  readonly box: Box;
  /** Where its label stands. */
  readonly middle: readonly [number, number];
};

/** A region far off the rest, in a frame of its own. */
export type Inset = Box & { readonly name: string };

export type RegionLayout = { readonly shapes: readonly RegionShape[]; readonly insets: readonly Inset[] };

/** Beyond this many times the reach of the country a region has its own frame. */
const FAR = 1.7;
const MOST_FAR_AREA = 0.05;
const INSET = { width: 72, height: 56, gap: 6, label: 14 } as const;

let last: { readonly of: Regions; readonly size: string; readonly layout: RegionLayout } | null = null;

/**
 * The regions of a country in a box of this size, on a map of equal areas; far islands stand in frames below.
 *
 * The last layout is cached: a redraw in other colours projects nothing.
 */
export function layoutRegions(regions: Regions, country: string, width: number, height: number): RegionLayout {
  const size = `${width}x${height}`;
  if (last?.of === regions && last.size === size) return last.layout;
  const layout =
    country === 'usa'
      ? onAlbersUsa(regions, width, height)
      : withInsets(regions, country === 'france_overseas', width, height);
  last = { of: regions, size, layout };
  return layout;
}

function onAlbersUsa({ regions }: Regions, width: number, height: number): RegionLayout {
  const projection = geoAlbersUsa().fitSize([width, height], collection(regions));
  return { shapes: draw(regions, projection), insets: [] };
}

/** `isScattered`: there is no main part, each region has a frame. */
function withInsets({ regions }: Regions, isScattered: boolean, width: number, height: number): RegionLayout {
  const far = isScattered ? new Set(regions) : farOff(regions);
  const near = regions.filter((region) => !far.has(region));
  const perRow = Math.max(1, Math.floor((width + INSET.gap) / (INSET.width + INSET.gap)));
  const shown = isScattered ? [...far] : [...far].slice(0, perRow);
  const strip = isScattered || shown.length === 0 ? 0 : INSET.height + INSET.label + INSET.gap;
  const main = isScattered ? [] : draw(near, projectionOf(near, 0, 0, width, height - strip));
  const insets = framesOf(shown, isScattered, width, height);
  const drawn = insets.flatMap(({ region, frame }) =>
    draw(
      [region],
      projectionOf(
        [region],
        frame.x + 4,
        frame.y + 4,
        frame.width - 8,
        frame.height - 8 - (isScattered ? INSET.label : 0),
      ),
    ),
  );
  return { shapes: [...main, ...drawn], insets: insets.map(({ frame }) => frame) };
}

/** Frames below the map, or over the whole picture where there is no main part. */
function framesOf(
  regions: readonly Region[],
  isAlone: boolean,
  width: number,
  height: number,
): readonly { readonly region: Region; readonly frame: Inset }[] {
  const columns = isAlone ? Math.ceil(Math.sqrt((regions.length * width) / Math.max(1, height))) : regions.length;
  const rows = Math.ceil(regions.length / Math.max(1, columns));
  const cell = isAlone
    ? {
        width: (width - (columns - 1) * INSET.gap) / columns,
        height: (height - (rows - 1) * INSET.gap) / rows,
      }
    : { width: INSET.width, height: INSET.height + INSET.label };
  const top = isAlone ? 0 : height - cell.height;
  return regions.map((region, at) => ({
    region,
    frame: {
      name: region.name,
      x: (at % columns) * (cell.width + INSET.gap),
      y: top + Math.floor(at / columns) * (cell.height + INSET.gap),
      width: cell.width,
      height: isAlone ? cell.height : INSET.height,
    },
  }));
}

/** Small regions so far from the rest that the rest would be small for them. */
function farOff(regions: readonly Region[]): ReadonlySet<Region> {
  const all = regions.map((region) => ({
    region,
    area: geoArea(region.outline),
    middle: geoCentroid(region.outline),
  }));
  const whole = all.reduce((sum, { area }) => sum + area, 0);
  const middle = geoCentroid(collection(regions));
  const byDistance = all
    .map((one) => ({ ...one, distance: geoDistance(one.middle, middle) }))
    .toSorted((a, b) => a.distance - b.distance);
  let within = 0;
  let reach = 0;
  for (const { area, distance } of byDistance) {
    reach = distance;
    within += area;
    if (within >= whole * 0.95) break;
  }
  return new Set(
    byDistance
      .filter(({ area, distance }) => distance > reach * FAR && area < whole * MOST_FAR_AREA)
      .map(({ region }) => region),
  );
}

/** Equal areas around the middle of the regions, fitted into a box. */
function projectionOf(regions: readonly Region[], x: number, y: number, width: number, height: number): GeoProjection {
  const shapes = collection(regions);
  const [longitude] = geoCentroid(shapes);
  const [[, south], [, north]] = geoBounds(shapes);
  const middle = (south + north) / 2;
  // A cone around the equator is none.
  const parallels: [number, number] =
    Math.abs(middle) < 2 ? [0, 0.001] : [south + (north - south) / 6, north - (north - south) / 6];
  return geoConicEqualArea()
    .rotate([-longitude, 0])
    .parallels(parallels)
    .fitExtent(
      [
        [x, y],
        [x + Math.max(1, width), y + Math.max(1, height)],
      ],
      shapes,
    );
}

function draw(regions: readonly Region[], projection: GeoProjection): readonly RegionShape[] {
  const print = geoPath(projection).digits(1);
  return regions.flatMap((region): RegionShape[] => {
    const path = print(region.outline);
    if (!path) return [];
    const [[x, y], [right, bottom]] = print.bounds(region.outline);
    const [middleX, middleY] = print.centroid(region.outline);
    const rings = ringsOf(path);
    const box = { x, y, width: right - x, height: bottom - y };
    return [{ region, path, box, middle: [middleX, middleY], holds: (atX, atY) => isInside(rings, atX, atY) }];
  });
}

function collection(regions: readonly Region[]): GeoPermissibleObjects & { readonly type: 'FeatureCollection' } {
  return { type: 'FeatureCollection', features: regions.map(({ outline }) => outline) };
}

type Ring = readonly (readonly [number, number])[];

/** The points of a path, which has straight lines only. */
function ringsOf(path: string): readonly Ring[] {
  return path
    .split('M')
    .slice(1)
    .map((ring) =>
      ring
        .replace('Z', '')
        .split('L')
        .map((point): [number, number] => {
          const [x = 0, y = 0] = point.split(',').map(Number);
          return [x, y];
        }),
    );
}

/** Whether a line from the point to the right crosses the rings an odd number of times. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let isIn = false;
  for (const ring of rings)
    ring.forEach(([endX, endY], at) => {
      const [fromX, fromY] = ring.at(at - 1) ?? [endX, endY];
      if (fromY > y !== endY > y && x < fromX + ((y - fromY) / (endY - fromY)) * (endX - fromX)) isIn = !isIn;
    });
  return isIn;
}
