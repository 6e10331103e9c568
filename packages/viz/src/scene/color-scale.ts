import { sequentialScale } from '@tessera/core/colors/sequential';
import type { ChartTheme } from '../define.ts';
import { textWidth } from '../shared/text.ts';
import type { Shape } from './scene.ts';

const FONT = 11;
const WIDTH = 120;
const STEPS = 24;
/** The palest color of a scheme is hardly seen on the page. */
const PALEST = 0.08;

/** What a value is painted with: darker is more. A scheme with one value only has its middle. */
export function valueColor(
  scheme: string,
  mode: ChartTheme['mode'],
  extent: readonly [number, number],
): (value: number) => string {
  const scale = sequentialScale(scheme, mode);
  const [least, greatest] = extent;
  return (value) => scale(greatest === least ? 0.6 : PALEST + ((1 - PALEST) * (value - least)) / (greatest - least));
}

/** The scale with its ends, from the left at this height; how wide it is depends on the ends. */
export function colorScaleShapes(
  extent: readonly [number, number],
  scheme: string,
  y: number,
  format: (value: number) => string,
  theme: ChartTheme,
): readonly Shape[] {
  const text = {
    kind: 'text',
    y: y + 5,
    size: FONT,
    baseline: 'central',
    isTabular: true,
    fill: theme.textMuted,
  } as const;
  const least = format(extent[0]);
  const from = 2 + textWidth(least, FONT) + 6;
  if (extent[0] === extent[1]) return [{ ...text, x: 2, text: least }];
  const scale = sequentialScale(scheme, theme.mode);
  const step = WIDTH / STEPS;
  return [
    { ...text, x: 2, text: least },
    ...Array.from({ length: STEPS }, (_, index): Shape => ({
      kind: 'rect',
      x: px(from + index * step),
      y,
      width: px(step + 0.5),
      height: 10,
      fill: scale(PALEST + ((1 - PALEST) * index) / (STEPS - 1)),
    })),
    { ...text, x: px(from + WIDTH + 6), text: format(extent[1]) },
  ];
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
