import Supercluster from 'supercluster';
import { boundsOf, type Size, type Viewport } from '../../shared/geo/mercator.ts';
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
  /** The zoom at which a cluster falls apart. */
  readonly splitsAt: number | null;
};

export type Clusters = (view: Viewport, size: Size) => readonly Spot[];

const MAX_ZOOM = 18;

/** Points that come together where they would lie on each other. @param radius px; 0 keeps them apart */
export function clustersOf(points: readonly MapPoint[], radius: number): Clusters {
  if (radius <= 0) {
    const spots = points.map((point): Spot => alone(point));
    return () => spots;
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
    return index
      .getClusters([Math.max(-180, west), south, Math.min(180, east), north], Math.floor(view.zoom))
      .map(({ geometry, properties }): Spot => {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        if (!('cluster_id' in properties)) {
          const point = points[properties.at];
          return point ? alone(point) : { longitude, latitude, count: 0, sums: null, point: null, splitsAt: null };
        }
        const { point_count: count, n, sum, squares, min, max } = properties;
        return {
          longitude,
          latitude,
          count,
          sums: { n, sum, squares, min, max },
          point: null,
          splitsAt: index.getClusterExpansionZoom(properties.cluster_id),
        };
      });
  };
}

function alone(point: MapPoint): Spot {
  const { longitude, latitude } = point;
  return { longitude, latitude, count: 1, sums: sumsOf(point), point, splitsAt: null };
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
