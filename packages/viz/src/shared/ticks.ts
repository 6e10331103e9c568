import { msg } from '@tessera/core/messages';
import type { ChartContext, Control } from '../define.ts';
import { type Axis, type AxisTitle, categoryAxis, fitLabels } from './axes.ts';
import { labelled } from './choices.ts';
import { cutMiddle } from './text.ts';

export const TICK_LAYOUTS = labelled(
  ['auto', msg('Auto')],
  ['flat', msg('Flat')],
  ['45°', msg('45°')],
  ['90°', msg('90°')],
  ['staggered', msg('Staggered')],
);

/** How the names under a category axis lie. */
export const ticksLayout = {
  kind: 'select',
  label: msg('X-tick layout'),
  hint: msg('How the names under the axis lie.'),
  choices: TICK_LAYOUTS,
  default: 'auto',
  renderOnly: true,
} as const satisfies Control;

const ROTATIONS = { auto: 0, flat: 0, '45°': 45, '90°': 90, staggered: 0 } as const;
const FONT_SIZE = 11;

/** A number of a scale: what is nothing beside a step of it is zero, and not seven billionths of a millionth. */
export function onScale(value: number, step: number): number {
  return Math.abs(value) < Math.abs(step) / 1000 ? 0 : value;
}

/** A category axis whose names lie as the author says. `length` of the axis in px. */
export function tickAxis(
  labels: readonly string[],
  layout: keyof typeof ROTATIONS,
  length: number,
  title: AxisTitle,
  context: ChartContext,
): Axis {
  const slot = length / Math.max(1, labels.length);
  const depth = context.height * 0.3;
  switch (layout) {
    case 'flat':
      return categoryAxis(labels, { rotate: 0, every: 1, maxWidth: Math.max(24, slot - 4) }, title, context);
    case 'staggered': {
      const axis = categoryAxis(labels, { rotate: 0, every: 1, maxWidth: Math.max(24, slot * 2 - 8) }, title, context);
      const lower = (value: string, index: number) =>
        `${index % 2 === 1 ? '\n' : ''}${cutMiddle(value, Math.max(24, slot * 2 - 8), FONT_SIZE)}`;
      return { ...axis, axisLabel: { ...axis.axisLabel, formatter: lower } } as Axis;
    }
    case 'auto':
    case '45°':
    case '90°':
      return categoryAxis(labels, fitLabels(labels, length, ROTATIONS[layout], depth), title, context);
  }
}
