/**
 * Web Mercator, as maps of tiles use it: at zoom 0 the world is a square of 512 px, and each level doubles it.
 */
export type Viewport = {
  /** Degrees of the middle. */
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
};
export type Size = { readonly width: number; readonly height: number };
export type Point = readonly [x: number, y: number];

export const WORLD_PX = 512;
export const ZOOM = { least: 0, most: 20 } as const;
/** Beyond it the square of the world ends. */
const MOST_LATITUDE = 85.051129;
const EARTH_METERS = 40_075_016.686;

/** Degrees → part of the world's square, 0…1 from its upper left. */
export function worldOf(longitude: number, latitude: number): Point {
  const sine = Math.sin((clamp(latitude, -MOST_LATITUDE, MOST_LATITUDE) * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** The way back. */
export function degreesOf([x, y]: Point): { readonly longitude: number; readonly latitude: number } {
  return {
    longitude: (x - 0.5) * 360,
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  };
}

/** px of a place on a map of this size. */
export function pixelOf(view: Viewport, { width, height }: Size, longitude: number, latitude: number): Point {
  const scale = WORLD_PX * 2 ** view.zoom;
  const [x, y] = worldOf(longitude, latitude);
  const [middleX, middleY] = worldOf(view.longitude, view.latitude);
  return [(x - middleX) * scale + width / 2, (y - middleY) * scale + height / 2];
}

/** West, south, east, north in degrees of what a map of this size shows. */
export function boundsOf(view: Viewport, { width, height }: Size): readonly [number, number, number, number] {
  const scale = WORLD_PX * 2 ** view.zoom;
  const [x, y] = worldOf(view.longitude, view.latitude);
  const upper = degreesOf([x - width / 2 / scale, y - height / 2 / scale]);
  const lower = degreesOf([x + width / 2 / scale, y + height / 2 / scale]);
  return [upper.longitude, lower.latitude, lower.longitude, upper.latitude];
}

/** Moved by px of the screen, as a hand drags the paper. */
export function panned(view: Viewport, dx: number, dy: number): Viewport {
  const scale = WORLD_PX * 2 ** view.zoom;
  const [x, y] = worldOf(view.longitude, view.latitude);
  return { ...view, ...degreesOf([x - dx / scale, clamp(y - dy / scale, 0, 1)]) };
}

/** Nearer or farther by levels; the place under `at`, in px, stays where it is. */
export function zoomed(
  view: Viewport,
  { width, height }: Size,
  by: number,
  at: Point = [width / 2, height / 2],
): Viewport {
  const zoom = clamp(view.zoom + by, ZOOM.least, ZOOM.most);
  const grown = 2 ** (zoom - view.zoom);
  const [fromX, fromY] = [at[0] - width / 2, at[1] - height / 2];
  // What lies under the hand would move away by so much.
  return panned({ ...view, zoom }, fromX * (1 - grown), fromY * (1 - grown));
}

/** The nearest view that shows all places, with room around them; a single one at a zoom that shows a town. */
export function fitting(places: readonly Point[], { width, height }: Size, padding = 40): Viewport {
  const squares = places.map(([longitude, latitude]) => worldOf(longitude, latitude));
  const xs = squares.map(([x]) => x);
  const ys = squares.map(([, y]) => y);
  const [west, east, north, south] = [least(xs), most(xs), least(ys), most(ys)];
  if (!Number.isFinite(west)) return { longitude: 0, latitude: 20, zoom: 0.5 };
  const room = (length: number) => Math.max(40, length - 2 * padding);
  const level = (length: number, extent: number) =>
    extent === 0 ? TOWN : Math.log2(room(length) / (extent * WORLD_PX));
  const wanted = Math.min(level(width, east - west), level(height, south - north), TOWN);
  const zoom = clamp(wanted, ZOOM.least, ZOOM.most);
  // Where no view shows all places, it keeps most of them in sight.
  const middle = (from: number, to: number, all: readonly number[], length: number): number => {
    const reach = (NEAR_MIDDLE * length) / 2 / (WORLD_PX * 2 ** zoom);
    const centre = median(all);
    return wanted < zoom ? clamp((from + to) / 2, centre - reach, centre + reach) : (from + to) / 2;
  };
  return { ...degreesOf([middle(west, east, xs, width), middle(north, south, ys, height)]), zoom };
}

/** How far from the middle of a view most places may be, as a part of the way to its edge. */
const NEAR_MIDDLE = 0.6;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const TOWN = 12;

/** Metres of one px at a latitude. */
export function metersPerPixel({ zoom }: Pick<Viewport, 'zoom'>, latitude: number): number {
  return (EARTH_METERS * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

// Math.min of a long list would run out of arguments.
function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
}
