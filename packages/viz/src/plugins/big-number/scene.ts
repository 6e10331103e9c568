import type { ChartContext } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import type { BigNumberModel } from './model.ts';

/** The model as shapes: the space under the trend, its line and its end, then the lines of text. */
export function bigNumberScene(model: BigNumberModel, context: ChartContext): Scene {
  const { width, height, description, fontFamily } = model;
  const texts = model.lines.map(({ role, text, size, y, weight, color }): Shape => ({
    kind: 'text',
    x: 0,
    y,
    text,
    size,
    weight,
    fill: color,
    ...(role === 'number' ? { isTabular: true, mark: 'number' } : {}),
  }));
  return { width, height, description, fontFamily, shapes: [...trendShapes(model, context), ...texts] };
}

function trendShapes({ trend }: BigNumberModel, context: ChartContext): readonly Shape[] {
  if (trend === null) return [];
  const { color, end } = trend;
  return [
    { kind: 'path', d: trend.area, fill: color, fillOpacity: 0.14 },
    {
      kind: 'path',
      d: trend.line,
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeJoin: 'round',
      strokeCap: 'round',
    },
    ...(end === null
      ? []
      : [
          {
            kind: 'circle',
            cx: end[0],
            cy: end[1],
            r: 3,
            fill: color,
            stroke: context.theme.surface,
            strokeWidth: 1.5,
          } as const,
        ]),
  ];
}
