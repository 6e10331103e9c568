import { pixelOf, type Size, type Viewport } from './mercator.ts';

/** Something on a map that the keyboard reaches. */
export type MapStop = {
  readonly key: string;
  /** What is read aloud. */
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
};

/** A stop where the view has it, in px. */
export type PlacedStop = MapStop & { readonly x: number; readonly y: number };

/** The stops that are in sight, from west to east; those on one meridian from north to south. */
export function stopsInSight(stops: readonly MapStop[], view: Viewport, size: Size): readonly PlacedStop[] {
  return stops
    .map((stop): PlacedStop => {
      const [x, y] = pixelOf(view, size, stop.longitude, stop.latitude);
      return { ...stop, x, y };
    })
    .filter(({ x, y }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height)
    .toSorted((one, other) => one.x - other.x || one.y - other.y);
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The stop that a key leads to from the current one; null for any other key, or where nothing is in sight. */
export function stepStop(stops: readonly PlacedStop[], current: string | null, key: string): PlacedStop | null {
  if (key === 'Home') return stops[0] ?? null;
  if (key === 'End') return stops.at(-1) ?? null;
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  if (step === undefined) return null;
  const at = stops.findIndex((stop) => stop.key === current);
  return at < 0 ? (stops[0] ?? null) : (stops[Math.min(stops.length - 1, Math.max(0, at + step))] ?? null);
}
