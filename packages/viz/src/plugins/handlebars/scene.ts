import { tn } from '@tessera/core/messages';
import type { ChartContext } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { cutMiddle } from '../../shared/text.ts';
import { type HandlebarsModel, linesOf } from './model.ts';

const PAD = 10;
const LINE = 20;
const FONT = 13;

/** What the template says, line by line: a picture has no markup. */
export function handlebarsScene(model: HandlebarsModel, context: ChartContext, description: string): Scene {
  const { width, height, theme } = context;
  const lines = linesOf(model);
  const fits = Math.max(1, Math.floor((height - PAD) / LINE));
  const shown = lines.length > fits ? lines.slice(0, Math.max(1, fits - 1)) : lines;
  const more = lines.length - shown.length;
  const all = more > 0 ? [...shown, tn('1 more line', '%(count)s more lines', more)] : shown;
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes: all.map((text, at): Shape => ({
      kind: 'text',
      x: PAD,
      y: PAD + 12 + at * LINE,
      text: cutMiddle(text, width - 2 * PAD, FONT),
      size: FONT,
      fill: model.error === null ? theme.text : theme.danger,
    })),
  };
}
