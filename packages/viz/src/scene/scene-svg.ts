import { svgElement, svgRoot, svgText } from '../shared/markup.ts';
import { attributesOf, clipId, textAttributes, transformOf } from './attributes.ts';
import type { Scene, Shape } from './scene.ts';

/** A scene as an SVG document. The same scene gives the same text. */
export function sceneSvg({ width, height, fontFamily, description, shapes }: Scene): string {
  return svgRoot(width, height, fontFamily, description, shapes.map(write).join(''));
}

function write(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return svgText(shape.text, { ...textAttributes(shape), ...styleOf(shape.isTabular) });
    case 'group': {
      const { clip } = shape;
      const id = clip && clipId(clip);
      const content = shape.shapes.map(write).join('');
      const box = clip ? svgElement('clipPath', { id }, svgElement('rect', { ...clip })) : '';
      return svgElement(
        'g',
        { transform: transformOf(shape), opacity: shape.opacity, 'clip-path': id && `url(#${id})` },
        box + content,
      );
    }
    case 'rect':
    case 'path':
    case 'circle':
    case 'line':
    case 'image':
      return svgElement(shape.kind, attributesOf(shape));
  }
}

function styleOf(isTabular: boolean | undefined): { style?: string } {
  return isTabular ? { style: 'font-variant-numeric:tabular-nums' } : {};
}
