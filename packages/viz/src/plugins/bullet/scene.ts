import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter, type MetricWriter } from '../../layer/metric-formats.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import { onScale } from '../../shared/ticks.ts';
import type { BulletForm } from './controls.ts';
import { MEASURE } from './marks.ts';
import { type Bullet, describeBullet, readBullet, type Reference } from './scale.ts';

const MARGIN = 20;
const FONT = 11;
const TICKS = 5;
const MAX_BAND = 56;
/** Room above and below the band, for names and the scale. */
const ABOVE = 50;
const BELOW = 44;

/** A measure as a bar over shaded ranges, with markers and lines beside it. */
export function bulletScene(results: readonly QueryResult[], form: BulletForm, context: ChartContext): Scene {
  const { width, height, theme } = context;
  const bullet = readBullet(results[0], form, context);
  const frame = {
    width,
    height,
    fontFamily: theme.fontFamily,
    description: describeBullet(results, form, context),
  };
  if (bullet.value === null) return { ...frame, shapes: [] };
  const band = Math.max(14, Math.min(MAX_BAND, height - ABOVE - BELOW));
  const top = Math.max(ABOVE - 16, (height - band - BELOW + ABOVE) / 2);
  const length = Math.max(40, width - 2 * MARGIN);
  const at = (value: number) => round(MARGIN + ((value - bullet.min) / (bullet.max - bullet.min)) * length);
  const place: Place = { at, top, band };
  const say = metricWriter(form.metric, context).short;
  return {
    ...frame,
    shapes: [
      ...titleShapes(bullet, place, say, context),
      ...rangeShapes(bullet, place, context),
      ...measureShapes(bullet, place, context),
      ...referenceShapes(bullet, place, context),
      ...scaleShapes(bullet, place, say, context),
    ],
  };
}

type Say = MetricWriter['short'];
type Place = { readonly at: (value: number) => number; readonly top: number; readonly band: number };

function titleShapes({ name, value }: Bullet, { top }: Place, say: Say, context: ChartContext): readonly Shape[] {
  const number = say(value);
  const room = context.width - 2 * MARGIN - textWidth(number, 18) - 16;
  return [
    {
      kind: 'text',
      x: MARGIN,
      y: round(top - 24),
      text: number,
      size: 18,
      weight: 600,
      fill: context.theme.text,
    },
    {
      kind: 'text',
      x: round(MARGIN + textWidth(number, 18) + 10),
      y: round(top - 24),
      text: cutMiddle(name, room, 12),
      size: 12,
      fill: context.theme.textMuted,
    },
  ];
}

/** The farthest is the palest; each ends in its name. */
function rangeShapes({ ranges }: Bullet, { at, top, band }: Place, { theme }: ChartContext): readonly Shape[] {
  const zero = at(0);
  return ranges.map(({ value }, index): Shape => ({
    kind: 'rect',
    x: Math.min(zero, at(value)),
    y: round(top),
    width: Math.abs(round(at(value) - zero)),
    height: round(band),
    fill: theme.textMuted,
    fillOpacity: round(0.14 + (0.26 * index) / Math.max(1, ranges.length - 1 || 1)),
  }));
}

function measureShapes({ value }: Bullet, { at, top, band }: Place, { theme }: ChartContext): readonly Shape[] {
  const [zero, end] = [at(0), at(value ?? 0)];
  return [
    {
      kind: 'rect',
      mark: MEASURE,
      x: Math.min(zero, end),
      y: round(top + band / 3),
      width: Math.max(1, Math.abs(round(end - zero))),
      height: round(band / 3),
      fill: theme.accent,
    },
  ];
}

function referenceShapes(
  { markers, lines }: Bullet,
  { at, top, band }: Place,
  { theme }: ChartContext,
): readonly Shape[] {
  const triangles = markers.map(({ value }): Shape => {
    const [x, y] = [at(value), top + band / 2];
    const size = Math.min(9, band / 3);
    return {
      kind: 'path',
      d: `M${x} ${round(y - size)}L${round(x + size)} ${round(y + size)}H${round(x - size)}Z`,
      fill: theme.warning,
      stroke: theme.surface,
      strokeWidth: 1,
    };
  });
  const strokes = lines.map(({ value }): Shape => ({
    kind: 'line',
    x1: at(value),
    x2: at(value),
    y1: round(top + 3),
    y2: round(top + band - 3),
    stroke: theme.text,
    strokeWidth: 3,
  }));
  return [...triangles, ...strokes];
}

/** Numbers below the band, names above it; those that would touch give way. */
function scaleShapes(bullet: Bullet, { at, top, band }: Place, say: Say, context: ChartContext): readonly Shape[] {
  const { theme } = context;
  const widest = Math.max(...[bullet.min, bullet.max].map((end) => textWidth(say(end), FONT)));
  const count = Math.max(2, Math.min(TICKS, Math.floor(context.width / Math.max(90, widest + 16))));
  const steps = Array.from({ length: count }, (_, step) =>
    onScale(bullet.min + ((bullet.max - bullet.min) * step) / (count - 1), bullet.max - bullet.min),
  );
  const anchor = (x: number) => (x < MARGIN + 20 ? 'start' : x > context.width - MARGIN - 20 ? 'end' : 'middle');
  const numbers = steps.map((value): Shape => ({
    kind: 'text',
    x: at(value),
    y: round(top + band + 18),
    text: say(value),
    size: FONT,
    anchor: anchor(at(value)),
    fill: theme.textMuted,
    isTabular: true,
  }));
  let right = Number.NEGATIVE_INFINITY;
  const names = [...bullet.ranges, ...bullet.markers, ...bullet.lines]
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => a.value - b.value)
    .flatMap(({ name, value }: Reference): Shape[] => {
      const text = cutMiddle(name, 120, FONT);
      const [x, half] = [at(value), textWidth(text, FONT) / 2];
      const side = anchor(x);
      const left = side === 'start' ? x : side === 'end' ? x - half * 2 : x - half;
      if (left < right + 6) return [];
      right = left + half * 2;
      return [{ kind: 'text', x, y: round(top - 6), text, size: FONT, anchor: side, fill: theme.textMuted }];
    });
  return [...numbers, ...names];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
