import type { ChartContext } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { baseColors, baseMapShapes, scaleBarShapes, tileShapes } from '../../shared/geo/base-map.ts';
import { pixelOf, type Viewport } from '../../shared/geo/mercator.ts';
import type { TileServer } from '../../shared/geo/tile-server.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import { type CartodiagramModel, sidesAt } from './model.ts';
import { smallChart } from './small-chart.ts';

const LEGEND = { font: 11, swatch: 10, gap: 14, height: 22, most: 12, longest: 140 } as const;

/** The map at one view, a small chart at each place, and what the colours stand for. */
export function cartodiagramScene(
  model: CartodiagramModel,
  view: Viewport,
  context: ChartContext,
  tiles: TileServer | null = null,
): Scene {
  const { theme } = context;
  const size = { width: context.width, height: context.height };
  const names = legendNames(model);
  const color = (name: string) => context.color(model.inner.scheme, name);
  const most = model.places.reduce(
    (high, { parts }) => parts.reduce((top, { value }) => Math.max(top, Math.abs(value ?? 0)), high),
    0,
  );
  const sides = sidesAt(model.size, view.zoom);
  const small = {
    ...model.inner,
    ...sides,
    color,
    most,
    ink: theme.text,
    say: (value: number | null) => context.formatNumber(model.inner.format, value, model.inner.currency),
  };
  const ground =
    model.wantsTiles && tiles ? tileShapes(view, size, tiles) : baseMapShapes(view, size, baseColors(theme.mode));
  return {
    ...size,
    description: model.description,
    fontFamily: theme.fontFamily,
    shapes: [
      {
        kind: 'group',
        clip: { x: 0, y: 0, ...size },
        shapes: [
          ...ground,
          ...model.places
            .map((place, at) => ({ place, at }))
            // Great ones first, so that small ones stay in reach.
            .toSorted((one, other) => other.place.total - one.place.total)
            .map(({ place, at }): Shape => {
              const [x, y] = pixelOf(view, size, place.longitude, place.latitude);
              return {
                kind: 'group',
                x: px(x - sides.width / 2),
                y: px(y - sides.height / 2),
                mark: `p${at}`,
                shapes: [backgroundOf(model, sides), ...smallChart(place, small)],
              };
            }),
        ],
      },
      ...legendShapes(names, color, context),
      ...scaleBarShapes(view, { ...size, height: size.height - (names.length > 1 ? LEGEND.height : 0) }, theme),
    ],
  };
}

/** What keeps a small chart apart from the map. */
function backgroundOf(
  { background, roundness }: CartodiagramModel,
  { width, height }: { readonly width: number; readonly height: number },
): Shape {
  return {
    kind: 'rect',
    x: -3,
    y: -3,
    width: px(width + 6),
    height: px(height + 6),
    radius: px((Math.min(width, height) / 2) * roundness),
    fill: background,
  };
}

/** Names that colours tell apart; lines have one colour. */
function legendNames({ places, inner }: CartodiagramModel): readonly string[] {
  if (inner.shape !== 'pie' && inner.shape !== 'bars') return [];
  return [...new Set(places.flatMap(({ parts }) => parts.map(({ name }) => name)))];
}

function legendShapes(
  names: readonly string[],
  color: (name: string) => string,
  context: ChartContext,
): readonly Shape[] {
  if (names.length < 2) return [];
  const { width, height, theme } = context;
  const top = height - LEGEND.height;
  const shapes: Shape[] = [
    { kind: 'rect', x: 0, y: top, width, height: LEGEND.height, fill: theme.surface, fillOpacity: 0.85 },
  ];
  let x = 8;
  for (const [at, name] of names.entries()) {
    const text = cutMiddle(name === '' ? '<empty string>' : name, LEGEND.longest, LEGEND.font);
    const wide = LEGEND.swatch + 5 + textWidth(text, LEGEND.font) + LEGEND.gap;
    if (x + wide > width - 40 || at >= LEGEND.most) {
      shapes.push(word(x, top, `+${names.length - at}`, theme.textMuted));
      break;
    }
    shapes.push(
      { kind: 'rect', x: px(x), y: top + 6, width: LEGEND.swatch, height: LEGEND.swatch, radius: 2, fill: color(name) },
      word(x + LEGEND.swatch + 5, top, text, theme.text),
    );
    x += wide;
  }
  return shapes;
}

function word(x: number, top: number, text: string, fill: string): Shape {
  return { kind: 'text', x: px(x), y: top + LEGEND.height / 2, text, size: LEGEND.font, baseline: 'central', fill };
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
