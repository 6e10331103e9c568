import Supercluster from 'supercluster';
import { boundsOf, pixelOf, type Size, type Viewport } from '../../shared/geo/mercator.ts';
import type { MapPoint } from './points.ts';

/** What the labels of some points add up to; each statistic follows from these. */
type Sums = {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
  readonly min: number;
  readonly max: number;
};
type PointProperties = { readonly at: number };

export type Spot = {
  readonly longitude: number;
  readonly latitude: number;
  readonly count: number;
  readonly sums: Sums | null;
  /** The point itself where it stands alone. */
  readonly point: MapPoint | null;
  /** Points beside it that are not drawn, where there are too many of them. */
  readonly hides: number;
  /** The zoom at which a cluster falls apart. */
  readonly splitsAt: number | null;
};

export type Clusters = (view: Viewport, size: Size) => readonly Spot[];

const MAX_ZOOM = 18;
/** Points that are drawn apart from each other: each is a mark that can be touched. */
export const MAX_APART = 4000;
/** Px beyond the edges from where a large point still reaches into the picture. */
const REACH = 100;

/** Points that come together where they would lie on each other. @param radius px; 0 keeps them apart */
export function clustersOf(points: readonly MapPoint[], radius: number): Clusters {
  if (radius <= 0) {
    const spots = points.map((point): Spot => alone(point));
    return (view, size) => spotsInView(spots, view, size);
  }
  const index = new Supercluster<PointProperties, Sums>({
    radius,
    extent: 512,
    maxZoom: MAX_ZOOM,
    map: ({ at }) => sumsOf(points[at]),
    reduce: (into, more) => Object.assign(into, joined(into, more)),
  });
  index.load(
    points.map(({ longitude, latitude }, at) => ({
      type: 'Feature',
      properties: { at },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  );
  return (view, size) => {
    const [west, south, east, north] = boundsOf(view, { width: size.width + 120, height: size.height + 120 });
    const spots = index
      .getClusters([Math.max(-180, west), south, Math.min(180, east), north], Math.floor(view.zoom))
      .map(({ geometry, properties }): Spot => {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        if (!('cluster_id' in properties)) {
          const point = points[properties.at];
          return point
            ? alone(point)
            : { longitude, latitude, count: 0, sums: null, point: null, hides: 0, splitsAt: null };
        }
        const { point_count: count, n, sum, squares, min, max } = properties;
        return {
          longitude,
          latitude,
          count,
          sums: { n, sum, squares, min, max },
          point: null,
          hides: 0,
          splitsAt: index.getClusterExpansionZoom(properties.cluster_id),
        };
      });
    return withoutOverlaps(spots, view, size, radius);
  };
}

/** Px of a point without a radius of its own. */
export const POINT_PX = 5;

/** The area of a cluster grows with its points. @param most  the count of the largest */
export function clusterRadius(count: number, most: number, radius: number): number {
  const [small, large] = [9, Math.max(14, Math.min(30, radius / 2))];
  return small + (large - small) * Math.sqrt(count / most);
}

/** Clusters are made by their middles; those whose circles would lie on each other become one. */
function withoutOverlaps(spots: readonly Spot[], view: Viewport, size: Size, radius: number): readonly Spot[] {
  let apart = spots;
  for (;;) {
    const fewer = joinedOnce(apart, view, size, radius);
    if (fewer.length === apart.length) return apart;
    apart = fewer;
  }
}

/** Each spot in the first larger one that its circle reaches. */
function joinedOnce(spots: readonly Spot[], view: Viewport, size: Size, radius: number): readonly Spot[] {
  const most = spots.reduce((high, { count }) => Math.max(high, count), 1);
  const reach = (spot: Spot) => (spot.point ? POINT_PX : clusterRadius(spot.count, most, radius));
  const farthest = 2 * Math.max(0, ...spots.map(reach));
  const circles = spots
    .map((spot) => {
      const [x, y] = pixelOf(view, size, spot.longitude, spot.latitude);
      return { spot, x, y, r: reach(spot) };
    })
    .toSorted((one, other) => one.x - other.x);
  const gone = new Set<number>();
  circles.forEach(({ x, y, r }, at) => {
    for (let next = at + 1; next < circles.length && !gone.has(at); next += 1) {
      const other = circles[next];
      if (!other || other.x - x > farthest) break;
      // Points were left alone because they are apart.
      const one = circles[at];
      if (!one || gone.has(next) || (one.spot.point && other.spot.point)) continue;
      if (Math.hypot(other.x - x, other.y - y) >= r + other.r - 1) continue;
      const [into, from] = one.spot.count >= other.spot.count ? [at, next] : [next, at];
      const [larger, smaller] = into === at ? [one, other] : [other, one];
      circles[into] = { ...larger, spot: joinedSpot(larger.spot, smaller.spot) };
      gone.add(from);
    }
  });
  return circles.filter((_, at) => !gone.has(at)).map(({ spot }) => spot);
}

/** Stands where the larger one stood, so that it is still where most of its points are. */
function joinedSpot(larger: Spot, smaller: Spot): Spot {
  return {
    ...larger,
    count: larger.count + smaller.count,
    sums: larger.sums && smaller.sums ? joined(larger.sums, smaller.sums) : (larger.sums ?? smaller.sums),
    splitsAt: null,
  };
}

/** The points in view; one for each place of about its own size where they are more than can be drawn. */
function spotsInView(spots: readonly Spot[], view: Viewport, size: Size): readonly Spot[] {
  const [width, height] = [size.width + 2 * REACH, size.height + 2 * REACH];
  const cell = Math.sqrt((width * height) / MAX_APART);
  const across = Math.floor(width / cell);
  const near: Spot[] = [];
  const cells = new Map<number, { readonly spot: Spot; hides: number }>();
  for (const spot of spots) {
    const [x, y] = pixelOf(view, size, spot.longitude, spot.latitude).map((at) => at + REACH);
    if (x === undefined || y === undefined || !(x >= 0 && x < width && y >= 0 && y < height)) continue;
    near.push(spot);
    const key = Math.min(across, Math.floor(x / cell)) + (across + 1) * Math.floor(y / cell);
    const there = cells.get(key);
    if (there) there.hides += 1;
    else cells.set(key, { spot, hides: 0 });
  }
  if (near.length <= MAX_APART) return near;
  return [...cells.values()].map(({ spot, hides }) => (hides === 0 ? spot : { ...spot, hides }));
}

function alone(point: MapPoint): Spot {
  const { longitude, latitude } = point;
  return { longitude, latitude, count: 1, sums: sumsOf(point), point, hides: 0, splitsAt: null };
}

function sumsOf(point: MapPoint | undefined): Sums {
  const value = point?.label;
  if (typeof value !== 'number' && typeof value !== 'bigint')
    return { n: 0, sum: 0, squares: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  const number = Number(value);
  return { n: 1, sum: number, squares: number * number, min: number, max: number };
}

function joined(one: Sums, other: Sums): Sums {
  return {
    n: one.n + other.n,
    sum: one.sum + other.sum,
    squares: one.squares + other.squares,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
  };
}

export type Statistic = 'sum' | 'mean' | 'min' | 'max' | 'std' | 'var';

/** A statistic of the labels of some points, of the whole of them; null where none of them has a number. */
export function statisticOf({ n, sum, squares, min, max }: Sums, statistic: Statistic): number | null {
  if (n === 0) return null;
  const mean = sum / n;
  const variance = Math.max(0, squares / n - mean * mean);
  switch (statistic) {
    case 'sum':
      return sum;
    case 'mean':
      return mean;
    case 'min':
      return min;
    case 'max':
      return max;
    case 'var':
      return variance;
    case 'std':
      return Math.sqrt(variance);
  }
}
