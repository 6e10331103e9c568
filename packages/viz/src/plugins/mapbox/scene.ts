import { t } from '@tessera/core/messages';
import type { ChartContext } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { baseColors, baseMapShapes, scaleBarShapes, tileShapes } from '../../shared/geo/base-map.ts';
import type { TileServer } from '../../shared/geo/tile-server.ts';
import { metersPerPixel, pixelOf, type Size, type Viewport } from '../../shared/geo/mercator.ts';
import { textWidth } from '../../shared/text.ts';
import { type Clusters, clusterRadius, POINT_PX, type Spot, statisticOf } from './clusters.ts';
import type { MapboxModel } from './model.ts';

const METERS = { Miles: 1609.344, Kilometers: 1000 } as const;
/** A point whose radius is a distance may be larger than the map. */
const RADIUS = { least: 2, most: 300 } as const;
const FONT = 11;

export type MapScene = Scene & { readonly spots: readonly Spot[] };

/** The map at one view: what lies under it, clusters and points over it, the scale. */
export function mapboxScene(
  model: MapboxModel,
  clusters: Clusters,
  view: Viewport,
  context: ChartContext,
  tiles: TileServer | null = null,
): MapScene {
  const size: Size = { width: context.width, height: context.height };
  const ground = baseColors(model.isDark ? 'dark' : context.theme.mode);
  const spots = clusters(view, size);
  const most = spots.reduce((high, { count }) => Math.max(high, count), 1);
  const under = model.wantsTiles && tiles ? tileShapes(view, size, tiles) : baseMapShapes(view, size, ground);
  return {
    ...size,
    description: model.description,
    fontFamily: context.theme.fontFamily,
    spots,
    shapes: [
      {
        kind: 'group',
        clip: { x: 0, y: 0, ...size },
        shapes: [
          ...under,
          {
            kind: 'group',
            opacity: model.opacity,
            // Large ones first, so that small ones stay in reach.
            shapes: spots
              .map((spot, at) => ({ spot, at }))
              .toSorted((one, other) => other.spot.count - one.spot.count)
              .flatMap(({ spot, at }) => spotShapes(spot, at, most, { model, view, size, context })),
          },
        ],
      },
      ...hiddenNote(spots, model, context),
      ...scaleBarShapes(view, size, model.isDark ? { ...context.theme, text: '#e6edf1' } : context.theme),
    ],
  };
}

/** Says that points are left out, and how to see them. */
function hiddenNote(spots: readonly Spot[], { isDark }: MapboxModel, context: ChartContext): readonly Shape[] {
  const hidden = spots.reduce((sum, { hides }) => sum + hides, 0);
  if (hidden === 0) return [];
  const [shown, all] = [spots.length, spots.length + hidden].map((count) => context.formatNumber(',d', count));
  const text = t('Points drawn here: %(shown)s of %(all)s. Zoom in to see the rest.', {
    shown: shown ?? '',
    all: all ?? '',
  });
  const ink = isDark ? '#e6edf1' : '#1f2933';
  const paper = isDark ? '#1f2933' : '#ffffff';
  // Over the scale: buttons stand in the upper corners.
  const top = context.height - 52;
  return [
    { kind: 'rect', x: 6, y: top, width: textWidth(text, FONT) + 12, height: 20, fill: paper, fillOpacity: 0.85 },
    { kind: 'text', x: 12, y: top + 10, text, size: FONT, baseline: 'central', fill: ink },
  ];
}

type Around = {
  readonly model: MapboxModel;
  readonly view: Viewport;
  readonly size: Size;
  readonly context: ChartContext;
};

function spotShapes(spot: Spot, at: number, most: number, { model, view, size, context }: Around): readonly Shape[] {
  const [x, y] = pixelOf(view, size, spot.longitude, spot.latitude);
  const radius = spot.point ? pointRadius(spot, model, view) : clusterRadius(spot.count, most, model.clusteringRadius);
  const isHigh = spot.point !== null && context.inputs.highlighted === `p${spot.point.row}`;
  const mark = spot.point ? `p${spot.point.row}` : `c${at}`;
  const circle: Shape = {
    kind: 'circle',
    cx: px(x),
    cy: px(y),
    r: px(radius),
    fill: model.color,
    fillOpacity: spot.point ? 0.85 : 0.75,
    stroke: isHigh ? context.theme.text : '#ffffff',
    strokeWidth: isHigh ? 2 : 1,
    mark,
  };
  const label = labelOf(spot, model, context);
  if (label === '') return [circle];
  const fits = textWidth(label, FONT) <= 2 * radius - 4;
  return [
    circle,
    {
      kind: 'text',
      x: px(fits ? x : x + radius + 3),
      y: px(y),
      text: label,
      size: FONT,
      weight: 600,
      anchor: fits ? 'middle' : 'start',
      baseline: 'central',
      fill: fits ? inkOn(model.color) : model.isDark ? '#e6edf1' : '#1f2933',
      mark,
    },
  ];
}

function pointRadius({ point }: Spot, { radiusUnit }: MapboxModel, view: Viewport): number {
  if (!point || point.radius === null) return POINT_PX;
  const px =
    radiusUnit === 'Pixels' ? point.radius : (point.radius * METERS[radiusUnit]) / metersPerPixel(view, point.latitude);
  return Math.min(RADIUS.most, Math.max(RADIUS.least, px));
}

function labelOf(spot: Spot, model: MapboxModel, context: ChartContext): string {
  if (spot.point) {
    const { label } = spot.point;
    if (model.labels !== 'column' || label === null || typeof label === 'object') return '';
    return typeof label === 'number' ? context.formatNumber('SMART_NUMBER', label) : String(label).slice(0, 40);
  }
  const number = model.labels === 'column' && spot.sums !== null ? statisticOf(spot.sums, model.statistic) : spot.count;
  return context.formatNumber('SMART_NUMBER', number ?? spot.count);
}

/** Black or white, whichever is read better on a colour. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#1f2933' : '#ffffff';
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
