import type { Shape as SceneShape } from '../../scene/scene.ts';
import { textWidth } from '../../shared/text.ts';
import type { Shape } from './inner-chart.ts';
import type { DiagramPlace } from './places.ts';

type Small = {
  readonly shape: Shape;
  readonly isDonut: boolean;
  /** px, of the box that it stands in. */
  readonly width: number;
  readonly height: number;
  readonly color: (name: string) => string;
  readonly ink: string;
  readonly say: (value: number | null) => string;
  /** The greatest value of all places: bars are compared from place to place. */
  readonly most: number;
};

/** A small chart in a box whose upper left is 0, 0. */
export function smallChart(place: DiagramPlace, small: Small): readonly SceneShape[] {
  switch (small.shape) {
    case 'pie':
      return pie(place, small);
    case 'bars':
      return bars(place, small);
    case 'line':
      return line(place, small);
    case 'number':
      return number(place, small);
  }
}

function pie({ parts, total }: DiagramPlace, { width, height, color, isDonut, ink }: Small): readonly SceneShape[] {
  const radius = Math.min(width, height) / 2;
  const [x, y] = [width / 2, height / 2];
  const hole = isDonut ? radius * 0.5 : 0;
  if (total <= 0) return [{ kind: 'circle', cx: x, cy: y, r: px(radius), fill: 'none', stroke: ink, strokeWidth: 1 }];
  let turned = 0;
  return parts.flatMap(({ name, value }): SceneShape[] => {
    const share = Math.abs(value ?? 0) / total;
    if (share === 0) return [];
    const from = turned;
    turned += share;
    const edge = { fill: color(name), stroke: '#ffffff', strokeWidth: parts.length > 1 ? 0.8 : 0 };
    if (share > WHOLE) return [whole([x, y], [hole, radius], color(name))];
    return [{ kind: 'path', d: slice([x, y], [hole, radius], [from, turned]), ...edge }];
  });
}

/** An arc that ends where it begins is no path. */
const WHOLE = 0.999;

function whole(
  [cx, cy]: readonly [number, number],
  [inner, outer]: readonly [number, number],
  fill: string,
): SceneShape {
  if (inner === 0) return { kind: 'circle', cx, cy, r: px(outer), fill };
  return {
    kind: 'circle',
    cx,
    cy,
    r: px((inner + outer) / 2),
    fill: 'none',
    stroke: fill,
    strokeWidth: px(outer - inner),
  };
}

function slice(
  [x, y]: readonly [number, number],
  [inner, outer]: readonly [number, number],
  [from, to]: readonly [number, number],
): string {
  const at = (share: number, radius: number) => {
    const angle = (share - 0.25) * 2 * Math.PI;
    return `${px(x + radius * Math.cos(angle))} ${px(y + radius * Math.sin(angle))}`;
  };
  const long = to - from > 0.5 ? 1 : 0;
  const arc = `M${at(from, outer)}A${px(outer)} ${px(outer)} 0 ${long} 1 ${at(to, outer)}`;
  return inner === 0
    ? `${arc}L${px(x)} ${px(y)}Z`
    : `${arc}L${at(to, inner)}A${px(inner)} ${px(inner)} 0 ${long} 0 ${at(from, inner)}Z`;
}

function bars({ parts }: DiagramPlace, { width, height, color, most, ink }: Small): readonly SceneShape[] {
  const room = width / Math.max(1, parts.length);
  const scale = height / Math.max(most, Number.MIN_VALUE);
  return [
    ...parts.flatMap(({ name, value }, at): SceneShape[] => {
      const tall = Math.abs(value ?? 0) * scale;
      if (tall === 0) return [];
      return [
        {
          kind: 'rect',
          x: px(at * room + room * 0.1),
          y: px(height - tall),
          width: px(room * 0.8),
          height: px(Math.max(1, tall)),
          fill: color(name),
        },
      ];
    }),
    { kind: 'line', x1: 0, y1: height, x2: width, y2: height, stroke: ink, strokeWidth: 0.8 },
  ];
}

function line({ parts }: DiagramPlace, { width, height, color, most, ink }: Small): readonly SceneShape[] {
  const step = width / Math.max(1, parts.length - 1);
  const points = parts.flatMap(({ value }, at) =>
    value === null
      ? []
      : [`${px(at * step)} ${px(height - (Math.max(0, value) / Math.max(most, Number.MIN_VALUE)) * height)}`],
  );
  const stroke = color(parts[0]?.name ?? '');
  return [
    { kind: 'line', x1: 0, y1: height, x2: width, y2: height, stroke: ink, strokeWidth: 0.6 },
    ...(points.length === 0
      ? []
      : [
          {
            kind: 'path',
            d: `M${points.join('L')}`,
            fill: 'none',
            stroke,
            strokeWidth: 1.8,
            strokeJoin: 'round',
          } as const,
        ]),
  ];
}

function number({ parts }: DiagramPlace, { width, height, ink, say }: Small): readonly SceneShape[] {
  const value = parts[0]?.value ?? null;
  const text = value === null ? '–' : say(value);
  const size = Math.min(28, height * 0.5, (12 * width) / Math.max(1, textWidth(text, 12)));
  return [
    {
      kind: 'text',
      x: width / 2,
      y: height / 2,
      text,
      size: px(size),
      weight: 600,
      anchor: 'middle',
      baseline: 'central',
      fill: ink,
    },
  ];
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
