import type { Paint, Shape } from './scene.ts';

/** Attributes by their names in SVG; undefined leaves one out. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;
type Of<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

/** The attributes of a shape that is no text and no group, in the order in which they are written. */
export function attributesOf(shape: Of<'rect' | 'path' | 'circle' | 'line' | 'image'>): SvgAttributes {
  if (shape.kind === 'image') {
    const { x, y, width, height, href, opacity } = shape;
    return { x, y, width, height, href, opacity, preserveAspectRatio: 'none' };
  }
  return { ...placeOf(shape), ...paintOf(shape) };
}

export function textAttributes(shape: Of<'text'>): SvgAttributes {
  return {
    x: shape.x,
    y: shape.y,
    'text-anchor': shape.anchor,
    'dominant-baseline': shape.baseline,
    transform: shape.rotate === undefined ? undefined : `rotate(${shape.rotate} ${shape.x} ${shape.y})`,
    'font-size': shape.size,
    'font-weight': shape.weight,
    ...paintOf(shape),
  };
}

export function transformOf({ x = 0, y = 0, scale = 1 }: Of<'group'>): string | undefined {
  const moved = x === 0 && y === 0 ? [] : [`translate(${x} ${y})`];
  const parts = scale === 1 ? moved : [...moved, `scale(${scale})`];
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** The same box has the same id, in whatever picture of a document it stands. */
export function clipId({ x, y, width, height }: NonNullable<Of<'group'>['clip']>): string {
  return `clip-${[x, y, width, height].map((px) => String(Math.round(px * 100)).replace('-', 'm')).join('-')}`;
}

function placeOf(shape: Of<'rect' | 'path' | 'circle' | 'line'>): SvgAttributes {
  switch (shape.kind) {
    case 'rect':
      return { x: shape.x, y: shape.y, width: shape.width, height: shape.height, rx: shape.radius };
    case 'path':
      return { d: shape.d };
    case 'circle':
      return { cx: shape.cx, cy: shape.cy, r: shape.r };
    case 'line':
      return { x1: shape.x1, y1: shape.y1, x2: shape.x2, y2: shape.y2 };
  }
}

function paintOf(paint: Paint): SvgAttributes {
  return {
    fill: paint.fill,
    'fill-opacity': paint.fillOpacity,
    stroke: paint.stroke,
    'stroke-width': paint.strokeWidth,
    'stroke-linejoin': paint.strokeJoin,
    'stroke-linecap': paint.strokeCap,
    'stroke-dasharray': paint.dash,
    opacity: paint.opacity,
  };
}
