import type { ChartContext } from '../../define.ts';
import { svgElement, svgRoot, svgText } from '../../shared/markup.ts';
import type { BigNumberModel } from './model.ts';

/** The model as an SVG document, for the server. */
export function bigNumberSvg(model: BigNumberModel, context: ChartContext): string {
  const trend =
    model.trend === null
      ? ''
      : [
          svgElement('path', { d: model.trend.area, fill: model.trend.color, 'fill-opacity': 0.14 }),
          svgElement('path', {
            d: model.trend.line,
            fill: 'none',
            stroke: model.trend.color,
            'stroke-width': 2,
            'stroke-linejoin': 'round',
            'stroke-linecap': 'round',
          }),
          model.trend.end === null
            ? ''
            : svgElement('circle', {
                cx: model.trend.end[0],
                cy: model.trend.end[1],
                r: 3,
                fill: model.trend.color,
                stroke: context.theme.surface,
                'stroke-width': 1.5,
              }),
        ].join('');
  const lines = model.lines.map((line) =>
    svgText(line.text, {
      x: 0,
      y: line.y,
      'font-size': line.size,
      'font-weight': line.weight,
      fill: line.color,
      ...(line.role === 'number' ? { style: 'font-variant-numeric:tabular-nums' } : {}),
    }),
  );
  return svgRoot(model.width, model.height, model.fontFamily, model.description, trend + lines.join(''));
}
